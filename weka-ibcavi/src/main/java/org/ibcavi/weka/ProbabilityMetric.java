// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.List;
import org.ibcavi.evaluation.ProbabilityEvaluator;
import org.ibcavi.evaluation.ProbabilityScores;
import weka.classifiers.evaluation.AbstractEvaluationMetric;
import weka.classifiers.evaluation.NominalPrediction;
import weka.classifiers.evaluation.Prediction;
import weka.classifiers.evaluation.StandardEvaluationMetric;
import weka.core.Instance;
import weka.core.Utils;

/**
 * What Weka asks of a metric that looks at class probabilities. The weighted mean over test
 * instances that have a class; smaller is better.
 */
abstract class ProbabilityMetric extends AbstractEvaluationMetric
    implements StandardEvaluationMetric {
  private static final long serialVersionUID = 1L;

  /** Width of a name and of a number in Weka's summary. */
  private static final int NAME_WIDTH = 35;

  private static final int NUMBER_WIDTH = 12;

  private final String name;
  private final String description;
  private final ProbabilityEvaluator evaluator = new ProbabilityEvaluator();

  ProbabilityMetric(String name, String description) {
    this.name = name;
    this.description = description;
  }

  /** Which of the scores this is. */
  abstract double value(ProbabilityScores scores);

  /** Counts one prediction. */
  final void add(double[] probabilities, int actual, double weight) {
    evaluator.add(probabilities, actual, weight);
  }

  /** The value so far; NaN if nothing was counted. */
  final double value() {
    double counted = value(evaluator.scores());
    return Double.isNaN(counted) && m_baseEvaluation != null ? ofAllPredictions() : counted;
  }

  /**
   * From the predictions that the evaluation keeps. The KnowledgeFlow adds up the evaluations of
   * folds, their predictions among them, but tells the metrics nothing.
   */
  private double ofAllPredictions() {
    ProbabilityEvaluator all = new ProbabilityEvaluator();
    List<Prediction> kept = m_baseEvaluation.predictions();
    for (Prediction each : kept == null ? List.<Prediction>of() : kept) {
      boolean known = !Utils.isMissingValue(each.actual()) && each.weight() > 0;
      if (known && each instanceof NominalPrediction prediction) {
        all.add(prediction.distribution(), (int) each.actual(), each.weight());
      }
    }
    return value(all.scores());
  }

  @Override
  public final boolean appliesToNominalClass() {
    return true;
  }

  @Override
  public final boolean appliesToNumericClass() {
    return false;
  }

  @Override
  public final String getMetricName() {
    return name;
  }

  @Override
  public final String getMetricDescription() {
    return description;
  }

  @Override
  public final List<String> getStatisticNames() {
    return List.of(name.replace(' ', '_'));
  }

  @Override
  public final double getStatistic(String statName) {
    if (!getStatisticNames().contains(statName)) {
      throw new UnknownStatisticException(
          "statistic '" + statName + "'; must be one of " + getStatisticNames());
    }
    return value();
  }

  @Override
  public final boolean statisticIsMaximisable(String statName) {
    return false;
  }

  @Override
  public final String toSummaryString() {
    return Utils.padRight(name, NAME_WIDTH) + Utils.doubleToString(value(), NUMBER_WIDTH, 4) + "\n";
  }

  @Override
  public final void updateStatsForClassifier(double[] predictedDistribution, Instance instance) {
    if (!instance.classIsMissing() && instance.weight() > 0) {
      add(predictedDistribution, (int) instance.classValue(), instance.weight());
    }
  }

  @Override
  public final void updateStatsForPredictor(double predictedValue, Instance instance) {
    // There are no class probabilities of a numeric class.
  }
}
