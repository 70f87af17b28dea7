// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Prediction;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Hash;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What must not matter, and what must not break. */
class RobustnessTest {
  private static final RandomData DATA = RandomData.of(91, 300, 5, 5, 1);

  @Test
  void categoriesWithoutRowsDoNotMoveTheLearnedVariance() {
    TrainingData few = DATA.dense();
    TrainingData many = withCategories(few, 300);
    assertEquals(
        BinaryFit.withDefaults().fit(few).report().prior().weightVariance(),
        BinaryFit.withDefaults().fit(many).report().prior().weightVariance());
  }

  private static TrainingData withCategories(TrainingData data, int categories) {
    int[] labels = new int[data.rows()];
    Arrays.setAll(labels, data::label);
    return TrainingData.of(data.features(), labels, categories);
  }

  @Test
  void theSweepLimitIsNotThatOfTheSearchForTheVariance() {
    assertEquals(
        BinaryFit.withDefaults().fit(DATA.dense()).report().prior().weightVariance(),
        BinaryFit.withDefaults().maxSweeps(1).fit(DATA.dense()).report().prior().weightVariance());
  }

  @Test
  void memoryDoesNotChangeTheModelWhereCategoriesClimbForLong() {
    TrainingData data = RandomData.of(92, 500, 40, 300, 1).dense();
    IbCavi settings =
        BinaryFit.withDefaults()
            .covariance(CovarianceShape.DIAGONAL)
            .prior(Prior.isotropic(1000))
            .average(Average.fixed(1))
            .tolerance(1e-9);
    CategoricalModel roomy = settings.fit(data);
    CategoricalModel tight = settings.memoryLimit(leastMemory(settings, data) + 300_000).fit(data);
    assertTrue(
        roomy.report().binary().orElseThrow().sweeps() > 16,
        roomy.report().binary().orElseThrow().sweeps() + " sweeps");
    for (int k = 0; k < 300; k += 7) {
      int vector = roomy.posterior().vectorOf(k);
      assertArrayEquals(roomy.posterior().mean(vector), tight.posterior().mean(vector));
    }
  }

  /** By halving: the least memory, to 100 kB, with which a fit is not refused. */
  private static long leastMemory(IbCavi settings, TrainingData data) {
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

  @Test
  void aRejectedStepIsNotASmallGain() {
    for (int seed = 0; seed < 40; seed++) {
      TrainingData data = RandomData.of(200 + seed, 25, 3, 2, 1).dense();
      double[] trace =
          BinaryFit.withDefaults()
              .prior(Prior.isotropic(100))
              .elboGain(1e-3)
              .fit(data)
              .report()
              .objectiveTrace();
      int last = trace.length - 1;
      assertTrue(trace[last] > trace[last - 1], "seed " + seed + ": " + Arrays.toString(trace));
    }
  }

  static Stream<Arguments> modesAndLinks() {
    return Stream.of(PredictionMode.values())
        .flatMap(mode -> Link.ALL.stream().map(link -> Arguments.of(mode, link)));
  }

  @ParameterizedTest
  @MethodSource("modesAndLinks")
  void extremeRowsHaveProbabilities(PredictionMode mode, Link link) {
    CategoricalModel model =
        BinaryFit.withDefaults()
            .link(link)
            .fit(DATA.dense())
            .predictingBy(new Prediction(mode, 50, 1));
    for (double size : new double[] {1e10, 1e100, 1e200, 1e307}) {
      double[] row = {size, 0, -size / 2, 0, 0};
      double[] p = model.probabilities(row);
      assertEquals(1, Arrays.stream(p).sum(), 1e-12, "size " + size);
      assertTrue(Arrays.stream(p).allMatch(value -> value >= 0 && value <= 1));
      assertTrue(Double.isFinite(model.uncertainty(row).entropy()));
    }
  }

  @Test
  void drawsOfNeighbouringRowsAreNotShared() {
    Set<Double> first = new HashSet<>();
    SplittableRandom of0 = new SplittableRandom(Hash.of(1, 0));
    SplittableRandom of1 = new SplittableRandom(Hash.of(1, 1));
    for (int i = 0; i < 100; i++) {
      first.add(of0.nextGaussian());
    }
    for (int i = 0; i < 100; i++) {
      assertTrue(first.add(of1.nextGaussian()));
    }
  }

  @Test
  void priorWeightsMayBeHuge() {
    Average average = Average.of(new double[] {0, 1}, new double[] {1e308, 1e308});
    assertArrayEquals(new double[] {0.5, 0.5}, average.priorWeights());
  }

  @Test
  void aCategoryThatIsNotThereIsRefused() {
    CategoricalModel model = BinaryFit.withDefaults().fit(DATA.dense());
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> model.coefficients(5, 0.9));
    assertEquals("category 5; must be between 0 and 4", refusal.getMessage());
  }

  @ParameterizedTest
  @EnumSource(Solver.class)
  void anObjectiveThatIsNotFiniteIsRefused(Solver solver) {
    double[] mean = new double[6];
    Arrays.fill(mean, 1e200);
    double[] variances = new double[6];
    Arrays.fill(variances, 1);
    IbCavi settings =
        BinaryFit.withDefaults().solver(solver).prior(Prior.diagonal(mean, variances));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> settings.fit(DATA.dense()));
    assertTrue(refusal.getMessage().contains("at the start"), refusal.getMessage());
  }

  @Test
  void plainCaviOfTooManyFeaturesIsRefusedBeforeItStarts() {
    TrainingData wide =
        TrainingData.sparse(50_000, 2)
            .add(new int[] {3}, new double[] {1}, 0)
            .add(new int[] {4}, new double[] {1}, 1)
            .build();
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> BinaryFit.withDefaults().solver(Solver.CAVI).fit(wide));
    assertTrue(refusal.getMessage().contains("at most 46340"), refusal.getMessage());
  }
}
