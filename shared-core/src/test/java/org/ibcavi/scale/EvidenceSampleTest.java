// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ibcavi.RandomData;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.local.LocalCurvatures;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.pass.Laplace;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionModes;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.RegressionSample;
import org.junit.jupiter.api.Test;

/** Volumes of posteriors against determinants of matrices written down row by row. */
class EvidenceSampleTest {
  private static final int COLUMNS = 3;
  private static final double VARIANCE = 0.7;
  private static final double INTERCEPT_VARIANCE = 25;

  private static double curvature(int row, int regression, double eta) {
    return (0.2 + 0.1 * regression + 0.01 * (row % 7)) / (1 + eta * eta);
  }

  private static double[][] vectors(int regressions) {
    SplittableRandom random = new SplittableRandom(4);
    double[][] vectors = new double[regressions][COLUMNS + 1];
    for (double[] vector : vectors) {
      Arrays.setAll(vector, p -> random.nextDouble() - 0.5);
    }
    return vectors;
  }

  private static double eta(double[] row, double[] vector) {
    double eta = vector[COLUMNS];
    for (int m = 0; m < COLUMNS; m++) {
      eta += row[m] * vector[m];
    }
    return eta;
  }

  private static double naiveVolume(RandomData data, int regression, double[] vector) {
    DMatrixRMaj precision = new DMatrixRMaj(COLUMNS + 1, COLUMNS + 1);
    for (int p = 0; p <= COLUMNS; p++) {
      precision.set(p, p, 1 / (p < COLUMNS ? VARIANCE : INTERCEPT_VARIANCE));
    }
    double prior = CommonOps_DDRM.det(precision);
    for (int i = 0; i < data.count(); i++) {
      double[] x = Arrays.copyOf(data.row(i), COLUMNS + 1);
      x[COLUMNS] = 1;
      double c = curvature(i, regression, eta(data.row(i), vector));
      for (int p = 0; p <= COLUMNS; p++) {
        for (int q = 0; q <= COLUMNS; q++) {
          precision.add(p, q, c * x[p] * x[q]);
        }
      }
    }
    return 0.5 * (Math.log(prior) - Math.log(CommonOps_DDRM.det(precision)));
  }

  @Test
  void allRegressionsOfASmallProblemAreTaken() {
    int categories = 11; // More than one group of regressions, and one that is not full.
    RandomData data = RandomData.of(6, 300, COLUMNS, categories, 1);
    TrainingData training = data.dense();
    Problem problem = Problem.of(training, training.features(), true);
    RegressionPriors priors =
        RegressionPriors.shared(
            new IsotropicPrior(VARIANCE, INTERCEPT_VARIANCE).over(COLUMNS, true));
    FitContext context = new FitContext(Workers.sequential(), FitListener.none());
    Laplace laplace =
        new Laplace(
            problem.shape(),
            priors,
            new LocalCurvatures(
                problem,
                (chunk, regressions, first, width, eta) -> {
                  int start = chunk * DesignMatrix.CHUNK_ROWS;
                  int values = Math.min(DesignMatrix.CHUNK_ROWS, data.count() - start) * width;
                  Arrays.setAll(
                      eta,
                      at ->
                          at < values
                              ? curvature(
                                  start + at / width, regressions[first + at % width], eta[at])
                              : 0);
                },
                context.workers(),
                context.cancellation()));
    double[][] vectors = vectors(problem.regressions());
    int[] all = new int[problem.regressions()];
    Arrays.setAll(all, regression -> regression);
    EvidenceSample sample = new EvidenceSample(problem.shape(), 1);
    double volumes =
        sample.volumes(laplace, priors, new RegressionModes(all, vectors, new double[all.length]));
    double naive = 0;
    for (int regression : all) {
      naive += naiveVolume(data, regression, vectors[regression]);
    }
    assertEquals(naive, volumes, 1e-9 * Math.abs(naive));
    assertTrue(sample.notes().isEmpty());
  }

  @Test
  void aSampleOfRegressionsStandsForAllThatHaveRows() {
    RandomData data = RandomData.of(6, 400, COLUMNS, 40, 1);
    TrainingData training = data.dense();
    Problem problem = Problem.of(training, training.features(), true);
    long withRows = RegressionSample.withRows(problem.shape()).count();
    RegressionSample sample = new RegressionSample(problem.shape(), 10, 1);
    assertEquals(10, sample.regressions().length);
    assertEquals(10, Arrays.stream(sample.regressions()).distinct().count());
    assertEquals((double) withRows, 10 * sample.share(), 1e-12);
    assertTrue(
        Arrays.stream(sample.regressions())
            .allMatch(regression -> problem.regressionWeight(regression) > 0));
    assertEquals(1, sample.notes().size());
  }
}
