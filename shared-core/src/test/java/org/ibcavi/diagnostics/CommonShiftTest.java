// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ibcavi.RandomData;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.variational.Variational;
import org.ibcavi.variational.VariationalResult;
import org.junit.jupiter.api.Test;

/** Softmax does not see what is added to all categories, and a diagnosis does not mind it. */
class CommonShiftTest {
  private static final int DRAWS = 4000;
  private static final double VARIANCE = 2;

  private static double[] logRatios(
      Problem problem, Coefficients means, PosteriorCovariance covariance) {
    return new ImportanceBound(
            new PosteriorSample(
                problem,
                Variational.SOFTMAX,
                Variational.priors(problem, VARIANCE),
                means,
                covariance,
                DRAWS,
                1,
                Variational.context()))
        .logRatios();
  }

  private static Coefficients shifted(Coefficients means, double by) {
    Coefficients shifted = new Coefficients(means.size(), means.vectors());
    for (int k = 0; k < means.vectors(); k++) {
      double[] vector = means.vector(k).clone();
      for (int p = 0; p < vector.length; p++) {
        vector[p] += by * (p + 1);
      }
      shifted.set(k, vector);
    }
    return shifted;
  }

  @Test
  void meansMovedTogetherHaveTheSameRatios() {
    Problem problem = Variational.problem(RandomData.of(5, 60, 3, 4, 1));
    VariationalResult fit =
        Variational.fit(problem, Variational.SOFTMAX, Variational.priors(problem, VARIANCE));
    double[] here = logRatios(problem, fit.means(), fit.covariance());
    double[] there = logRatios(problem, shifted(fit.means(), 0.7), fit.covariance());
    assertArrayEquals(here, there, 1e-8);
  }

  /** log ∫ prior · Π p(y)^ω over one coefficient of each of three categories, by midpoints. */
  private static double logEvidence(RandomData data) {
    double deviation = Math.sqrt(VARIANCE);
    int cells = 60;
    double step = 12.0 / cells;
    double sum = 0;
    for (int at = 0; at < cells * cells * cells; at++) {
      double[] z = {
        -6 + (Math.floorMod(at, cells) + 0.5) * step,
        -6 + (Math.floorMod(at / cells, cells) + 0.5) * step,
        -6 + (Math.floorDiv(at, cells * cells) + 0.5) * step
      };
      double log = -0.5 * (z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
      for (int row = 0; row < data.count(); row++) {
        double x = data.row(row)[0];
        double total = Arrays.stream(z).map(b -> Math.exp(x * deviation * b)).sum();
        log += x * deviation * z[data.labels()[row]] - Math.log(total);
      }
      sum += Math.exp(log);
    }
    return Math.log(sum * step * step * step / Math.pow(2 * Math.PI, 1.5));
  }

  /**
   * So many rows that the posterior of all coefficients together is far from independent normals,
   * while that of their differences is near to them.
   */
  @Test
  void theBoundIsNearTheEvidenceAndTheShapeIsGood() {
    RandomData data = RandomData.of(7, 60, 1, 3, 1);
    Problem problem = Variational.problem(data.dense(), false);
    RegressionPriors priors = Variational.priors(problem, VARIANCE);
    VariationalResult fit = Variational.fit(problem, Variational.SOFTMAX, priors);
    double evidence = logEvidence(data);
    double[] ratios = logRatios(problem, fit.means(), fit.covariance());
    Psis psis = Psis.of(ratios);
    double max = Arrays.stream(ratios).max().orElseThrow();
    double bound =
        max + Math.log(Arrays.stream(ratios).map(log -> Math.exp(log - max)).sum() / DRAWS);
    assertEquals(evidence, bound, 0.05);
    double mean = Arrays.stream(ratios).sum() / DRAWS;
    assertTrue(fit.bound() < mean && mean < evidence, fit.bound() + " " + mean + " " + evidence);
    assertTrue(psis.shape() < 0.5, "k-hat " + psis.shape());
  }
}
