// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * What the model says about the class probabilities of one row: not only the predicted ones but how
 * much they might be otherwise. Every interval holds the predicted probability. Entropies are in
 * nats.
 */
public final class Uncertainty {
  /** The level of an interval where none is asked for. */
  static final double USUAL_LEVEL = 0.9;

  /** Categories in the text; the others would make it unreadable. */
  private static final int SHOWN = 10;

  private final List<String> names;
  private final double level;
  private final double[] mean;
  private final double[] standardDeviation;
  private final double[] lower;
  private final double[] upper;
  private final double entropy;
  private final double mutualInformation;
  private final String caveat;

  Uncertainty(
      List<String> names,
      double level,
      double[] mean,
      double[] standardDeviation,
      double[] lower,
      double[] upper,
      double entropy,
      double mutualInformation,
      String caveat) {
    this.names = names;
    this.level = level;
    this.mean = mean;
    this.standardDeviation = standardDeviation;
    this.lower = lower;
    this.upper = upper;
    this.entropy = entropy;
    this.mutualInformation = Math.min(entropy, mutualInformation);
    this.caveat = caveat;
  }

  /**
   * The probability that a credible interval holds.
   *
   * @return such as 0.9
   */
  public double level() {
    return level;
  }

  /**
   * The predicted class probabilities, as {@link CategoricalModel#probabilities(double[])} gives
   * them.
   *
   * @return one for each category; they sum to 1
   */
  public double[] mean() {
    return mean.clone();
  }

  /**
   * The posterior standard deviations of the class probabilities.
   *
   * @return one for each category
   */
  public double[] standardDeviation() {
    return standardDeviation.clone();
  }

  /**
   * The lower ends of the central credible intervals, at most the predicted probabilities.
   *
   * @return one for each category
   */
  public double[] lower() {
    return lower.clone();
  }

  /**
   * The upper ends of the central credible intervals, at least the predicted probabilities.
   *
   * @return one for each category
   */
  public double[] upper() {
    return upper.clone();
  }

  /**
   * The entropy of the predicted distribution: all the uncertainty about the row's category.
   *
   * @return {@link #expectedEntropy()} + {@link #mutualInformation()}
   */
  public double entropy() {
    return entropy;
  }

  /**
   * The rest, which stays even if the coefficients were known: noise in the data. Where the
   * prediction is the mean over draws of the posterior, this is about the mean of their entropies;
   * where it is made at the means, it is what {@link #mutualInformation()} leaves of its own
   * entropy.
   *
   * @return at least 0
   */
  public double expectedEntropy() {
    return entropy - mutualInformation;
  }

  /**
   * The part that more data would remove: what the row's category would tell about the
   * coefficients, the entropy of the posterior's mean less the mean of its entropies.
   *
   * @return at least 0 and at most the entropy
   */
  public double mutualInformation() {
    return mutualInformation;
  }

  /**
   * Why intervals, deviations and what more data would remove are not to be trusted.
   *
   * @return a sentence; empty if the posterior is that of the categorical model itself, with
   *     correlations, and rows are not too few for it
   */
  public Optional<String> caveat() {
    return Optional.ofNullable(caveat);
  }

  /** The most probable categories with their intervals, a line for each, and the entropies. */
  @Override
  public String toString() {
    int shown = Math.min(SHOWN, mean.length);
    StringJoiner lines = new StringJoiner(System.lineSeparator());
    IntStream.range(0, mean.length)
        .boxed()
        .sorted(Comparator.comparingDouble(k -> -mean[k]))
        .limit(shown)
        .forEach(k -> lines.add(line(k)));
    if (shown < mean.length) {
      lines.add("… and " + (mean.length - shown) + " less probable categories");
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "entropy %.4f nats, of which more data would remove %.4f",
            entropy,
            mutualInformation));
    caveat().ifPresent(lines::add);
    return lines.toString();
  }

  private String line(int category) {
    return String.format(
        Locale.ROOT,
        "%s %.4f, %s %% interval [%.4f, %.4f]",
        names.get(category),
        mean[category],
        Percent.of(level),
        lower[category],
        upper[category]);
  }
}
