// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.link.PowerFamily;
import org.ibcavi.posterior.Posterior;

/** From the posterior of a row's linear predictors in one component to class probabilities. */
final class ComponentFamily {
  /** Members with less weight than this cannot change a probability that is worth printing. */
  private static final double NEGLIGIBLE = 1e-9;

  private final Component component;
  private final Posterior posterior;
  private final AlphaWeights members;
  private final int[] multiplicities;
  private final int[] once;

  ComponentFamily(Component component) {
    this.component = component;
    this.posterior = component.posterior();
    this.members = component.alphas().without(NEGLIGIBLE);
    this.multiplicities = new int[posterior.means().vectors()];
    this.once = new int[posterior.categories()];
    for (int k = 0; k < once.length; k++) {
      multiplicities[posterior.vectorOf(k)]++;
      once[k] = 1;
    }
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
      case PLUG_IN -> addAt(row.means().clone(), probabilities);
      case MODERATED -> addAt(moderated(row), probabilities);
      case MONTE_CARLO -> addMonteCarlo(row, prediction, probabilities);
    }
  }

  /** Categories that share a vector have the same probability: it is computed once. */
  private void addAt(double[] eta, double[] probabilities) {
    double[] byVector = new double[eta.length];
    new Evaluation(eta, multiplicities).addAverage(weight(), byVector);
    for (int k = 0; k < probabilities.length; k++) {
      probabilities[k] += byVector[posterior.vectorOf(k)];
    }
  }

  private double[] moderated(RowPredictors row) {
    double[] eta = new double[row.means().length];
    Arrays.setAll(eta, j -> component.link().moderated(row.means()[j], row.variance(j)));
    return eta;
  }

  /** Each category has draws of its own, those that share a vector too. */
  private void addMonteCarlo(RowPredictors row, Prediction prediction, double[] probabilities) {
    Draws draws = new Draws(row, prediction.seed());
    for (int draw = 0; draw < prediction.samples(); draw++) {
      draws.next().addAverage(weight() / prediction.samples(), probabilities);
    }
  }

  /** Draws of a row's linear predictors in antithetic pairs; the same noise for every row. */
  final class Draws {
    private final SplittableRandom random;
    private final double[] means;
    private final double[] deviations;
    private final double[] noise = new double[once.length];
    private final Evaluation evaluation = new Evaluation(new double[once.length], once);
    private boolean fresh = true;

    Draws(RowPredictors row, long seed) {
      this.random = new SplittableRandom(seed);
      this.means = row.means();
      this.deviations = new double[means.length];
      Arrays.setAll(deviations, j -> Math.sqrt(row.variance(j)));
    }

    /** The family at the next draw. */
    Evaluation next() {
      for (int k = 0; k < noise.length; k++) {
        int vector = posterior.vectorOf(k);
        noise[k] = fresh ? random.nextGaussian() : -noise[k];
        evaluation.eta[k] = Math.fma(noise[k], deviations[vector], means[vector]);
      }
      fresh = !fresh;
      return evaluation;
    }
  }

  /** Linear predictors, how many categories have each, and memory for evaluating the family. */
  final class Evaluation {
    private final double[] eta;
    private final int[] counts;
    private final double[] logCdf;
    private final double[] logSurvival;
    private final double[] terms;

    private Evaluation(double[] eta, int[] counts) {
      this.eta = eta;
      this.counts = counts;
      this.logCdf = new double[eta.length];
      this.logSurvival = new double[eta.length];
      this.terms = new double[eta.length];
    }

    /** Adds the average over the members. */
    void addAverage(double weight, double[] probabilities) {
      computeTerms();
      for (int i = 0; i < members.size(); i++) {
        add(i, weight * members.weight(i), probabilities);
      }
    }

    /** Adds one member. */
    void addMember(int member, double[] probabilities) {
      computeTerms();
      add(member, 1, probabilities);
    }

    private void computeTerms() {
      PowerFamily.terms(component.link(), eta, eta.length, logCdf, logSurvival);
    }

    private void add(int member, double weight, double[] probabilities) {
      PowerFamily.addProbabilities(
          weight, members.alpha(member), logCdf, logSurvival, counts, terms, probabilities);
    }
  }
}
