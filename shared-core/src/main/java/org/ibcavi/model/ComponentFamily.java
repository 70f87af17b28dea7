// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.link.Link;
import org.ibcavi.link.PowerAverage;
import org.ibcavi.link.PowerFamily;
import org.ibcavi.posterior.Posterior;

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

  ComponentFamily(Component component, UnseenCategories unseen) {
    this.component = component;
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

  /** Adds this component's share of the probability of each category. */
  void addProbabilities(RowPredictors row, Prediction prediction, double[] probabilities) {
    switch (prediction.mode()) {
      case PLUG_IN -> throw new IllegalArgumentException("plug-in predictions need no variances");
      case MODERATED -> addAt(moderated(row), 0, probabilities);
      case MONTE_CARLO -> addMonteCarlo(row, prediction, probabilities);
    }
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
  private void addMonteCarlo(RowPredictors row, Prediction prediction, double[] probabilities) {
    Draws draws = new Draws(row, prediction.seed());
    for (int draw = 0; draw < prediction.samples(); draw++) {
      average.add(weight() / prediction.samples(), draws.next(), 0, once, probabilities);
    }
  }

  /** Draws of a row's linear predictors in antithetic pairs; the same noise for every row. */
  final class Draws {
    private final SplittableRandom random;
    private final RowPredictors row;
    private final double[] deviations;
    private final double[] noise = new double[once.length];
    private final double[] eta = new double[once.length];
    private boolean fresh = true;

    Draws(RowPredictors row, long seed) {
      this.random = new SplittableRandom(seed);
      this.row = row;
      this.deviations = new double[multiplicities.length];
      Arrays.setAll(deviations, j -> Math.sqrt(row.variance(j)));
    }

    /** The next draw, one for each category; not copied. */
    double[] next() {
      for (int k = 0; k < noise.length; k++) {
        int vector = posterior.vectorOf(k);
        noise[k] = fresh ? random.nextGaussian() : -noise[k];
        double value = Math.fma(noise[k], deviations[vector], row.mean(vector));
        eta[k] = once[k] == 0 ? Double.NEGATIVE_INFINITY : value;
      }
      fresh = !fresh;
      return eta;
    }
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
