// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;

/**
 * The stick-breaking form of multinomial regression (Linderman, Johnson and Adams, NeurIPS 2015):
 * categories are asked for one after the other, and the j-th takes the share σ(η_j) of what those
 * before it left,
 *
 * <pre>
 *   π_j = σ(η_j) Π_{i&lt;j} (1 − σ(η_i)),    the last takes the rest.
 * </pre>
 *
 * <p>What it can express depends on the order. There are K − 1 linear predictors, in that order.
 */
public final class StickBreaking implements CategoricalLikelihood {
  private final int[] order;
  private final int[] positions;

  private StickBreaking(int[] order) {
    this.order = order;
    this.positions = new int[order.length];
    for (int j = 0; j < order.length; j++) {
      positions[order[j]] = j;
    }
  }

  /**
   * Asks for categories in a given order.
   *
   * @param order each category from 0 to K − 1 once
   * @return the likelihood
   */
  public static StickBreaking inOrder(int... order) {
    int[] sorted = order.clone();
    Arrays.sort(sorted);
    if (!Arrays.equals(sorted, IntStream.range(0, order.length).toArray())) {
      throw new IllegalArgumentException(
          "order " + Arrays.toString(order) + "; must name each category from 0 once");
    }
    return new StickBreaking(order.clone());
  }

  /**
   * Asks for the category with the most rows first; of two with as many, for the smaller index.
   *
   * @param data rows and labels
   * @return the likelihood
   */
  public static StickBreaking byFrequency(TrainingData data) {
    double[] rows = data.categoryWeights();
    return new StickBreaking(
        IntStream.range(0, rows.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -rows[k]))
            .mapToInt(k -> k)
            .toArray());
  }

  /**
   * Asks for categories in a random order.
   *
   * @param categories K
   * @param seed of the order
   * @return the likelihood
   */
  public static StickBreaking shuffled(int categories, long seed) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, categories).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    return new StickBreaking(order.stream().mapToInt(k -> k).toArray());
  }

  /**
   * The order.
   *
   * @return categories in the order in which they are asked for; a copy
   */
  public int[] order() {
    return order.clone();
  }

  /** A logistic regression for each stick, on the rows that earlier sticks have left. */
  BinaryRegressions regressions(TrainingData data, double precision) {
    return new BinaryRegressions(
        data, precision, BinaryAugmentation.LOGIT, predictors(), this::sign);
  }

  /** The sign of a category in a stick's regression: +1 if it takes the stick, 0 if gone before. */
  private int sign(int stick, int category) {
    int position = positions[category];
    return position == stick ? 1 : position > stick ? -1 : 0;
  }

  @Override
  public int categories() {
    return order.length;
  }

  @Override
  public int predictors() {
    return order.length - 1;
  }

  @Override
  public void probabilities(double[] eta, double[] p) {
    double logRest = 0;
    for (int j = 0; j < eta.length; j++) {
      p[order[j]] = Math.exp(logRest + Link.LOGIT.logCdf(eta[j]));
      logRest += Link.LOGIT.logSurvival(eta[j]);
    }
    p[order[eta.length]] = Math.exp(logRest);
  }

  @Override
  public int simulate(double[] eta, RandomGenerator random) {
    int j = 0;
    while (j < eta.length && random.nextDouble() >= 1 / (1 + Math.exp(-eta[j]))) {
      j++;
    }
    return order[j];
  }
}
