// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.family.PowerAverage;
import org.ibcavi.family.PowerFamily;
import org.ibcavi.link.Link;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.problem.Draws;
import org.ibcavi.settings.PredictionMode;

/** From the posterior of a row's linear predictors in one component to class probabilities. */
final class ComponentFamily {
  /** Members with less weight than this cannot change a probability that is worth printing. */
  private static final double NEGLIGIBLE = 1e-9;

  private final Component component;
  private final Posterior posterior;
  private final AlphaWeights members;
  private final PowerAverage average;
  private final int[] multiplicities;
  private final int[] once;
  private final boolean inOrder;
  private final boolean someLeftOut;
  private final boolean averages;

  /**
   * Prepares a component.
   *
   * @param component the component
   * @param unseen categories that it has nothing to say about
   * @param averages whether the mean over draws suits it if its prior is wide
   */
  ComponentFamily(Component component, UnseenCategories unseen, boolean averages) {
    this.component = component;
    this.averages = averages && component.prior().isWide();
    this.posterior = component.posterior();
    this.members = component.alphas().without(NEGLIGIBLE);
    this.average = average(component.link(), members);
    this.multiplicities = new int[posterior.vectors()];
    this.once = new int[posterior.categories()];
    for (int k = 0; k < once.length; k++) {
      once[k] = unseen.contains(k) ? 0 : 1;
      multiplicities[posterior.vectorOf(k)] += once[k];
    }
    this.someLeftOut = Arrays.stream(multiplicities).anyMatch(count -> count == 0);
    this.inOrder =
        multiplicities.length == once.length
            && IntStream.range(0, once.length).allMatch(k -> posterior.vectorOf(k) == k);
  }

  private static PowerAverage average(Link link, AlphaWeights members) {
    double[] alphas = new double[members.size()];
    double[] weights = new double[members.size()];
    Arrays.setAll(alphas, members::alpha);
    Arrays.setAll(weights, members::weight);
    return new PowerAverage(link, alphas, weights);
  }

  double weight() {
    return component.weight();
  }

  AlphaWeights members() {
    return members;
  }

  /**
   * The way in which this component predicts.
   *
   * @param asked that of the model, perhaps AUTO
   * @return any but AUTO
   */
  PredictionMode mode(PredictionMode asked) {
    return asked.orElse(averages);
  }

  /**
   * Adds this component's share of the probability of each category.
   *
   * @param row the row's linear predictors
   * @param asked the model's way to predict
   * @param noise draws for every category; not read unless the mean over draws is asked for
   * @param probabilities running sums
   */
  void addProbabilities(
      RowPredictors row, PredictionMode asked, Draws noise, double[] probabilities) {
    PredictionMode mode = mode(asked);
    if (mode == PredictionMode.MONTE_CARLO) {
      addMonteCarlo(row, noise, probabilities);
    } else if (row.hasOffsets()) {
      average.add(weight(), withOffsets(row, mode), 0, once, probabilities);
    } else {
      addAt(mode == PredictionMode.MODERATED ? moderated(row) : means(row), 0, probabilities);
    }
  }

  /**
   * A linear predictor for each category: those that share a vector may differ in their offsets.
   */
  private double[] withOffsets(RowPredictors row, PredictionMode mode) {
    double[] eta = new double[once.length];
    for (int k = 0; k < eta.length; k++) {
      int vector = posterior.vectorOf(k);
      double mean = once[k] == 0 ? Double.NEGATIVE_INFINITY : row.mean(vector, k);
      eta[k] =
          once[k] > 0 && mode == PredictionMode.MODERATED
              ? component.link().moderated(mean, row.variance(vector))
              : mean;
    }
    return eta;
  }

  private double[] means(RowPredictors row) {
    double[] eta = new double[multiplicities.length];
    Arrays.setAll(eta, row::mean);
    return eta;
  }

