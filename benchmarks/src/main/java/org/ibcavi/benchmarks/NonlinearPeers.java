// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.evaluation.Score;
import smile.classification.GradientTreeBoost;
import smile.data.DataFrame;
import smile.data.formula.Formula;
import smile.data.vector.IntVector;
import smile.math.MathEx;
import weka.classifiers.functions.SMO;
import weka.classifiers.functions.supportVector.RBFKernel;
import weka.classifiers.trees.RandomForest;
import weka.core.SelectedTag;

/** Classifiers that are not linear in the features, tuned as their users do. */
final class NonlinearPeers {
  private static final double[] RATES = {0.03, 0.1, 0.3};
  private static final int TREES = 200;
  private static final int FEWEST_TREES = 25;

  /** Kernel widths in units of 1 / features, of standardized features. */
  private static final double[] GAMMAS = {0.1, 0.3, 1, 3};

  private static final double[] COSTS = {0.1, 1, 10, 100};
  private static final int TUNING_FOLDS = 3;
  private static final int BOOSTING_FOLDS = 5;

  private NonlinearPeers() {}

  /** Weka's random forest as it comes. */
  static Contender forest() {
    return Contender.weka(RandomForest::new);
  }

  /** The same with probabilities mixed with even ones. */
  static Contender smoothed(Contender contender, double share) {
    return (training, test) -> {
      double[][] p = contender.predict(training, test);
      for (double[] row : p) {
        Arrays.setAll(row, k -> (1 - share) * row[k] + share / row.length);
      }
      return p;
    };
  }

  /** Weka's SMO with an RBF kernel and calibration, tuned by cross-validated accuracy. */
  static Contender supportVectors() {
    return (training, test) -> {
      int[] part = training.deal(TUNING_FOLDS, 0);
      double best = -1;
      Contender chosen = null;
      for (double cost : COSTS) {
        for (double gamma : GAMMAS) {
          int right = 0;
          for (int fold = 0; fold < TUNING_FOLDS; fold++) {
            DataTable.Split split = training.split(part, fold);
            Contender plain = smo(cost, gamma / training.columns(), false);
            right += right(plain.predict(split.training(), split.test()), split.test());
          }
          if (right > best) {
            best = right;
            chosen = smo(cost, gamma / training.columns(), true);
          }
        }
      }
      return chosen.predict(training, test);
    };
  }

  private static Contender smo(double cost, double gamma, boolean calibrated) {
    return Contender.weka(
        () -> {
          RBFKernel kernel = new RBFKernel();
          kernel.setGamma(gamma);
          SMO smo = new SMO();
          smo.setC(cost);
          smo.setKernel(kernel);
          smo.setFilterType(new SelectedTag(SMO.FILTER_STANDARDIZE, SMO.TAGS_FILTER));
          smo.setBuildCalibrationModels(calibrated);
          return smo;
        });
  }

  private static int right(double[][] p, DataTable test) {
    return (int)
        IntStream.range(0, p.length).filter(i -> MathEx.whichMax(p[i]) == test.label(i)).count();
  }

  /**
   * Smile's gradient boosting; learning rate and number of trees are those with the least log loss
   * on a fifth of the rows, and all rows are fitted with them.
   */
  static Contender boosting() {
    return (training, test) -> {
      DataTable.Split split = training.split(training.deal(BOOSTING_FOLDS, 0), 0);
      double least = Double.POSITIVE_INFINITY;
      double bestRate = RATES[0];
      int bestTrees = TREES;
      for (double rate : RATES) {
        GradientTreeBoost model = boosted(split.training(), rate);
        for (int trees = TREES; trees >= FEWEST_TREES; trees /= 2) {
          model.trim(trees);
          double loss = loss(probabilities(model, split.training(), split.test()), split.test());
          if (loss < least) {
            least = loss;
            bestRate = rate;
            bestTrees = trees;
          }
        }
      }
      GradientTreeBoost model = boosted(training, bestRate);
      model.trim(bestTrees);
      return probabilities(model, training, test);
    };
  }

  private static double loss(double[][] p, DataTable test) {
    return IntStream.range(0, p.length)
        .mapToDouble(i -> Score.LOG_LOSS.of(p[i], test.label(i)))
        .sum();
  }

  private static GradientTreeBoost boosted(DataTable training, double rate) {
    MathEx.setSeed(1);
    return GradientTreeBoost.fit(Formula.lhs("y"), frame(training), TREES, 6, 20, 5, rate, 0.7);
  }

  /** Smile knows only the categories that have rows. */
  private static double[][] probabilities(
      GradientTreeBoost model, DataTable training, DataTable test) {
    int[] present =
        IntStream.range(0, training.rows()).map(training::label).distinct().sorted().toArray();
    DataFrame rows = frame(test);
    double[][] p = new double[test.rows()][training.categories()];
    double[] some = new double[present.length];
    for (int i = 0; i < p.length; i++) {
      model.predict(rows.get(i), some);
      for (int k = 0; k < present.length; k++) {
        p[i][present[k]] = some[k];
      }
    }
    return p;
  }

  private static DataFrame frame(DataTable table) {
    double[][] rows =
        IntStream.range(0, table.rows()).mapToObj(table::row).toArray(double[][]::new);
    int[] labels = IntStream.range(0, table.rows()).map(table::label).toArray();
    return DataFrame.of(rows).merge(IntVector.of("y", labels));
  }
}
