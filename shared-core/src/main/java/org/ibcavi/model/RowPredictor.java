// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.link.Link;
import org.ibcavi.link.PowerAverage;
import org.ibcavi.link.PowerFamily;
import org.ibcavi.posterior.Posterior;

/** From the posterior of a row's linear predictors to its class probabilities. */
final class RowPredictor {
  /** Members with less weight than this cannot change a probability that is worth printing. */
  static final double NEGLIGIBLE = 1e-9;

  /** Linear predictors drawn for an uncertainty, within these limits of draws. */
  private static final int UNCERTAINTY_BUDGET = 4_000_000;

  private static final int MIN_DRAWS = 200;
  private static final int MAX_DRAWS = 1000;

  /** Multiples of it fill [0, 1) evenly: the golden ratio's fractional part. */
  private static final double GOLDEN = 0.6180339887498949;

  private final Link link;
  private final Posterior posterior;
  private final AlphaWeights members;
  private final PowerAverage average;
  private final Prediction prediction;
  private final int[] multiplicities;
  private final int[] once;

  RowPredictor(
      Link link,
      Posterior posterior,
      AlphaWeights members,
      PowerAverage average,
      Prediction prediction) {
    this.link = link;
    this.posterior = posterior;
    this.members = members;
    this.average = average;
    this.prediction = prediction;
    this.multiplicities = new int[posterior.means().vectors()];
    this.once = new int[posterior.categories()];
    for (int k = 0; k < once.length; k++) {
      multiplicities[posterior.vectorOf(k)]++;
      once[k] = 1;
    }
  }

  /** The probability of each category. */
  double[] probabilities(double[] means, double[] variances) {
    double[] byVector = byVector(means, variances);
    double[] result = new double[once.length];
    for (int k = 0; k < result.length; k++) {
      result[k] = Math.min(1, byVector[indexOf(k)]);
    }
    return result;
  }

  /** The most probable categories, best first; of equal ones the first category first. */
  List<RankedCategory> top(double[] means, double[] variances, int count) {
    double[] byVector = byVector(means, variances);
    PriorityQueue<RankedCategory> best =
        new PriorityQueue<>(
            Comparator.comparingDouble(RankedCategory::probability)
                .thenComparing(Comparator.comparingInt(RankedCategory::category).reversed()));
    for (int k = 0; k < once.length; k++) {
      double probability = Math.min(1, byVector[indexOf(k)]);
      if (best.size() < count || probability > best.element().probability()) {
        best.add(new RankedCategory(k, probability));
      }
      if (best.size() > count) {
        best.remove();
      }
    }
    List<RankedCategory> ranked = new ArrayList<>();
    while (!best.isEmpty()) {
      ranked.add(best.remove());
    }
    Collections.reverse(ranked);
    return ranked;
  }

  /** Where {@link #byVector} has a category's probability. */
  private int indexOf(int category) {
    return prediction.mode() == PredictionMode.MONTE_CARLO
        ? category
        : posterior.vectorOf(category);
  }

  /**
   * Probabilities of one category of each coefficient vector: categories that share a vector have
   * the same. Where linear predictors are drawn, each category has draws and a probability of its
   * own.
   */
  private double[] byVector(double[] means, double[] variances) {
    return switch (prediction.mode()) {
      case PLUG_IN -> averageAt(means, multiplicities);
      case MODERATED -> averageAt(moderated(means, variances), multiplicities);
      case MONTE_CARLO -> monteCarlo(means, variances);
    };
  }

  private double[] averageAt(double[] eta, int[] counts) {
    double[] result = new double[eta.length];
    average.add(1, eta, counts, result);
    return result;
  }

  private double[] moderated(double[] means, double[] variances) {
    double[] eta = new double[means.length];
    Arrays.setAll(
        eta, j -> link.moderated(means[j], variances.length == 1 ? variances[0] : variances[j]));
    return eta;
  }

  private double variance(double[] variances, int category) {
    return variances.length == 1 ? variances[0] : variances[posterior.vectorOf(category)];
  }

