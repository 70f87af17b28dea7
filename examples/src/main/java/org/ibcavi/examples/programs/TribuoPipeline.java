// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import java.io.IOException;
import java.util.Locale;
import org.ibcavi.examples.comparison.TribuoContender;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.tribuo.IBCaviModel;
import org.ibcavi.tribuo.IBCaviTrainer;
import org.ibcavi.tribuo.LabelUncertainty;
import org.ibcavi.tribuo.ProbabilityEvaluation;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.evaluation.LabelEvaluation;
import org.tribuo.classification.evaluation.LabelEvaluator;
import org.tribuo.evaluation.CrossValidation;

/** Tribuo: the trainer in a cross-validation, then a model and what it knows. */
public final class TribuoPipeline {
  private TribuoPipeline() {}

  /**
   * Runs it.
   *
   * @param args none
   * @throws IOException if the data cannot be read
   */
  public static void main(String[] args) throws IOException {
    MutableDataset<Label> glass = TribuoContender.dataset(LabeledTable.named("glass"));

    // Five folds. Any Tribuo trainer goes here; ours needs no transformation of the features.
    IBCaviTrainer trainer = new IBCaviTrainer().numThreads(2);
    CrossValidation<Label, LabelEvaluation> folds =
        new CrossValidation<>(trainer, glass, new LabelEvaluator(), 5, 1);
    double accuracy = 0;
    double logLoss = 0;
    for (var fold : folds.evaluate()) {
      // Tribuo's evaluation has no measure of probabilities, so one is made from its predictions.
      ProbabilityEvaluation probabilities = ProbabilityEvaluation.of(fold.getA());
      accuracy += fold.getA().accuracy() / 5;
      logLoss += probabilities.logLoss() / 5;
    }
    System.out.printf(Locale.ROOT, "5 folds: accuracy %.3f, log loss %.3f%n", accuracy, logLoss);

    // A model of all rows: the features that matter most, and the doubt about one example.
    IBCaviModel model = trainer.train(glass);
    model
        .getTopFeatures(2)
        .forEach((label, features) -> System.out.println("type " + label + ": " + features));
    LabelUncertainty uncertainty = model.getUncertainty(glass.getExample(0));
    System.out.printf(
        Locale.ROOT,
        "first example: entropy %.2f nats, of which %.2f lack of data%n",
        uncertainty.entropy(),
        uncertainty.mutualInformation());
    uncertainty
        .intervals()
        .forEach((label, interval) -> System.out.println("  type " + label + " " + interval));

    // What the learned scale and the average over the family came to.
    System.out.printf(
        Locale.ROOT,
        "weight variance %.3g, weights by α %s%n",
        model.getWeightVariance(),
        model.getAlphaWeights());
  }
}
