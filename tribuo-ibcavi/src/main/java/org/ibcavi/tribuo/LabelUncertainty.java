// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ibcavi.model.Uncertainty;

/**
 * How sure a model is of an example's label probabilities: how much each of them might be
 * otherwise, and how much of the doubt more training data could remove. Immutable.
 */
public final class LabelUncertainty {
  private final Uncertainty uncertainty;
  private final Map<String, Interval> intervals;

  LabelUncertainty(Uncertainty uncertainty, String[] labels) {
    this.uncertainty = uncertainty;
    double[] mean = uncertainty.mean();
    double[] deviation = uncertainty.standardDeviation();
    double[] lower = uncertainty.lower();
    double[] upper = uncertainty.upper();
    Map<String, Interval> byLabel = new LinkedHashMap<>();
    for (int k = 0; k < labels.length; k++) {
      byLabel.put(labels[k], new Interval(mean[k], deviation[k], lower[k], upper[k]));
    }
    intervals = Collections.unmodifiableMap(byLabel);
  }

  /**
   * The posterior of a label's probability.
   *
   * @param mean its mean; those of all labels sum to 1
   * @param standardDeviation its standard deviation
   * @param lower the lower end of its central credible interval
   * @param upper the upper end of its central credible interval
   */
  public record Interval(double mean, double standardDeviation, double lower, double upper) {}

  /**
   * The probability that an interval holds.
   *
   * @return such as 0.9
   */
  public double level() {
    return uncertainty.level();
  }

  /**
   * The posterior of each label's probability.
   *
   * @return every label, in the order of the label ids
   */
  public Map<String, Interval> intervals() {
    return intervals;
  }

  /**
   * All the uncertainty about the label, in nats.
   *
   * @return {@link #expectedEntropy()} + {@link #mutualInformation()}
   */
  public double entropy() {
    return uncertainty.entropy();
  }

  /**
   * The rest, which would stay if the coefficients were known: noise in the data.
   *
   * @return in nats
   */
  public double expectedEntropy() {
    return uncertainty.expectedEntropy();
  }

  /**
   * The part that more training data would remove. Large for examples unlike those seen.
   *
   * @return in nats
   */
  public double mutualInformation() {
    return uncertainty.mutualInformation();
  }
}
