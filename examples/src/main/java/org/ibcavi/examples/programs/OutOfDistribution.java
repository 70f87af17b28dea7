// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.ibcavi.IbCavi;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Uncertainty;

/**
 * Glass from another world: the model never sees types 5, 6 and 7, which are not window glass. The
 * mutual information, the part of the doubt that more data would remove, tells such splinters from
 * new ones of the types it knows.
 */
public final class OutOfDistribution {
  private static final int SHUFFLES = 10;

  private OutOfDistribution() {}

  /**
   * Runs it.
   *
   * @param args none
   * @throws IOException if the data cannot be read
   */
  public static void main(String[] args) throws IOException {
    // Other rows are kept back each time; one division of so few rows would say little.
    double[] mutualInformation = new double[SHUFFLES];
    double[] entropy = new double[SHUFFLES];
    for (int seed = 0; seed < SHUFFLES; seed++) {
      LabeledTable glass = LabeledTable.named("glass").shuffled(seed);
      int known = glass.classes().indexOf("5");
      TrainingData.Builder training = TrainingData.dense(glass.features().size(), known);
      DesignMatrix.Builder familiar = DesignMatrix.dense(glass.features().size());
      DesignMatrix.Builder strange = DesignMatrix.dense(glass.features().size());
      for (int i = 0; i < glass.size(); i++) {
        if (glass.label(i) >= known) {
          strange.add(glass.row(i));
        } else if (i % 3 == 0) {
          familiar.add(glass.row(i));
        } else {
          training.add(glass.row(i), glass.label(i));
        }
      }
      CategoricalModel model = IbCavi.withDefaults().fit(training.build());
      Uncertainty[] ofFamiliar = model.uncertainty(familiar.build(), 0.9);
      Uncertainty[] ofStrange = model.uncertainty(strange.build(), 0.9);
      mutualInformation[seed] = area(ofFamiliar, ofStrange, Uncertainty::mutualInformation);
      entropy[seed] = area(ofFamiliar, ofStrange, Uncertainty::entropy);
    }
    // Entropy alone is misled: far from the data a linear model is sure of itself, and wrong.
    print("mutual information", mutualInformation);
    print("entropy", entropy);
  }

  private static void print(String name, double[] areas) {
    System.out.printf(
        Locale.ROOT,
        "AUC of %s: mean %.3f, from %.3f to %.3f over %d divisions%n",
        name,
        Arrays.stream(areas).average().orElseThrow(),
        Arrays.stream(areas).min().orElseThrow(),
        Arrays.stream(areas).max().orElseThrow(),
        areas.length);
  }

  /** How often a strange row scores above a familiar one: the area under the ROC curve. */
  private static double area(
      Uncertainty[] familiar, Uncertainty[] strange, ToDoubleFunction<Uncertainty> of) {
    double area = 0;
    for (Uncertainty s : strange) {
      for (Uncertainty f : familiar) {
        int order = Double.compare(of.applyAsDouble(s), of.applyAsDouble(f));
        area += order > 0 ? 1 : order == 0 ? 0.5 : 0;
      }
    }
    return area / ((double) strange.length * familiar.length);
  }
}
