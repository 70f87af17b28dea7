// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Prediction;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What must not matter, and what must not break. The stages are tested by subclasses. */
abstract class RobustnessSuite {
  static final RandomData DATA = RandomData.of(91, 300, 5, 5, 1);

  /** The defaults of the stage. */
  abstract IbCavi stage();

  @Test
  void categoriesWithoutRowsDoNotMoveTheLearnedVariance() {
    TrainingData few = DATA.dense();
    TrainingData many = withCategories(few, 300);
    assertEquals(
        stage().fit(few).report().prior().weightVariance(),
        stage().fit(many).report().prior().weightVariance(),
        1e-12);
  }

  private static TrainingData withCategories(TrainingData data, int categories) {
    int[] labels = new int[data.rows()];
    Arrays.setAll(labels, data::label);
    return TrainingData.of(data.features(), labels, categories);
  }

  /** By halving: the least memory, to 100 kB, with which a fit is not refused. */
  static long leastMemory(IbCavi settings, TrainingData data) {
    long refused = 0;
    long enough = 100_000_000;
    while (enough - refused > 100_000) {
      long middle = (refused + enough) / 2;
      try {
        settings.maxSweeps(1).memoryLimit(middle).fit(data);
        enough = middle;
      } catch (MemoryLimitException e) {
        refused = middle;
      }
    }
    return enough;
  }

  static Stream<Arguments> modesAndLinks() {
    return Stream.of(PredictionMode.values())
        .flatMap(mode -> Link.ALL.stream().map(link -> Arguments.of(mode, link)));
  }

  @ParameterizedTest
  @MethodSource("modesAndLinks")
  void extremeRowsHaveProbabilities(PredictionMode mode, Link link) {
    CategoricalModel model =
        stage().link(link).fit(DATA.dense()).predictingBy(new Prediction(mode, 50, 1));
    for (double size : new double[] {1e10, 1e100, 1e200, 1e307}) {
      double[] row = {size, 0, -size / 2, 0, 0};
      double[] p = model.probabilities(row);
      assertEquals(1, Arrays.stream(p).sum(), 1e-12, "size " + size);
      assertTrue(Arrays.stream(p).allMatch(value -> value >= 0 && value <= 1));
      assertTrue(Double.isFinite(model.uncertainty(row).entropy()));
    }
  }

  @Test
  void aCategoryThatIsNotThereIsRefused() {
    CategoricalModel model = stage().fit(DATA.dense());
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> model.coefficients(5, 0.9));
    assertEquals("category 5; must be between 0 and 4", refusal.getMessage());
  }

  @Test
  void anObjectiveThatIsNotFiniteIsRefused() {
    double[] mean = new double[6];
    Arrays.fill(mean, 1e200);
    double[] variances = new double[6];
    Arrays.fill(variances, 1);
    IbCavi settings = stage().prior(Prior.diagonal(mean, variances));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> settings.fit(DATA.dense()));
    assertTrue(refusal.getMessage().contains("at the start"), refusal.getMessage());
  }
}
