// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The binary stage, and what holds because its regressions know nothing of each other. */
class BinaryInvarianceTest extends InvarianceSuite {
  @Override
  Stream<IbCavi> usual() {
    return combinations(BinaryFit.withDefaults());
  }

  @Override
  Stream<IbCavi> exact() {
    return learning().map(settings -> settings.prior(Prior.isotropic(0.7)));
  }

  @Override
  Stream<IbCavi> learning() {
    return combinations(BinaryFit.withDefaults().average(Average.fixed(0.5)).tolerance(1e-11));
  }

  @Override
  double precision() {
    return 1e-8;
  }

  @Override
  double meanPrecision() {
    return precision();
  }

  @Override
  double objective(CategoricalModel model) {
    return model.report().binary().orElseThrow().elbo();
  }

  @ParameterizedTest
  @MethodSource("exact")
  void categoriesWithoutRowsShareWhatOneOfThemWouldHave(IbCavi settings) {
    RandomData data = RandomData.of(28, 120, 3, 3, 1);
    int[] spread = Arrays.stream(data.labels()).map(k -> 2 * k + 1).toArray();
    // Categories 0, 2, 4 and 6 have no rows; below, one such category comes last or first.
    CategoricalModel four = settings.fit(data.withLabels(spread, 7).dense());
    CategoricalModel last = settings.fit(data.withLabels(data.labels(), 4).dense());
    int[] shifted = Arrays.stream(data.labels()).map(k -> k + 1).toArray();
    CategoricalModel first = settings.fit(data.withLabels(shifted, 4).dense());
    assertEquals(3, four.report().categoriesWithRows());
    assertEquals(7, four.categories());
    for (int p = 0; p < 4; p++) {
      double mean = last.coefficients(3, 0.9).mean(p);
      double deviation = last.coefficients(3, 0.9).standardDeviation(p);
      assertEquals(mean, first.coefficients(0, 0.9).mean(p), 1e-10);
      for (int k = 0; k < 7; k += 2) {
        assertEquals(mean, four.coefficients(k, 0.9).mean(p), 1e-10);
        assertEquals(deviation, four.coefficients(k, 0.9).standardDeviation(p), 1e-10);
      }
      for (int k = 0; k < 3; k++) {
        double seen = last.coefficients(k, 0.9).mean(p);
        assertEquals(seen, four.coefficients(2 * k + 1, 0.9).mean(p), 1e-10);
        assertEquals(seen, first.coefficients(k + 1, 0.9).mean(p), 1e-10);
      }
    }
    for (double[] p : four.probabilities(data.denseMatrix())) {
      assertEquals(p[0], p[2]);
      assertEquals(p[0], p[4]);
      assertEquals(p[0], p[6]);
    }
  }

  @ParameterizedTest
  @MethodSource("exact")
  void theElboCountsEveryCategoryWithoutRows(IbCavi settings) {
    RandomData data = RandomData.of(28, 120, 3, 3, 1);
    double[] elbos = new double[4];
    for (int unseen = 0; unseen < 4; unseen++) {
      TrainingData training = data.withLabels(data.labels(), 3 + unseen).dense();
      elbos[unseen] = objective(settings.fit(training));
    }
    double each = elbos[1] - elbos[0];
    assertEquals(elbos[0] + 2 * each, elbos[2], 1e-7);
    assertEquals(elbos[0] + 3 * each, elbos[3], 1e-7);
  }
}
