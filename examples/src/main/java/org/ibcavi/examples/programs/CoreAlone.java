// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.RankedCategory;
import org.ibcavi.model.Uncertainty;

/** The core without a toolkit: fit, predict, ask how sure it is, save and load. */
public final class CoreAlone {
  private CoreAlone() {}

  /**
   * Runs it.
   *
   * @param args none
   * @throws IOException if the data cannot be read or the model not saved
   */
  public static void main(String[] args) throws IOException {
    // Which of eleven vowels was spoken? Ten features, of which a third of the rows is kept back.
    LabeledTable vowels = LabeledTable.named("vowel").shuffled(1);
    int trainingRows = vowels.size() * 2 / 3;

    // Rows and labels go in one by one; sparse rows have a builder of their own.
    TrainingData.Builder builder =
        TrainingData.dense(vowels.features().size(), vowels.classes().size());
    for (int i = 0; i < trainingRows; i++) {
      builder.add(vowels.row(i), vowels.label(i));
    }

    // Nothing needs tuning. The report says what was fitted, how it ended and how long it took.
    CategoricalModel model = IbCavi.withDefaults().threads(2).fit(builder.build());
    System.out.println(model.report());

    // Probabilities of one row; all eleven sum to 1.
    double[] row = vowels.row(trainingRows);
    System.out.println("truly " + vowels.classes().get(vowels.label(trainingRows)));
    for (RankedCategory ranked : model.topCategories(row, 3)) {
      System.out.printf(
          Locale.ROOT,
          "%s with probability %.3f%n",
          vowels.classes().get(ranked.category()),
          ranked.probability());
    }

    // How sure the model is of them, and how much of the doubt more data would remove.
    Uncertainty uncertainty = model.uncertainty(row);
    System.out.printf(
        Locale.ROOT,
        "entropy %.2f nats: %.2f noise, %.2f lack of data%n",
        uncertainty.entropy(),
        uncertainty.expectedEntropy(),
        uncertainty.mutualInformation());

    // What a feature says about a class, on the feature's own scale.
    CoefficientSummary coefficients = model.coefficients(0, 0.95);
    System.out.printf(
        Locale.ROOT,
        "%s for %s: %.2f, 95 %% interval [%.2f, %.2f]%n",
        vowels.features().get(1),
        vowels.classes().get(0),
        coefficients.mean(1),
        coefficients.lower(1),
        coefficients.upper(1));

    // A model file is versioned and checksummed; the loaded model gives the same bits.
    Path path = Files.createTempFile("vowels", ".ibcavi");
    try {
      ModelFile.save(model, path);
      double[] again = ModelFile.load(path).probabilities(row);
      System.out.println(
          "loaded model agrees: " + java.util.Arrays.equals(again, model.probabilities(row)));
    } finally {
      Files.delete(path);
    }
    System.out.printf(
        Locale.ROOT,
        "accuracy %.3f on %d rows not seen%n",
        accuracy(model, vowels.rows(trainingRows, vowels.size())),
        vowels.size() - trainingRows);
  }

  private static double accuracy(CategoricalModel model, LabeledTable test) {
    int right = 0;
    for (int i = 0; i < test.size(); i++) {
      right += model.topCategories(test.row(i), 1).get(0).category() == test.label(i) ? 1 : 0;
    }
    return (double) right / test.size();
  }
}
