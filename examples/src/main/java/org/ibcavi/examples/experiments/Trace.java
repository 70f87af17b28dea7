// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.util.ArrayList;
import java.util.List;
import org.ibcavi.evaluation.ProbabilityScores;

/**
 * Held-out quality against training time. The clock stands while predictions are scored, and scores
 * are taken at times that grow geometrically.
 */
final class Trace {
  private static final double GROWTH = 1.25;

  private final String name;
  private final int[] labels;
  private final double budget;
  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> logLikelihoods = new ArrayList<>();
  private final List<Double> accuracies = new ArrayList<>();
  private long spent;
  private long resumed;
  private double next;

  Trace(String name, int[] labels, double budgetSeconds) {
    this.name = name;
    this.labels = labels;
    this.budget = budgetSeconds;
  }

  /** A trace of an earlier run, from its figures. */
  Trace(String name, double[] figures) {
    this(name, new int[0], 0);
    for (int i = 0; i < figures.length; i += 3) {
      seconds.add(figures[i]);
      logLikelihoods.add(figures[i + 1]);
      accuracies.add(figures[i + 2]);
    }
  }

  /** Seconds, log likelihood and accuracy of each score. */
  double[] figures() {
    double[] figures = new double[3 * seconds.size()];
    for (int i = 0; i < seconds.size(); i++) {
      figures[3 * i] = seconds.get(i);
      figures[3 * i + 1] = logLikelihoods.get(i);
      figures[3 * i + 2] = accuracies.get(i);
    }
    return figures;
  }

  /** Makes predictions when they are asked for. */
  @FunctionalInterface
  interface Predictions {
    double[][] get();
  }

  Trace start() {
    resumed = System.nanoTime();
    return this;
  }

  /** Scores if it is time to; false when the budget is used up. */
  boolean check(Predictions predictions) {
    spent += System.nanoTime() - resumed;
    double now = spent * 1e-9;
    boolean over = now >= budget;
    if (now >= next || over) {
      add(now, predictions.get());
      next = Math.max(now * GROWTH, 1e-3);
    }
    resumed = System.nanoTime();
    return !over;
  }

  /** Whether the budget is used up, between scores. */
  boolean isOver() {
    return (spent + System.nanoTime() - resumed) * 1e-9 >= budget;
  }

  /** Scores in any case. */
  void finish(Predictions predictions) {
    spent += System.nanoTime() - resumed;
    add(spent * 1e-9, predictions.get());
  }

  void add(double atSeconds, double[][] predictions) {
    ProbabilityScores scores = ProbabilityScores.of(predictions, labels);
    seconds.add(atSeconds);
    logLikelihoods.add(-scores.logLoss());
    accuracies.add(scores.accuracy());
  }

  String name() {
    return name;
  }

  boolean isEmpty() {
    return seconds.isEmpty();
  }

  double[] seconds() {
    return seconds.stream().mapToDouble(value -> value).toArray();
  }

  double[] logLikelihoods() {
    return logLikelihoods.stream().mapToDouble(value -> value).toArray();
  }

  double finalSeconds() {
    return seconds.get(seconds.size() - 1);
  }

  double finalLogLikelihood() {
    return logLikelihoods.get(logLikelihoods.size() - 1);
  }

  double finalAccuracy() {
    return accuracies.get(accuracies.size() - 1);
  }

  /** The first time at which a log likelihood was reached; NaN if it never was. */
  double secondsTo(double logLikelihood) {
    for (int i = 0; i < seconds.size(); i++) {
      if (logLikelihoods.get(i) >= logLikelihood) {
        return seconds.get(i);
      }
    }
    return Double.NaN;
  }
}
