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
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Hash;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The binary stage, and what both stages share. */
class BinaryRobustnessTest extends RobustnessSuite {
  @Override
  IbCavi stage() {
    return BinaryFit.withDefaults();
  }

  @Test
  void theSweepLimitIsNotThatOfTheSearchForTheVariance() {
    assertEquals(
        stage().fit(DATA.dense()).report().prior().weightVariance(),
        stage().maxSweeps(1).fit(DATA.dense()).report().prior().weightVariance());
  }

  @Test
  void memoryDoesNotChangeTheModelWhereCategoriesClimbForLong() {
    TrainingData data = RandomData.of(92, 500, 40, 300, 1).dense();
    IbCavi settings =
        stage()
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

  @Test
  void aRejectedStepIsNotASmallGain() {
    for (int seed = 0; seed < 40; seed++) {
      TrainingData data = RandomData.of(200 + seed, 25, 3, 2, 1).dense();
      double[] trace =
          stage().prior(Prior.isotropic(100)).elboGain(1e-3).fit(data).report().objectiveTrace();
      int last = trace.length - 1;
      assertTrue(trace[last] > trace[last - 1], "seed " + seed + ": " + Arrays.toString(trace));
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
  void plainCaviOfTooManyFeaturesIsRefusedBeforeItStarts() {
    TrainingData wide =
        TrainingData.sparse(50_000, 2)
            .add(new int[] {3}, new double[] {1}, 0)
            .add(new int[] {4}, new double[] {1}, 1)
            .build();
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> stage().solver(Solver.CAVI).fit(wide));
    assertTrue(refusal.getMessage().contains("at most 46340"), refusal.getMessage());
  }

  @ParameterizedTest
  @EnumSource(Solver.class)
  void anObjectiveThatIsNotFiniteIsRefusedByEverySolver(Solver solver) {
    double[] mean = new double[6];
    Arrays.fill(mean, 1e200);
    double[] variances = new double[6];
    Arrays.fill(variances, 1);
    IbCavi settings = stage().solver(solver).prior(Prior.diagonal(mean, variances));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> settings.fit(DATA.dense()));
    assertTrue(refusal.getMessage().contains("at the start"), refusal.getMessage());
  }
}
