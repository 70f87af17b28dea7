// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.report.PriorReport;

/**
 * Categories whose coefficients lie about a mean that they share and that is learned:
 *
 * <pre>
 *   β_kp ~ N(m_p, σ²),    m_p ~ N(0, s²),    σ² and s² learned;
 * </pre>
 *
 * <p>the intercepts have a mean m₀ ~ N(0, the given variance) and a learned variance of their own.
 * Categories with few rows or none get the mean effect. The posterior of m_p is normal in closed
 * form, and the bound is largest where σ² and s² are means of expected squares.
 *
 * @param common has the variance of the mean of the intercepts
 */
public record SharedMean(LearnedScale common) implements LearnedStructure {
  /**
   * Checks that nothing is missing.
   *
   * @param common has the variance of the mean of the intercepts
   */
  public SharedMean {
    Objects.requireNonNull(common, "common");
  }

  @Override
  public boolean shared() {
    return true;
  }

  @Override
  public PriorState start(PriorRegressions regressions, double variance) {
    double[] spread = new double[regressions.size()];
    double[] meanVariance = new double[regressions.size()];
    Arrays.fill(spread, 0, regressions.features(), variance);
    Arrays.fill(meanVariance, 0, regressions.features(), variance);
    if (regressions.intercept()) {
      spread[regressions.features()] = common.interceptVariance();
      meanVariance[regressions.features()] = common.interceptVariance();
    }
    double[] ofMean = new double[regressions.size()];
    Arrays.setAll(ofMean, p -> 1 / (regressions.categories() / spread[p] + 1 / meanVariance[p]));
    return new State(regressions, new double[regressions.size()], ofMean, spread, meanVariance);
  }

  /**
   * For each coefficient N(mean, variance), the posterior of m_p; σ² as spread and s² as
   * meanVariance.
   */
  private static final class State implements PriorState {
    private final PriorRegressions regressions;
    private final double[] mean;
    private final double[] variance;
    private final double[] spread;
    private final double[] meanVariance;

    State(
        PriorRegressions regressions,
        double[] mean,
        double[] variance,
        double[] spread,
        double[] meanVariance) {
      this.regressions = regressions;
      this.mean = mean;
      this.variance = variance;
      this.spread = spread;
      this.meanVariance = meanVariance;
    }

    @Override
    public RegressionPriors priors() {
      return RegressionPriors.shared(
          GaussianPrior.diagonal(
              mean.clone(), Arrays.stream(spread).map(own -> 1 / own).toArray()));
    }

    @Override
    public PriorState next(Moments moments) {
      int size = regressions.size();
      double[] nextMean = new double[size];
      double[] nextVariance = new double[size];
      double[] squares = new double[size];
      for (int p = 0; p < size; p++) {
        nextVariance[p] = 1 / (regressions.categories() / spread[p] + 1 / meanVariance[p]);
        double sum = 0;
        for (int regression = 0; regression < moments.regressions(); regression++) {
          sum += regressions.multiplicity(regression) * moments.mean(regression, p);
        }
        nextMean[p] = nextVariance[p] * sum / spread[p];
        for (int regression = 0; regression < moments.regressions(); regression++) {
          double offset = moments.mean(regression, p) - nextMean[p];
          squares[p] +=
              regressions.multiplicity(regression)
                  * (offset * offset + moments.variance(regression, p) + nextVariance[p]);
        }
      }
      double[] nextSpread = spread.clone();
      double[] nextMeanVariance = meanVariance.clone();
      int features = regressions.features();
      if (features > 0) {
        double common = Arrays.stream(squares, 0, features).sum();
        double ofMeans = 0;
        for (int p = 0; p < features; p++) {
          ofMeans += nextMean[p] * nextMean[p] + nextVariance[p];
        }
        Arrays.fill(nextSpread, 0, features, atLeast(common / features / regressions.categories()));
        Arrays.fill(nextMeanVariance, 0, features, atLeast(ofMeans / features));
      }
      if (regressions.intercept()) {
        nextSpread[features] = atLeast(squares[features] / regressions.categories());
      }
      return new State(regressions, nextMean, nextVariance, nextSpread, nextMeanVariance);
    }

    private static double atLeast(double variance) {
      return Math.max(LEAST_VARIANCE, variance);
    }

    /** −½K·Var[m_p]/σ², and minus the divergence of the posterior of m_p from its prior. */
    @Override
    public double terms() {
      double sum = 0;
      for (int p = 0; p < mean.length; p++) {
        double ratio = variance[p] / meanVariance[p];
        sum -= 0.5 * regressions.categories() * variance[p] / spread[p];
        sum -= 0.5 * (mean[p] * mean[p] / meanVariance[p] + ratio - 1 - Math.log(ratio));
      }
      return sum;
    }

    @Override
    public PriorReport report() {
      int features = regressions.features();
      return new PriorReport(
          PriorReport.Kind.HIERARCHICAL,
          features > 0 ? spread[0] : Double.NaN,
          regressions.intercept() ? spread[features] : Double.NaN);
    }

    @Override
    public String summary() {
      return String.format(
          Locale.ROOT,
          "the categories' weights have variance %.3g about means that have variance %.3g",
          report().weightVariance(),
          regressions.features() > 0 ? meanVariance[0] : Double.NaN);
    }
  }
}
