// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Numbers groups of weights, and knows how many weights each has. */
final class Groups {
  private final PriorRegressions regressions;
  private final int[] groupOfFeature;
  private final int[] features;
  private final boolean byRegression;

  /**
   * Numbers them.
   *
   * @param regressions whose weights they are of
   * @param groupOfFeature the group of each feature among those of one regression
   * @param byRegression whether each regression has groups of its own
   */
  Groups(PriorRegressions regressions, int[] groupOfFeature, boolean byRegression) {
    this.regressions = regressions;
    this.groupOfFeature = groupOfFeature;
    this.byRegression = byRegression;
    this.features = new int[Arrays.stream(groupOfFeature).max().orElse(-1) + 1];
    Arrays.stream(groupOfFeature).forEach(group -> features[group]++);
  }

  PriorRegressions regressions() {
    return regressions;
  }

  /** Whether all regressions have the same groups. */
  boolean shared() {
    return !byRegression;
  }

  int count() {
    return (byRegression ? regressions.regressions() : 1) * features.length;
  }

  int of(int regression, int feature) {
    return (byRegression ? regression * features.length : 0) + groupOfFeature[feature];
  }

  /** Categories that a regression stands for have groups of their own, which are alike. */
  int copies(int group) {
    return byRegression ? regressions.multiplicity(group / features.length) : 1;
  }

  int weights(int group) {
    return (byRegression ? 1 : regressions.categories()) * features[group % features.length];
  }

  double copies() {
    return IntStream.range(0, count()).mapToDouble(this::copies).sum();
  }

  /** A figure of a regression's weight. */
  @FunctionalInterface
  interface Figure {
    double of(int regression, int feature);
  }

  /** The sum over the weights of each group. */
  double[] sums(Figure figure) {
    double[] sums = new double[count()];
    for (int regression = 0; regression < regressions.regressions(); regression++) {
      int share = byRegression ? 1 : regressions.multiplicity(regression);
      for (int m = 0; m < regressions.features(); m++) {
        sums[of(regression, m)] += share * figure.of(regression, m);
      }
    }
    return sums;
  }
}
