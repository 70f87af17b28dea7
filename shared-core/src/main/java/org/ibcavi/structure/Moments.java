// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import java.util.Arrays;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.RegressionMeans;

/** Means and variances of each regression's coefficients, from which a prior's unknowns follow. */
public final class Moments {
  private final double[][] means;
  private final double[][] variances;

  Moments(double[][] means, double[][] variances) {
    this.means = means;
    this.variances = variances;
  }

  /**
   * The moments of posteriors.
   *
   * @param means of all regressions
   * @param covariance of all regressions
   * @return the moments
   */
  public static Moments of(RegressionMeans means, PosteriorCovariance covariance) {
    double[][] vectors = new double[means.regressions().length][];
    double[][] variances = new double[vectors.length][];
    Arrays.setAll(vectors, means::mean);
    double[] shared = covariance.shared() ? covariance.variances(0) : null;
    Arrays.setAll(
        variances, regression -> shared == null ? covariance.variances(regression) : shared);
    return new Moments(vectors, variances);
  }

  int regressions() {
    return means.length;
  }

  double mean(int regression, int coefficient) {
    return means[regression][coefficient];
  }

  double variance(int regression, int coefficient) {
    return variances[regression][coefficient];
  }
}
