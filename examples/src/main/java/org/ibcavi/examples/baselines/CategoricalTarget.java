// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;

/**
 * The log posterior of a categorical-from-binary regression itself, not of its binary surrogate:
 *
 * <pre>
 *   Σ_i log p_α(y_i | x_iᵀB) − ½ λ Σ β²,    p_α(k | η) ∝ H(η_k) (1 − H(η_k))^(−α)
 * </pre>
 *
 * <p>Logit with α = 1 is softmax. With t = log H − α log(1−H) and D = dt/dη a row's gradient in η
 * is D_k([y=k] − p_k). Coefficients are P × F, row-major: P regressors, the intercept last, and F
 * free categories; identified targets hold the last category's at zero.
 */
public final class CategoricalTarget implements LogDensity {
  /** Rows are summed in this many parts, however many threads there are. */
  private static final int PARTS = 4;

  private final TrainingData data;
  private final Regressors regressors;
  private final Link link;
  private final double alpha;
  private final double precision;
  private final boolean identified;
  private final Workers workers;

  private CategoricalTarget(
      TrainingData data,
      Link link,
      double alpha,
      double precision,
      boolean identified,
      Workers workers) {
    this.data = data;
    this.regressors = new Regressors(data.features(), true);
    this.link = link;
    this.alpha = alpha;
    this.precision = precision;
    this.identified = identified;
    this.workers = workers;
  }

  /**
   * A softmax regression with an intercept.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient; 0 leaves the likelihood
   * @return the target
   */
  public static CategoricalTarget softmax(TrainingData data, double precision) {
    return of(data, Link.LOGIT, 1, precision);
  }

  /**
   * A categorical-from-binary regression with an intercept.
   *
   * @param data rows and labels; row weights are not used
   * @param link the binary link
   * @param alpha the member of the family, from 0 to 1
   * @param precision of the prior of every coefficient
   * @return the target
   */
  public static CategoricalTarget of(TrainingData data, Link link, double alpha, double precision) {
    return new CategoricalTarget(data, link, alpha, precision, false, Workers.sequential());
  }

  /**
   * The same with the last category's coefficients at zero.
   *
   * @return another target
   */
  public CategoricalTarget identified() {
    return new CategoricalTarget(data, link, alpha, precision, true, workers);
  }

  /**
   * The same, computed by several threads; the result does not depend on it.
   *
   * @param others the threads
   * @return another target
   */
  public CategoricalTarget on(Workers others) {
    return new CategoricalTarget(data, link, alpha, precision, identified, others);
  }

  /**
   * The categories with coefficients.
   *
   * @return K, or K − 1 if identified
   */
  public int freeCategories() {
    return data.categories() - (identified ? 1 : 0);
  }

  @Override
  public int size() {
    return regressors.size() * freeCategories();
  }

  @Override
  public double evaluate(double[] theta, double[] gradient) {
    double[] values = new double[PARTS];
    double[][] gradients = new double[PARTS][theta.length];
    int chunks = regressors.features().chunks();
    workers.run(
        PARTS,
        Cancellation.onInterrupt(),
        part -> {
          int from = (int) ((long) chunks * part / PARTS);
          int to = (int) ((long) chunks * (part + 1) / PARTS);
          for (int chunk = from; chunk < to; chunk++) {
            values[part] += addChunk(chunk, theta, gradients[part]);
          }
        });
    double value = 0;
    Arrays.fill(gradient, 0);
    for (int part = 0; part < PARTS; part++) {
      value += values[part];
      for (int j = 0; j < gradient.length; j++) {
        gradient[j] += gradients[part][j];
      }
    }
    for (int j = 0; j < theta.length; j++) {
      value -= 0.5 * precision * theta[j] * theta[j];
      gradient[j] -= precision * theta[j];
    }
    return value;
  }

  private double addChunk(int chunk, double[] theta, double[] gradient) {
    int free = freeCategories();
    int rows = regressors.features().chunkSize(chunk);
    double[] eta = new double[rows * free];
    regressors.product(chunk, theta, free, eta);
    double[] p = new double[data.categories()];
    double[] slope = new double[data.categories()];
    double value = 0;
    for (int i = 0; i < rows; i++) {
      int label = data.label(regressors.features().chunkStart(chunk) + i);
      value += logProbabilities(eta, i * free, p, slope, label);
      for (int k = 0; k < free; k++) {
        eta[i * free + k] = slope[k] * ((k == label ? 1 : 0) - p[k]);
      }
    }
    regressors.addTransposedProduct(chunk, eta, free, gradient);
    return value;
  }

  /** Fills probabilities and dt/dη of a row; returns the log probability of its label. */
  private double logProbabilities(double[] eta, int at, double[] p, double[] slope, int label) {
    double max = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < p.length; k++) {
      double value = k < freeCategories() ? eta[at + k] : 0;
      p[k] = score(value);
      slope[k] = slope(value);
      max = Math.max(max, p[k]);
    }
    double own = p[label] - max;
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      p[k] = Math.exp(p[k] - max);
      sum += p[k];
    }
    for (int k = 0; k < p.length; k++) {
      p[k] /= sum;
    }
    return own - Math.log(sum);
  }

  private boolean isSoftmax() {
    return link == Link.LOGIT && alpha == 1;
  }

  private double score(double eta) {
    return isSoftmax() ? eta : link.logCdf(eta) - alpha * link.logSurvival(eta);
  }

  private double slope(double eta) {
    return isSoftmax() ? 1 : link.logCdfSlope(eta) + alpha * link.logCdfSlope(-eta);
  }

  /**
   * Class probabilities at given coefficients.
   *
   * @param theta coefficients in the order of this target
   * @param rows features without the intercept
   * @return for each row one for each category
   */
  public double[][] probabilities(double[] theta, DesignMatrix rows) {
    Regressors others = new Regressors(rows, true);
    int free = freeCategories();
    double[][] result = new double[rows.rows()][data.categories()];
    double[] slope = new double[data.categories()];
    for (int chunk = 0; chunk < rows.chunks(); chunk++) {
      double[] eta = new double[rows.chunkSize(chunk) * free];
      others.product(chunk, theta, free, eta);
      for (int i = 0; i < rows.chunkSize(chunk); i++) {
        logProbabilities(eta, i * free, result[rows.chunkStart(chunk) + i], slope, 0);
      }
    }
    return result;
  }
}
