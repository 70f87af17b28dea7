// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ibcavi.design.TrainingData;
import org.junit.jupiter.api.Test;

/** Samplers against known moments and against each other, within their own standard errors. */
class SamplersTest {
  private static final double[] MEAN = {1, -2, 30};
  private static final double[][] COVARIANCE = {{4, 1.8, 0}, {1.8, 1, 0}, {0, 0, 100}};
  private static final GaussianTarget GAUSSIAN =
      new GaussianTarget(
          MEAN,
          new double[][] {{1 / 0.76, -1.8 / 0.76, 0}, {-1.8 / 0.76, 4 / 0.76, 0}, {0, 0, 0.01}});

  @Test
  void nutsRecoversMeanAndCovarianceOfAGaussian() {
    BatchMeans[] first = new BatchMeans[3];
    BatchMeans[][] second = new BatchMeans[3][3];
    for (int i = 0; i < 3; i++) {
      first[i] = new BatchMeans();
      Arrays.setAll(second[i], j -> new BatchMeans());
    }
    Nuts nuts = new Nuts(GAUSSIAN, 3);
    nuts.run(
        new double[3],
        600,
        20_000,
        (theta, warmup) -> {
          for (int i = 0; i < 3 && !warmup; i++) {
            first[i].add(theta[i]);
            for (int j = 0; j < 3; j++) {
              second[i][j].add((theta[i] - MEAN[i]) * (theta[j] - MEAN[j]));
            }
          }
          return true;
        });
    for (int i = 0; i < 3; i++) {
      assertEquals(MEAN[i], first[i].mean(), 5 * first[i].standardError());
      for (int j = 0; j < 3; j++) {
        double error = second[i][j].standardError();
        assertEquals(COVARIANCE[i][j], second[i][j].mean(), 5 * error);
        assertTrue(error < 0.1 * Math.sqrt(COVARIANCE[i][i] * COVARIANCE[j][j]));
      }
    }
    assertEquals(0, nuts.divergences());
  }

  /** The last window has over a hundred draws, so its variances are right within half. */
  @Test
  void nutsLearnsTheMetric() {
    Nuts nuts = new Nuts(GAUSSIAN, 4);
    nuts.run(new double[3], 1000, 1, (theta, warmup) -> true);
    for (int i = 0; i < 3; i++) {
      assertEquals(1, nuts.variances()[i] / COVARIANCE[i][i], 0.5);
    }
  }

  @Test
  void windowsDoubleAndLeaveTheEndsAlone() {
    VarianceWindows windows = new VarianceWindows(1, 1000);
    StringBuilder ends = new StringBuilder();
    double[] variances = {7};
    for (int draw = 1; draw <= 1000; draw++) {
      if (windows.add(new double[] {draw % 2 == 0 ? 3 : -3}, variances)) {
        ends.append(draw).append(' ');
      }
    }
    // Stan's schedule for 1000 warm-up draws.
    assertEquals("100 150 250 450 950 ", ends.toString());
    double n = 500;
    double expected = n / (n + 5) * 9 * n / (n - 1) + 1e-3 * 5 / (n + 5);
    assertEquals(expected, variances[0], 1e-9);
  }

  @Test
  void gibbsAndNutsAgreeOnASoftmaxPosterior() {
    TrainingData data = SmallProblem.data(60, 2, 3, 5);
    CategoricalTarget target = CategoricalTarget.softmax(data, 1).identified();
    PosteriorMoments byGibbs =
        PosteriorMoments.byGibbs(new PolyaGammaGibbs(data, 1, true, 2), 16_000);
    byGibbs.assertAgreeWith(PosteriorMoments.byNuts(target, 6_000));
  }

  /**
   * Mean field is exact where coordinates are independent. The published step sizes shrink with the
   * gradient of the same step, which makes the deviations some 4 % too wide: with a memory a of
   * 0.001 in place of 0.1 they are right.
   */
  @Test
  void adviFindsAnIndependentGaussian() {
    double[] mean = {0.5, -1};
    GaussianTarget target = new GaussianTarget(mean, new double[][] {{4, 0}, {0, 25}});
    Advi advi = new Advi(target, 0.1, 1);
    double[] averagedMean = new double[2];
    double[] averagedDeviation = new double[2];
    int steps = 60_000;
    for (int t = 0; t < steps; t++) {
      advi.step();
      for (int j = 0; j < 2 && t >= steps / 2; j++) {
        averagedMean[j] += advi.mean()[j] / (steps / 2.0);
        averagedDeviation[j] += advi.deviation()[j] / (steps / 2.0);
      }
    }
    assertArrayEquals(mean, averagedMean, 0.01);
    assertEquals(1.02, averagedDeviation[0] / 0.5, 0.04);
    assertEquals(1.02, averagedDeviation[1] / 0.2, 0.04);
  }

  @Test
  void sameSeedSameDraws() {
    for (int run = 0; run < 2; run++) {
      double[][] ends = new double[2][];
      for (int again = 0; again < 2; again++) {
        double[] last = new double[3];
        new Nuts(GAUSSIAN, 9 + run)
            .run(
                new double[3],
                50,
                50,
                (theta, warmup) -> {
                  System.arraycopy(theta, 0, last, 0, 3);
                  return true;
                });
        ends[again] = last;
      }
      assertArrayEquals(ends[0], ends[1], 0.0);
    }
  }
}
