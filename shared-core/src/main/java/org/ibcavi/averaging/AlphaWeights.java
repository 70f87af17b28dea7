// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.averaging;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.ibcavi.special.Softmax;

/** The members p_α of a fitted average with their weights, which sum to 1. Immutable. */
public final class AlphaWeights {
  private static final double LEAST_PRIOR = 1e-300;

  private final double[] alphas;
  private final double[] weights;

  /**
   * Restores weights.
   *
   * @param alphas the members
   * @param weights as many, summing to 1
   */
  public AlphaWeights(double[] alphas, double[] weights) {
    if (alphas.length == 0 || alphas.length != weights.length) {
      throw new IllegalArgumentException(
          alphas.length + " alphas with " + weights.length + " weights; must be as many of each");
    }
    this.alphas = alphas.clone();
    this.weights = weights.clone();
  }

  /**
   * Weights before the data are seen.
   *
   * @param average members and prior weights
   * @return the prior weights
   */
  public static AlphaWeights prior(Average average) {
    return new AlphaWeights(average.alphas(), average.priorWeights());
  }

  /**
   * Weights in proportion to prior weight × e^(log evidence). The logarithms may differ by
   * thousands.
   *
   * @param average members and prior weights
   * @param logEvidences one for each member
   * @return the weights
   */
  public static AlphaWeights of(Average average, double[] logEvidences) {
    double[] prior = average.priorWeights();
    double[] logs = new double[prior.length];
    Arrays.setAll(logs, i -> Math.log(prior[i]) + logEvidences[i]);
    return new AlphaWeights(average.alphas(), Softmax.probabilities(logs));
  }

  /**
   * Without members of a weight below a threshold, which would cost time and change nothing.
   *
   * @param least the threshold; the largest weight stays in any case
   * @return the others, scaled to sum to 1
   */
  public AlphaWeights without(double least) {
    double threshold = Math.min(least, Arrays.stream(weights).max().orElseThrow());
    int[] kept = IntStream.range(0, weights.length).filter(i -> weights[i] >= threshold).toArray();
    double sum = Arrays.stream(kept).mapToDouble(i -> weights[i]).sum();
    return new AlphaWeights(
        Arrays.stream(kept).mapToDouble(i -> alphas[i]).toArray(),
        Arrays.stream(kept).mapToDouble(i -> weights[i] / sum).toArray());
  }

  /**
   * These weights as what is believed before more data are seen. A weight that rounding made zero
   * becomes a very small one: what later data say may count for more than what earlier ones did.
   *
   * @return the members
   */
  public Average asPrior() {
    return Average.of(
        alphas, Arrays.stream(weights).map(weight -> Math.max(weight, LEAST_PRIOR)).toArray());
  }

  /**
   * How many members there are.
   *
   * @return at least 1
   */
  public int size() {
    return alphas.length;
  }

  /**
   * A member.
   *
   * @param i which one
   * @return its α
   */
  public double alpha(int i) {
    return alphas[i];
  }

  /**
   * A member's weight.
   *
   * @param i which one
   * @return from 0 to 1
   */
  public double weight(int i) {
    return weights[i];
  }

  /**
   * The mean of α under the weights.
   *
   * @return from 0 to 1
   */
  public double meanAlpha() {
    double mean = 0;
    for (int i = 0; i < alphas.length; i++) {
      mean += weights[i] * alphas[i];
    }
    return mean;
  }

  /** Such as {@code mean alpha 0.64 (0: 0.10, 0.5: 0.52, 1: 0.38)}. */
  @Override
  public String toString() {
    StringJoiner members = new StringJoiner(", ", " (", ")");
    for (int i = 0; i < alphas.length; i++) {
      members.add(String.format(Locale.ROOT, "%s: %.2f", plain(alphas[i]), weights[i]));
    }
    return String.format(Locale.ROOT, "mean alpha %.2f%s", meanAlpha(), members);
  }

  private static String plain(double alpha) {
    return BigDecimal.valueOf(alpha).stripTrailingZeros().toPlainString();
  }
}
