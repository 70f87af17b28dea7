// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.Arrays;
import java.util.Locale;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Shape;

/**
 * How much larger or smaller the prior variance of a feature's weights is than the common one,
 * shared over categories (automatic relevance determination). The evidence is stationary where a
 * feature's variance is, over the categories k,
 *
 * <pre>
 *   σ²_m = Σ_k β²_km / Σ_k γ_km,    γ_km = 1 − (Σ_k)_mm / σ²_m
 * </pre>
 *
 * <p>with γ the share of a weight that the data determine (MacKay 1992); {@link #next} is one step
 * of that fixed point.
 */
final class Relevance {
  /** No feature's variance leaves the common one by more than this factor to either side. */
  private static final double WIDEST = 1e4;

  private final double[] factors;

  private Relevance(double[] factors) {
    this.factors = factors;
  }

  /** The common variance for every feature. */
  static Relevance even(int features) {
    double[] factors = new double[features];
    Arrays.fill(factors, 1);
    return new Relevance(factors);
  }

  /** A prior with its variances multiplied; the intercept's stays. */
  GaussianPrior applyTo(GaussianPrior common) {
    boolean intercept = common.size() > factors.length;
    double[] variances = new double[common.size()];
    double[] mean = new double[common.size()];
    for (int p = 0; p < variances.length; p++) {
      double factor = p < factors.length ? factors[p] : 1;
      variances[p] = factor / common.precision(p);
      mean[p] = common.mean(p);
    }
    return Prior.diagonal(mean, variances).over(factors.length, intercept);
  }

  /** One step from a member that was fitted with these factors. */
  Relevance next(FittedMember member, Shape shape, GaussianPrior common) {
    double[] squares = new double[factors.length];
    double[] determined = new double[factors.length];
    for (int regression = 0; regression < shape.regressions(); regression++) {
      double[] mean = member.means().vector(regression);
      double[] variances = member.covariance().variances(regression);
      for (int m = 0; m < factors.length; m++) {
        double prior = factors[m] / common.precision(m);
        double share = Math.max(0, 1 - variances[m] / prior);
        squares[m] += shape.multiplicity(regression) * mean[m] * mean[m];
        determined[m] += shape.multiplicity(regression) * share;
      }
    }
    double[] next = new double[factors.length];
    for (int m = 0; m < next.length; m++) {
      double ratio = squares[m] / determined[m] * common.precision(m);
      next[m] = Double.isNaN(ratio) ? 1 / WIDEST : Math.max(1 / WIDEST, Math.min(WIDEST, ratio));
    }
    return new Relevance(next);
  }

  /** For the report. */
  String note() {
    return String.format(
        Locale.ROOT,
        "prior variances of features are %.3g to %.3g times the common one",
        Arrays.stream(factors).min().orElse(1),
        Arrays.stream(factors).max().orElse(1));
  }
}
