// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.averaging;

import java.util.Arrays;
import java.util.Locale;
import org.ibcavi.link.Likelihood;

/** Which members p_α of the categorical family predictions are averaged over, before data. */
public final class Average {
  /** Which texts {@link #named} takes. */
  public static final String RULE = "grid, bma, cbm, cbc or a number from 0 to 1";

  private static final int DEFAULT_GRID = 11;

  private final String name;
  private final double[] alphas;
  private final double[] priorWeights;

  private Average(String name, double[] alphas, double[] priorWeights) {
    this.name = name;
    this.alphas = alphas;
    this.priorWeights = priorWeights;
  }

  /**
   * Eleven members evenly from α = 0 to α = 1: the default.
   *
   * @return the average
   */
  public static Average grid() {
    double[] alphas = new double[DEFAULT_GRID];
    Arrays.setAll(alphas, i -> (double) i / (DEFAULT_GRID - 1));
    return new Average("grid", alphas, equal(DEFAULT_GRID));
  }

  /**
   * The published average of two: marginalization (α = 0) and conditioning (α = 1).
   *
   * @return the average
   */
  public static Average bma() {
    return new Average("bma", new double[] {0, 1}, equal(2));
  }

  /**
   * One member and nothing to average.
   *
   * @param alpha from 0 (CBM) to 1 (CBC)
   * @return the average
   */
  public static Average fixed(double alpha) {
    Likelihood.requireValid(alpha);
    return new Average(Double.toString(alpha), new double[] {alpha}, equal(1));
  }

  /**
   * Members with prior weights.
   *
   * @param alphas from 0 to 1, strictly increasing
   * @param priorWeights as many, above 0; scaled to sum to 1
   * @return the average
   */
  public static Average of(double[] alphas, double[] priorWeights) {
    if (alphas.length == 0 || alphas.length != priorWeights.length) {
      throw new IllegalArgumentException(
          alphas.length
              + " alphas with "
              + priorWeights.length
              + " prior weights; there must be as many of each and at least one");
    }
    for (int i = 0; i < alphas.length; i++) {
      Likelihood.requireValid(alphas[i]);
      if (i > 0 && alphas[i] <= alphas[i - 1]) {
        throw new IllegalArgumentException(
            "alpha " + alphas[i] + " after " + alphas[i - 1] + "; must increase strictly");
      }
      if (!(priorWeights[i] > 0) || Double.isInfinite(priorWeights[i])) {
        throw new IllegalArgumentException(
            "prior weight "
                + priorWeights[i]
                + " of alpha "
                + alphas[i]
                + "; must be above 0 and finite");
      }
    }
    double largest = Arrays.stream(priorWeights).max().orElseThrow();
    double[] scaled = Arrays.stream(priorWeights).map(weight -> weight / largest).toArray();
    double sum = Arrays.stream(scaled).sum();
    return new Average(
        "custom", alphas.clone(), Arrays.stream(scaled).map(weight -> weight / sum).toArray());
  }

  /**
   * The average of a name, as users write it.
   *
   * @param text {@code grid}, {@code bma}, {@code cbm} (α = 0), {@code cbc} (α = 1) or a number
   *     from 0 to 1
   * @return the average
   */
  public static Average named(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "grid" -> grid();
      case "bma" -> bma();
      case "cbm" -> fixed(0);
      case "cbc" -> fixed(1);
      default -> numbered(text);
    };
  }

  private static Average numbered(String text) {
    try {
      return fixed(Double.parseDouble(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("average '" + text + "'; must be " + RULE, e);
    }
  }

  private static double[] equal(int count) {
    double[] weights = new double[count];
    Arrays.fill(weights, 1.0 / count);
    return weights;
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
   * The members.
   *
   * @return a copy
   */
  public double[] alphas() {
    return alphas.clone();
  }

  /**
   * Their weights before the data are seen.
   *
   * @return a copy; they sum to 1
   */
  public double[] priorWeights() {
    return priorWeights.clone();
  }

  @Override
  public String toString() {
    return name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Average average
        && Arrays.equals(alphas, average.alphas)
        && Arrays.equals(priorWeights, average.priorWeights);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(alphas) + Arrays.hashCode(priorWeights);
  }
}
