// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.evaluation.ProbabilityEvaluator;
import org.ibcavi.model.CategoricalModel;

/**
 * Training that goes on: a model of the first half of the intents' texts, the same continued with
 * the second half, and a model of all texts at once, by their log loss on texts held out.
 *
 * <p>Arguments: the directory of nlu-intents-train.tsv and nlu-intents-test.tsv; in how many texts
 * a word must occur to be a feature (2; with 30 the categorical stage is affordable); how many
 * times the texts are shuffled and halved (5).
 */
public final class ContinuedIntents {
  private ContinuedIntents() {}

  /**
   * Runs it.
   *
   * @param args directory, texts with a word, times
   * @throws IOException if a file cannot be read
   */
  public static void main(String[] args) throws IOException {
    int leastTexts = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int times = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    List<IntentTexts.Text> texts = IntentTexts.read(Path.of(args[0], "nlu-intents-train.tsv"));
    IntentTexts language = new IntentTexts(texts, leastTexts, true);
    TrainingData test = language.rows(IntentTexts.read(Path.of(args[0], "nlu-intents-test.tsv")));
    IbCavi settings = IbCavi.withDefaults().threads(2);
    CategoricalModel all = settings.fit(language.rows(texts));
    double atOnce = logLoss(all, test);
    System.out.printf("%d words%n%s%n", language.words(), all.report());
    System.out.println("| halves | first half | continued | all at once | ratio |");
    System.out.println("|---|---|---|---|---|");
    int half = texts.size() / 2;
    for (int seed = 1; seed <= times; seed++) {
      List<IntentTexts.Text> shuffled = new ArrayList<>(texts);
      Collections.shuffle(shuffled, new Random(seed));
      CategoricalModel first = settings.fit(language.rows(shuffled.subList(0, half)));
      TrainingData rest = language.rows(shuffled.subList(half, texts.size()));
      double continued = logLoss(settings.continuing(first).fit(rest), test);
      System.out.printf(
          Locale.ROOT,
          "| %d | %.4f | %.4f | %.4f | %.3f |%n",
          seed,
          logLoss(first, test),
          continued,
          atOnce,
          continued / atOnce);
    }
  }

  private static double logLoss(CategoricalModel model, TrainingData test) {
    double[][] p = model.probabilities(test.features());
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
    for (int i = 0; i < p.length; i++) {
      evaluator.add(p[i], test.label(i), 1);
    }
    return evaluator.scores().logLoss();
  }
}
