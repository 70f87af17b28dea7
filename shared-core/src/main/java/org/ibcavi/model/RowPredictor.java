// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.link.Link;
import org.ibcavi.link.PowerFamily;
import org.ibcavi.posterior.Posterior;

/** From the posterior of a row's linear predictors to its class probabilities. */
final class RowPredictor {
  /** Members with less weight than this cannot change a probability that is worth printing. */
  private static final double NEGLIGIBLE = 1e-9;

  /** Linear predictors drawn for an uncertainty, within these limits of draws. */
  private static final int UNCERTAINTY_BUDGET = 4_000_000;

  private static final int MIN_DRAWS = 200;
  private static final int MAX_DRAWS = 1000;

  /** Multiples of it fill [0, 1) evenly: the golden ratio's fractional part. */
  private static final double GOLDEN = 0.6180339887498949;

  private final Link link;
  private final Posterior posterior;
  private final AlphaWeights members;
  private final Prediction prediction;

  RowPredictor(Link link, Posterior posterior, AlphaWeights average, Prediction prediction) {
    this.link = link;
    this.posterior = posterior;
    this.members = average.without(NEGLIGIBLE);
    this.prediction = prediction;
  }

  double[] probabilities(double[] means, double[] variances) {
    return switch (prediction.mode()) {
      case PLUG_IN -> plugIn(means);
      case MODERATED -> moderated(means, variances);
      case MONTE_CARLO -> monteCarlo(means, variances);
    };
  }

  private double[] plugIn(double[] means) {
    Scratch scratch = new Scratch();
    for (int k = 0; k < scratch.eta.length; k++) {
      scratch.eta[k] = means[posterior.vectorOf(k)];
    }
    double[] result = new double[scratch.eta.length];
    scratch.addAverage(1, result);
    return result;
  }

  private double[] moderated(double[] means, double[] variances) {
    Scratch scratch = new Scratch();
    for (int k = 0; k < scratch.eta.length; k++) {
      scratch.eta[k] = link.moderated(means[posterior.vectorOf(k)], variance(variances, k));
    }
    double[] result = new double[scratch.eta.length];
    scratch.addAverage(1, result);
    return result;
  }

  private double variance(double[] variances, int category) {
    return variances.length == 1 ? variances[0] : variances[posterior.vectorOf(category)];
  }

  private double[] monteCarlo(double[] means, double[] variances) {
    Scratch scratch = new Scratch();
    Draws draws = new Draws(means, variances);
    double[] result = new double[scratch.eta.length];
    for (int draw = 0; draw < prediction.samples(); draw++) {
      draws.next(draw, scratch.eta);
      scratch.addAverage(1.0 / prediction.samples(), result);
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
    Scratch scratch = new Scratch();
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

  /** Memory for evaluating the family at a row's linear predictors. */
  private final class Scratch {
    private final double[] eta = new double[posterior.categories()];
    private final double[] logCdf = new double[eta.length];
    private final double[] logSurvival = new double[eta.length];
    private final double[] terms = new double[eta.length];

    void addAverage(double weight, double[] probabilities) {
      PowerFamily.terms(link, eta, eta.length, logCdf, logSurvival);
      for (int i = 0; i < members.size(); i++) {
        add(i, weight * members.weight(i), probabilities);
      }
    }

    void addMember(int member, double weight, double[] probabilities) {
      PowerFamily.terms(link, eta, eta.length, logCdf, logSurvival);
      add(member, weight, probabilities);
    }

    private void add(int member, double weight, double[] probabilities) {
      PowerFamily.addProbabilities(
          weight, members.alpha(member), logCdf, logSurvival, eta.length, terms, probabilities);
    }
  }
}
