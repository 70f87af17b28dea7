// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.evaluation.ProbabilityEvaluator;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.Method;

/**
 * The NLU intents as tf-idf values and as indicators of words, by the default and by the binary
 * stage alone: scores on the test texts, and seconds of the second fit in the process. Argument:
 * the directory of nlu-intents-train.tsv and nlu-intents-test.tsv.
 */
public final class IntentComparison {
  private IntentComparison() {}

  /**
   * Runs it.
   *
   * @param args directory
   * @throws IOException if a file cannot be read
   */
  public static void main(String[] args) throws IOException {
    List<IntentTexts.Text> texts = IntentTexts.read(Path.of(args[0], "nlu-intents-train.tsv"));
    List<IntentTexts.Text> later = IntentTexts.read(Path.of(args[0], "nlu-intents-test.tsv"));
    IbCavi defaults = IbCavi.withDefaults().threads(2);
    System.out.println("| values | way | log loss | accuracy | ECE | seconds |");
    System.out.println("|---|---|---|---|---|---|");
    for (boolean weighted : new boolean[] {true, false}) {
      IntentTexts language = new IntentTexts(texts, 2, weighted);
      TrainingData training = language.rows(texts);
      TrainingData test = language.rows(later);
      String values = weighted ? "tf-idf" : "indicators";
      print(values + " | default", defaults, training, test);
      print(values + " | binary stage alone", defaults.method(Method.BINARY), training, test);
    }
  }

  private static void print(String name, IbCavi way, TrainingData training, TrainingData test) {
    way.fit(training); // For the compiler.
    long start = System.nanoTime();
    CategoricalModel model = way.fit(training);
    double seconds = (System.nanoTime() - start) * 1e-9;
    double[][] probabilities = model.probabilities(test.features());
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
    for (int i = 0; i < probabilities.length; i++) {
      evaluator.add(probabilities[i], test.label(i), 1);
    }
    ProbabilityScores scores = evaluator.scores();
    System.out.printf(
        Locale.ROOT,
        "| %s | %.4f | %.4f | %.4f | %.2f |%n",
        name,
        scores.logLoss(),
        scores.accuracy(),
        scores.expectedCalibrationError(),
        seconds);
  }
}
