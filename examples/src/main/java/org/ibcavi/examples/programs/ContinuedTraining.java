// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import java.io.IOException;
import java.util.Locale;
import org.ibcavi.IbCavi;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.model.CategoricalModel;

/** New rows arrive and the old ones are gone: the posterior of the first fit is the next prior. */
public final class ContinuedTraining {
  private ContinuedTraining() {}

  /**
   * Runs it.
   *
   * @param args none
   * @throws IOException if the data cannot be read
   */
  public static void main(String[] args) throws IOException {
    // Letters in three deliveries of 2000, and 4000 to test with.
    LabeledTable letters = LabeledTable.named("letter").shuffled(1);
    LabeledTable test = letters.rows(letters.size() - 4000, letters.size());
    IbCavi settings = IbCavi.withDefaults().threads(2);

    CategoricalModel model = settings.fit(letters.rows(0, 2000).trainingData());
    print("first delivery", model, test);
    for (int delivery = 1; delivery < 3; delivery++) {
      LabeledTable rows = letters.rows(2000 * delivery, 2000 * (delivery + 1));
      // Link, standardization and scale stay those of the first fit; only its posterior moves on.
      model = settings.continuing(model).fit(rows.trainingData());
      print("and one more", model, test);
    }

    // What a fit to all rows at once would have learned: the normal posteriors lose a little.
    print("all at once", settings.fit(letters.rows(0, 6000).trainingData()), test);
  }

  private static void print(String name, CategoricalModel model, LabeledTable test) {
    ProbabilityScores scores =
        ProbabilityScores.of(model.probabilities(test.matrix()), test.labels());
    System.out.printf(
        Locale.ROOT,
        "%-14s: log loss %.4f, accuracy %.4f%n",
        name,
        scores.logLoss(),
        scores.accuracy());
  }
}
