// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.fit.StopReason;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.solver.Climb;

/** The posteriors of some regressions, and how they were reached. */
public final class RegressionFits implements RegressionMeans {
  private final int[] regressions;
  private final double[][] means;
  private final PosteriorCovariance covariance;
  private final Climb climb;

  RegressionFits(int[] regressions, double[][] means, PosteriorCovariance covariance, Climb climb) {
    this.regressions = regressions;
    this.means = means;
    this.covariance = covariance;
    this.climb = climb;
  }

  static RegressionFits of(
      int[] regressions, RegressionStep.State[] states, int size, Climb climb) {
    double[][] means = new double[regressions.length][];
    double[][] factors = new double[regressions.length][];
    Coefficients variances =
        new Coefficients(size, states[0].variances == null ? 0 : regressions.length);
    for (int i = 0; i < regressions.length; i++) {
      means[i] = states[i].mean;
      factors[i] = states[i].packedFactor;
      if (states[i].variances != null) {
        variances.set(i, states[i].variances);
      }
    }
    PosteriorCovariance covariance =
        states[0].variances == null
            ? PosteriorCovariance.each(size, factors)
            : PosteriorCovariance.eachDiagonal(variances);
    return new RegressionFits(regressions, means, covariance, climb);
  }

  /** Joins fits of groups of regressions to one fit of all of them. */
  static RegressionFits join(List<RegressionFits> groups) {
    if (groups.size() == 1) {
      return groups.get(0);
    }
    int[] regressions =
        groups.stream().flatMapToInt(group -> Arrays.stream(group.regressions)).toArray();
    double[][] means =
        groups.stream().flatMap(group -> Arrays.stream(group.means)).toArray(double[][]::new);
    PosteriorCovariance covariance =
        groups.get(0).covariance.join(groups.stream().map(RegressionFits::covariance).toList());
    return new RegressionFits(
        regressions,
        means,
        covariance,
        Climb.join(groups.stream().map(group -> group.climb).toList()));
  }

  @Override
  public int[] regressions() {
    return regressions;
  }

  @Override
  public double[] mean(int i) {
    return means[i];
  }

  /**
   * The covariances that belong to the variational posterior (CAVI).
   *
   * @return for the regressions in their order
   */
  public PosteriorCovariance covariance() {
    return covariance;
  }

  /**
   * The ELBO, summed over categories, at the start and after each sweep.
   *
   * @return sweeps + 1 values
   */
  public double[] trace() {
    return climb.trace();
  }

  /**
   * The ELBO of each regression.
   *
   * @return in the order of the regressions
   */
  public double[] elbos() {
    return climb.values().clone();
  }

  /**
   * The ELBO summed over categories.
   *
   * @return the last of the trace
   */
  public double elbo() {
    return climb.objective();
  }

  /**
   * Sweeps done.
   *
   * @return at least 0
   */
  public int sweeps() {
    return climb.sweeps();
  }

  /**
   * Why it ended.
   *
   * @return the reason
   */
  public StopReason stopReason() {
    return climb.reason();
  }
}
