// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.fit.StopReason;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.UnitMeans;
import org.ibcavi.solver.Climb;

/** The posteriors of some units, and how they were reached. */
public final class UnitFits implements UnitMeans {
  private final int[] units;
  private final double[][] means;
  private final PosteriorCovariance covariance;
  private final Climb climb;

  UnitFits(int[] units, double[][] means, PosteriorCovariance covariance, Climb climb) {
    this.units = units;
    this.means = means;
    this.covariance = covariance;
    this.climb = climb;
  }

  static UnitFits of(int[] units, UnitStep.State[] states, int size, Climb climb) {
    double[][] means = new double[units.length][];
    double[][] factors = new double[units.length][];
    Coefficients variances = new Coefficients(size, states[0].variances == null ? 0 : units.length);
    for (int i = 0; i < units.length; i++) {
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
    return new UnitFits(units, means, covariance, climb);
  }

  /** One fit of the units of several, group after group. */
  static UnitFits join(List<UnitFits> groups) {
    if (groups.size() == 1) {
      return groups.get(0);
    }
    int[] units = groups.stream().flatMapToInt(group -> Arrays.stream(group.units)).toArray();
    double[][] means =
        groups.stream().flatMap(group -> Arrays.stream(group.means)).toArray(double[][]::new);
    PosteriorCovariance covariance =
        groups.get(0).covariance.join(groups.stream().map(UnitFits::covariance).toList());
    return new UnitFits(
        units, means, covariance, Climb.join(groups.stream().map(group -> group.climb).toList()));
  }

  @Override
  public int[] units() {
    return units;
  }

  @Override
  public double[] mean(int i) {
    return means[i];
  }

  /**
   * The covariances that belong to the variational posterior (CAVI).
   *
   * @return for the units in their order
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
   * The ELBO of each unit.
   *
   * @return in the order of the units
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