  /**
   * Adds this component's share at known linear predictors, of each vector, which begin at {@code
   * from} and may be overwritten. Categories that share a vector have the same probability: it is
   * computed once. Those that were left out get none.
   */
  void addAt(double[] eta, int from, double[] probabilities) {
    for (int j = 0; someLeftOut && j < multiplicities.length; j++) {
      eta[from + j] = multiplicities[j] == 0 ? Double.NEGATIVE_INFINITY : eta[from + j];
    }
    if (inOrder) {
      average.add(weight(), eta, from, multiplicities, probabilities);
      return;
    }
    double[] byVector = new double[multiplicities.length];
    average.add(weight(), eta, from, multiplicities, byVector);
    for (int k = 0; k < probabilities.length; k++) {
      probabilities[k] += byVector[posterior.vectorOf(k)];
    }
  }

  private double[] moderated(RowPredictors row) {
    double[] eta = new double[multiplicities.length];
    Arrays.setAll(eta, j -> component.link().moderated(row.mean(j), row.variance(j)));
    return eta;
  }

  /** Each category has draws of its own, those that share a vector too. */
  private void addMonteCarlo(RowPredictors row, Draws noise, double[] probabilities) {
    int categories = once.length;
    double[] deviations = deviations(row);
    double[] eta = new double[categories];
    double share = weight() / noise.count();
    double[] set = noise.set(0);
    for (int draw = 0; draw < noise.count(); draw++) {
      double sign = (draw & 1) == 0 ? 1 : -1;
      int from = (draw >> 1) * categories;
      for (int k = 0; k < categories; k++) {
        eta[k] = drawn(row, deviations, k, sign * set[from + k]);
      }
      average.add(share, eta, 0, once, probabilities);
    }
  }

  /** A category's linear predictor, so many standard deviations from its mean; none if unseen. */
  private double drawn(RowPredictors row, double[] deviations, int category, double noise) {
    int vector = posterior.vectorOf(category);
    return once[category] == 0
        ? Double.NEGATIVE_INFINITY
        : Math.fma(noise, deviations[vector], row.mean(vector, category));
  }

  private double[] deviations(RowPredictors row) {
    double[] deviations = new double[multiplicities.length];
    Arrays.setAll(deviations, j -> Math.sqrt(row.variance(j)));
    return deviations;
  }

  /** Draws of a row's linear predictors in antithetic pairs; the same noise for every row. */
  final class RandomDraws {
    private final SplittableRandom random;
    private final RowPredictors row;
    private final int[] order;
    private final double[] deviations;
    private final double[] noise = new double[once.length];
    private final double[] eta = new double[once.length];
    private boolean fresh = true;

    /** The random numbers go to the categories in an order. */
    RandomDraws(RowPredictors row, int[] order, long seed) {
      this.order = order;
      this.random = new SplittableRandom(seed);
      this.row = row;
      this.deviations = deviations(row);
    }

    /** The next draw, one for each category; not copied. */
    double[] next() {
      for (int k : order) {
        noise[k] = fresh ? random.nextGaussian() : -noise[k];
        eta[k] = drawn(row, deviations, k, noise[k]);
      }
      fresh = !fresh;
      return eta;
    }
  }

  /** Gives categories without rows linear predictors of no probability. */
  void leaveOutUnseen(double[] eta) {
    Arrays.setAll(eta, k -> once[k] == 0 ? Double.NEGATIVE_INFINITY : eta[k]);
  }

  /** Adds the probabilities of one member at linear predictors of every category. */
  void addMember(int member, double[] eta, double[] probabilities) {
    double[] logCdf = new double[eta.length];
    double[] logSurvival = new double[eta.length];
    PowerFamily.terms(component.link(), eta, eta.length, logCdf, logSurvival);
    PowerFamily.addProbabilities(
        1, members.alpha(member), logCdf, logSurvival, once, new double[eta.length], probabilities);
  }
}
