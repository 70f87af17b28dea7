// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Erfc;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalFolds;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.StoppingRule;
import org.junit.jupiter.api.Test;

/** Scores of held-out rows against refits by Newton's method from the definitions. */
class HeldOutTest {
  private static final long SEED = 5;
  private static final int CATEGORIES = 3;

  private final RandomData data = RandomData.of(3, 67, 4, CATEGORIES, 0.8).weighted(2);

  private static Problem problem(RandomData some) {
    TrainingData training = some.sparse();
    return Problem.of(training, training.features(), true);
  }

  private static HeldOut heldOut(Problem problem, int threads, int... regressions) {
    InferenceSettings settings =
        InferenceSettings.of(
            Link.PROBIT, Solver.ACCELERATED, new StoppingRule.Tolerance(1e-10), 1000, false);
    FitContext context = new FitContext(Workers.of(threads), FitListener.none());
    return new HeldOut(
        new Inference(new LocalPass(problem, context), settings, context), regressions, SEED);
  }

  private static GaussianPrior prior(double variance) {
    return Prior.isotropic(variance).over(4, true);
  }

  /** log of Φ(η)/Φ(−η), normalised over some categories. */
  private static double logOdds(double[] eta, int own) {
    double sum = 0;
    for (double value : eta) {
      sum += Erfc.value(-value / Math.sqrt(2)) / Erfc.value(value / Math.sqrt(2));
    }
    double odds = Erfc.value(-eta[own] / Math.sqrt(2)) / Erfc.value(eta[own] / Math.sqrt(2));
    return Math.log(odds / sum);
  }

  private double naive(GaussianPrior prior, int... categories) {
    int[][] parts = LocalFolds.parts(problem(data), 5, SEED);
    double sum = 0;
    for (int[] part : parts) {
      int[] others =
          IntStream.range(0, data.count())
              .filter(i -> Arrays.stream(part).noneMatch(row -> row == i))
              .toArray();
      double[][] modes =
          Arrays.stream(categories)
              .mapToObj(
                  k ->
                      new NaiveRegression(Link.PROBIT, data.select(others), k, true, prior)
                          .probitMode())
              .toArray(double[][]::new);
      for (int row : part) {
        double[] x = Arrays.copyOf(data.row(row), 5);
        x[4] = 1;
        double[] eta =
            Arrays.stream(modes).mapToDouble(mode -> NaiveRegression.dot(x, mode)).toArray();
        int own = Arrays.binarySearch(categories, data.labels()[row]);
        sum += own < 0 ? 0 : data.weights()[row] * logOdds(eta, own);
      }
    }
    return sum;
  }

  @Test
  void everyRowOfFewIsPredictedByAFitWithoutIt() {
    HeldOut heldOut = heldOut(problem(data), 1, 0, 1, 2);
    assertEquals(data.count(), heldOut.rows());
    for (double variance : new double[] {0.1, 2}) {
      assertEquals(
          naive(prior(variance), 0, 1, 2),
          heldOut.logDensity(prior(variance), Math.log(variance)),
          1e-6);
    }
  }

  @Test
  void onlyRowsOfTheComparedCategoriesCount() {
    double expected = naive(prior(1), 0, 2);
    assertEquals(expected, heldOut(problem(data), 1, 0, 2).logDensity(prior(1), 0), 1e-6);
  }

  @Test
  void threadsDoNotChangeABit() {
    RandomData many = RandomData.of(4, 3000, 4, CATEGORIES, 0.8);
    assertEquals(
        heldOut(problem(many), 1, 0, 1, 2).logDensity(prior(1), 0),
        heldOut(problem(many), 3, 0, 1, 2).logDensity(prior(1), 0));
  }

  @Test
  void aFifthOfManyRowsIsEnough() {
    RandomData many = RandomData.of(4, 6000, 4, CATEGORIES, 0.8);
    assertEquals(1200, heldOut(problem(many), 1, 0, 1, 2).rows(), 1);
  }

  @Test
  void partsHaveAFifthOfEachCategory() {
    RandomData many = RandomData.of(4, 1003, 4, CATEGORIES, 0.8);
    int[][] parts = LocalFolds.parts(problem(many), 5, SEED);
    assertArrayEquals(
        IntStream.range(0, many.count()).toArray(),
        Arrays.stream(parts).flatMapToInt(Arrays::stream).sorted().toArray());
    for (int k = 0; k < CATEGORIES; k++) {
      int category = k;
      double all = Arrays.stream(many.labels()).filter(label -> label == category).count();
      for (int[] part : parts) {
        long own = Arrays.stream(part).filter(row -> many.labels()[row] == category).count();
        assertTrue(Math.abs(own - all / 5) < 1, own + " of " + all);
      }
    }
  }
}
