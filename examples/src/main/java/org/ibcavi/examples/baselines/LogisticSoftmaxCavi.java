// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;

/**
 * Coordinate ascent for logistic-softmax regression, p_k = σ(η_k)/Σ_j σ(η_j), with the auxiliary
 * variables of Galy-Fajou, Wenzel, Donner and Opper (UAI 2019, PMLR 115): λ turns the denominator
 * into Π_k exp(−λσ(η_k)), Poisson counts n_k turn each factor into powers of σ(−η_k), and
 * Pólya-Gamma variables ω_k ~ PG(y_k + n_k, 0) make all of it normal in η. With q(λ)Πq(n_k,
 * ω_k)q(β_k), and E[η_k²] = c_k²:
 *
 * <pre>
 *   q(λ) = Gamma(a, K),  a = 1 + Σγ_k        q(n_k) = Poisson(γ_k),  γ_k = e^(ψ(a)) e^(−E η_k/2) / (2K cosh(c_k/2))
 *   weight E[ω_k] = (y_k + γ_k) tanh(c_k/2)/(2c_k)        response (y_k − γ_k)/2
 * </pre>
 */
public final class LogisticSoftmaxCavi implements CoordinateAscent {
  /**
   * Rounds of updates of λ and the counts in a sweep: they depend on each other, and a round leaves
   * about the mean over categories of σ(−η) of their distance from where they settle.
   */
  private static final int ROUNDS = 5;

  private final TrainingData data;
  private final LatentRegression latent;
  private final BinaryFamily likelihood;
  private final NormalCoefficients[] posteriors;
  private final double[][] eta;
  private final double[][] variances;

  /** The shape a of each row's q(λ). */
  private final double[] shapes;

  /** For each category γ of each row. */
  private final double[][] counts;

  /**
   * Starts at zero.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient, above 0
   */
  public LogisticSoftmaxCavi(TrainingData data, double precision) {
    int categories = data.categories();
    this.data = data;
    this.latent = new LatentRegression(data.features(), precision);
    this.likelihood = new BinaryFamily(Link.LOGIT, false, categories);
    this.posteriors = new NormalCoefficients[categories];
    this.eta = new double[categories][data.rows()];
    this.variances = new double[categories][data.rows()];
    this.shapes = new double[data.rows()];
    this.counts = new double[categories][data.rows()];
    Arrays.fill(shapes, 1);
    updateCounts();
  }

  @Override
  public double sweep() {
    for (int k = 0; k < posteriors.length; k++) {
      updateCategory(k, counts[k]);
    }
    updateCounts();
    return elbo();
  }

  /** Updates λ and the counts by turns, ending with λ. */
  private void updateCounts() {
    int categories = posteriors.length;
    double[] open = new double[categories];
    for (int i = 0; i < data.rows(); i++) {
      double total = 0;
      for (int k = 0; k < categories; k++) {
        open[k] = Math.exp(-0.5 * eta[k][i] - logTwoCosh(k, i)) / categories;
        total += open[k];
      }
      double rate = 0;
      for (int round = 0; round < ROUNDS; round++) {
        rate = Math.exp(Digamma.value(shapes[i]));
        shapes[i] = 1 + rate * total;
      }
      for (int k = 0; k < categories; k++) {
        counts[k][i] = rate * open[k];
      }
    }
  }

  private double tilt(int k, int i) {
    return Math.sqrt(eta[k][i] * eta[k][i] + variances[k][i]);
  }

  private double logTwoCosh(int k, int i) {
    return BinaryAugmentation.logTwoCosh(0.5 * tilt(k, i));
  }

  private void updateCategory(int k, double[] expected) {
    double[] weights = new double[data.rows()];
    double[] responses = new double[data.rows()];
    for (int i = 0; i < data.rows(); i++) {
      int own = data.label(i) == k ? 1 : 0;
      weights[i] = (own + expected[i]) * BinaryAugmentation.polyaGammaMean(tilt(k, i));
      responses[i] = 0.5 * (own - expected[i]);
    }
    posteriors[k] = latent.posterior(latent.factor(weights), responses);
    variances[k] = latent.variances(posteriors[k].factor());
    latent.predict(posteriors[k].mean(), eta[k]);
  }

  /**
   * Each row gives Σ_k ((y−γ)E[η]/2 − (y+γ) log 2cosh(c/2) + γ(ψ(a) − log K) − γ log γ + γ) − log K
   * + log Γ(a) + (1 − a)ψ(a), where a is the latest of λ and c the best one.
   */
  private double elbo() {
    int categories = posteriors.length;
    double elbo = 0;
    for (int i = 0; i < data.rows(); i++) {
      double a = shapes[i];
      double digamma = Digamma.value(a);
      elbo += LogGamma.value(a) + (1 - a) * digamma - Math.log(categories);
      for (int k = 0; k < categories; k++) {
        int own = data.label(i) == k ? 1 : 0;
        double count = counts[k][i];
        elbo += 0.5 * (own - count) * eta[k][i] - (own + count) * logTwoCosh(k, i);
        elbo += count * (digamma - Math.log(categories) - Math.log(count) + 1);
      }
    }
    for (NormalCoefficients q : posteriors) {
      elbo -= latent.divergenceFromPrior(q);
    }
    return elbo;
  }

  @Override
  public double[] theta() {
    return Coefficients.means(posteriors);
  }

  @Override
  public double[] deviations() {
    return Coefficients.deviations(posteriors);
  }

  @Override
  public BinaryFamily likelihood() {
    return likelihood;
  }
}
