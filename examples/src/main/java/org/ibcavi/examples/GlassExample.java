// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.finish.Finish;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.RankedCategory;
import org.ibcavi.model.Uncertainty;

/**
 * Which type of glass is a splinter from? Fits 143 of 214 samples with the defaults, predicts the
 * other 71, and shows how sure the model is of three of them.
 */
public final class GlassExample {
  private GlassExample() {}

  /**
   * Runs it.
   *
   * @param args none
   * @throws IOException if the embedded data cannot be read
   */
  public static void main(String[] args) throws IOException {
    LabeledTable glass = LabeledTable.read("glass.csv", 1);
    int trainingRows = glass.size() * 2 / 3;
    TrainingData.DenseBuilder builder =
        TrainingData.dense(glass.features().size(), glass.classes().size());
    for (int i = 0; i < trainingRows; i++) {
      builder.add(glass.row(i), glass.label(i));
    }
    TrainingData training = builder.build();

    IbCavi defaults = IbCavi.withDefaults().threads(2);
    CategoricalModel model = defaults.fit(training);
    System.out.printf("%n%-16s %9s %9s%n", "model", "accuracy", "log loss");
    for (Link link : Link.ALL) {
      CategoricalModel binary = defaults.link(link).finish(Finish.none()).fit(training);
      printQuality(link.name() + ", no finish", binary, glass, trainingRows);
    }
    printQuality("finished", model, glass, trainingRows);

    System.out.printf("%nHow the finished model was fitted%n%s", model.report());
    printCoefficients(model, glass);
    printUncertainty(model, glass, trainingRows);
  }

  private static void printQuality(
      String name, CategoricalModel model, LabeledTable glass, int firstTest) {
    int right = 0;
    double logLoss = 0;
    for (int i = firstTest; i < glass.size(); i++) {
      double[] p = model.probabilities(glass.row(i));
      right += model.topCategories(glass.row(i), 1).get(0).category() == glass.label(i) ? 1 : 0;
      logLoss -= Math.log(p[glass.label(i)]);
    }
    int tests = glass.size() - firstTest;
    System.out.printf(
        Locale.ROOT, "%-16s %9.3f %9.3f%n", name, (double) right / tests, logLoss / tests);
  }

  private static void printCoefficients(CategoricalModel model, LabeledTable glass) {
    int type = glass.classes().indexOf("7");
    CoefficientSummary summary = model.coefficients(type, 0.95);
    System.out.printf(
        "%nCoefficients of type 7 (headlamps), on the original scale, with 95 %% intervals%n");
    for (int m = 0; m < glass.features().size(); m++) {
      System.out.printf(
          Locale.ROOT,
          "%-4s %9.3f  [%9.3f, %9.3f]%n",
          glass.features().get(m),
          summary.mean(m),
          summary.lower(m),
          summary.upper(m));
    }
  }

  /** The surest test row, the one most torn between types, and the least like the training data. */
  private static void printUncertainty(CategoricalModel model, LabeledTable glass, int firstTest) {
    Uncertainty[] all = new Uncertainty[glass.size()];
    for (int i = firstTest; i < glass.size(); i++) {
      all[i] = model.uncertainty(glass.row(i));
    }
    List<Integer> tests = IntStream.range(firstTest, glass.size()).boxed().toList();
    Comparator<Integer> byEntropy = Comparator.comparingDouble(i -> all[i].entropy());
    Comparator<Integer> byNoise = Comparator.comparingDouble(i -> all[i].expectedEntropy());
    Comparator<Integer> byDoubt = Comparator.comparingDouble(i -> all[i].mutualInformation());
    print("The surest prediction", tests.stream().min(byEntropy).orElseThrow(), all, model, glass);
    print("Most torn between types", tests.stream().max(byNoise).orElseThrow(), all, model, glass);
    print("Most to learn from", tests.stream().max(byDoubt).orElseThrow(), all, model, glass);
  }

  private static void print(
      String title, int i, Uncertainty[] all, CategoricalModel model, LabeledTable glass) {
    Uncertainty uncertainty = all[i];
    System.out.printf(
        Locale.ROOT,
        "%n%s: truly type %s; entropy %.2f nats, of which %.2f noise and %.2f lack of data%n",
        title,
        glass.classes().get(glass.label(i)),
        uncertainty.entropy(),
        uncertainty.expectedEntropy(),
        uncertainty.mutualInformation());
    for (RankedCategory ranked : model.topCategories(glass.row(i), 3)) {
      int k = ranked.category();
      System.out.printf(
          Locale.ROOT,
          "  type %s with probability %.2f, 90 %% interval [%.2f, %.2f]%n",
          glass.classes().get(k),
          uncertainty.mean()[k],
          uncertainty.lower()[k],
          uncertainty.upper()[k]);
    }
  }
}