  private double[] monteCarlo(double[] means, double[] variances) {
    double[] eta = new double[once.length];
    Draws draws = new Draws(means, variances);
    double[] result = new double[once.length];
    for (int draw = 0; draw < prediction.samples(); draw++) {
      draws.next(draw, eta);
      average.add(1.0 / prediction.samples(), eta, once, result);
    }
    return result;
  }

  /** Each draw is of linear predictors and of a member, so that spread counts both. */
  Uncertainty uncertainty(double[] means, double[] variances, double level) {
    int categories = posterior.categories();
    int count = Math.max(MIN_DRAWS, Math.min(MAX_DRAWS, UNCERTAINTY_BUDGET / categories));
    double[][] byCategory = new double[categories][count];
    double[] mean = new double[categories];
    double expectedEntropy = 0;
    Scratch scratch = new Scratch(new double[categories], once);
    Draws draws = new Draws(means, variances);
    for (int draw = 0; draw < count; draw++) {
      draws.next(draw, scratch.eta);
      double[] p = new double[categories];
      scratch.addMember(memberOf(draw), 1, p);
      expectedEntropy += entropy(p) / count;
      for (int k = 0; k < categories; k++) {
        byCategory[k][draw] = p[k];
        mean[k] += p[k] / count;
      }
    }
    double[] deviation = new double[categories];
    double[] lower = new double[categories];
    double[] upper = new double[categories];
    for (int k = 0; k < categories; k++) {
      double center = mean[k];
      double squares = Arrays.stream(byCategory[k]).map(p -> (p - center) * (p - center)).sum();
      deviation[k] = Math.sqrt(squares / (count - 1));
      Arrays.sort(byCategory[k]);
      lower[k] = quantile(byCategory[k], 0.5 - 0.5 * level);
      upper[k] = quantile(byCategory[k], 0.5 + 0.5 * level);
    }
    return new Uncertainty(level, mean, deviation, lower, upper, entropy(mean), expectedEntropy);
  }

  /** Members in turn, each as often as its weight says. */
  private int memberOf(int draw) {
    double at = (draw + 0.5) * GOLDEN;
    double rest = at - Math.floor(at);
    int member = 0;
    while (member < members.size() - 1 && rest >= members.weight(member)) {
      rest -= members.weight(member++);
    }
    return member;
  }

  /** Linear between the order statistics (type 7 of Hyndman and Fan 1996). */
  private static double quantile(double[] sorted, double p) {
    double at = p * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  private static double entropy(double[] p) {
    double sum = 0;
    for (double value : p) {
      sum -= value > 0 ? value * Math.log(value) : 0;
    }
    return sum;
  }

  /** Draws of a row's linear predictors in antithetic pairs; the same noise for every row. */
  private final class Draws {
    private final SplittableRandom random = new SplittableRandom(prediction.seed());
    private final double[] noise = new double[posterior.categories()];
    private final double[] means;
    private final double[] deviations;

    Draws(double[] means, double[] variances) {
      this.means = means;
      this.deviations = Arrays.stream(variances).map(Math::sqrt).toArray();
    }

    void next(int draw, double[] eta) {
      boolean fresh = draw % 2 == 0;
      for (int k = 0; k < eta.length; k++) {
        noise[k] = fresh ? random.nextGaussian() : -noise[k];
        eta[k] = Math.fma(noise[k], variance(deviations, k), means[posterior.vectorOf(k)]);
      }
    }
  }

  /** Linear predictors, how many categories have each, and memory for evaluating the family. */
  private final class Scratch {
    private final double[] eta;
    private final int[] counts;
    private final double[] logCdf;
    private final double[] logSurvival;
    private final double[] terms;

    Scratch(double[] eta, int[] counts) {
      this.eta = eta;
      this.counts = counts;
      this.logCdf = new double[eta.length];
      this.logSurvival = new double[eta.length];
      this.terms = new double[eta.length];
    }

    void addMember(int member, double weight, double[] probabilities) {
      PowerFamily.terms(link, eta, eta.length, logCdf, logSurvival);
      PowerFamily.addProbabilities(
          weight, members.alpha(member), logCdf, logSurvival, counts, terms, probabilities);
    }
  }
}
