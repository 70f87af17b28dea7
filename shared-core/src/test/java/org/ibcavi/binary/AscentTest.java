// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.BaseRate;
import org.ibcavi.problem.Problem;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.Lbfgs;
import org.ibcavi.solver.StoppingRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How the objective climbs, and when that ends. */
class AscentTest {
  static Stream<Arguments> combinations() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(Solver.values())
                    .flatMap(
                        solver ->
                            Stream.of(false, true)
                                .map(diagonal -> Arguments.of(link, solver, diagonal))));
  }

  private static RegressionFits fit(TrainingData data, InferenceSettings settings) {
    return fit(data, settings, FitListener.none());
  }

  private static RegressionFits fit(
      TrainingData data, InferenceSettings settings, FitListener listener) {
    Problem problem = Problem.of(data, data.features(), true);
    FitContext context = new FitContext(Workers.sequential(), listener);
    return new Inference(new LocalPass(problem, context), settings, context)
        .fit(Prior.isotropic(1).over(data.features().columns(), true), null);
  }

  private static void assertNeverFalls(double[] trace) {
    for (int t = 1; t < trace.length; t++) {
      assertTrue(
          trace[t] >= trace[t - 1] - 1e-12 * Math.abs(trace[t - 1]),
          "sweep " + t + ": " + trace[t] + " after " + trace[t - 1]);
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theElboNeverFalls(Link link, Solver solver, boolean diagonal) {
    for (long seed = 1; seed <= 6; seed++) {
      boolean sparse = seed % 2 == 0;
      RandomData random = RandomData.of(seed, 30 + 40 * (int) seed, 3 + (int) seed, 5, 0.6);
      TrainingData data = random.weighted(seed).stored(sparse);
      double tolerance = solver == Solver.CAVI ? 1e-12 : 1e-8;
      InferenceSettings settings =
          InferenceSettings.of(link, solver, new StoppingRule.Tolerance(tolerance), 300, diagonal);
      assertNeverFalls(fit(data, settings).trace());
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theElboNeverFallsForLargeFeaturesThatSeparateTheCategories(
      Link link, Solver solver, boolean diagonal) {
    RandomData random = RandomData.of(9, 60, 3, 2, 1);
    double[][] rows = new double[60][];
    int[] labels = new int[60];
    for (int i = 0; i < 60; i++) {
      labels[i] = random.row(i)[0] > 0 ? 1 : 0;
      rows[i] = new double[] {1000 * random.row(i)[0], random.row(i)[1], 1e-3 * random.row(i)[2]};
    }
    double tolerance = solver == Solver.CAVI ? 1e-12 : 1e-8;
    InferenceSettings settings =
        InferenceSettings.of(link, solver, new StoppingRule.Tolerance(tolerance), 300, diagonal);
    RegressionFits fits = fit(random.withRows(rows).withLabels(labels, 2).dense(), settings);
    assertNeverFalls(fits.trace());
    assertTrue(Double.isFinite(fits.elbo()));
  }

  /** 15 categories × 1201²: each has a diagonal of its own, and another after ten sweeps. */
  @Test
  void theElboNeverFallsWhereCoordinatesChange() {
    TrainingData data = RandomData.of(22, 300, 1200, 15, 0.01).sparse();
    RegressionFits fits =
        fit(
            data,
            InferenceSettings.of(
                Link.PROBIT, Solver.ACCELERATED, new StoppingRule.Tolerance(1e-9), 300, true));
    assertNeverFalls(fits.trace());
    assertTrue(fits.sweeps() > Lbfgs.HISTORY, "sweeps " + fits.sweeps());
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theRuleOfTheTablesStopsAtTheFirstSmallGainFromTheSecondSweepOn(
      Link link, Solver solver, boolean diagonal) {
    TrainingData data = RandomData.of(4, 90, 3, 6, 1).dense();
    for (double threshold : new double[] {1, 0.1, 0.003, 1e-5}) {
      InferenceSettings settings =
          InferenceSettings.of(link, solver, new StoppingRule.ElboGain(threshold), 1000, diagonal);
      RegressionFits fits = fit(data, settings);
      double[] trace = fits.trace();
      assertEquals(StopReason.ELBO_GAIN, fits.stopReason());
      int stop = 2;
      while ((trace[stop] - trace[stop - 1]) * 6 / 90 >= threshold) {
        stop++;
      }
      assertEquals(stop, fits.sweeps(), "threshold " + threshold);
      assertEquals(stop + 1, trace.length);
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theSweepLimitStopsAndIsNamed(Link link, Solver solver, boolean diagonal) {
    TrainingData data = RandomData.of(4, 90, 3, 6, 1).dense();
    for (int limit = 1; limit <= 3; limit++) {
      InferenceSettings settings =
          InferenceSettings.of(link, solver, new StoppingRule.Tolerance(1e-12), limit, diagonal);
      RegressionFits fits = fit(data, settings);
      assertEquals(StopReason.SWEEP_LIMIT, fits.stopReason());
      assertEquals(limit, fits.sweeps());
      assertEquals(limit + 1, fits.trace().length);
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theListenerHearsEverySweepOfTheTrace(Link link, Solver solver, boolean diagonal) {
    TrainingData data = RandomData.of(4, 90, 3, 6, 1).dense();
    List<FitProgress> heard = new ArrayList<>();
    FitListener listener =
        new FitListener() {
          @Override
          public void onSweep(FitProgress progress) {
            heard.add(progress);
          }
        };
    InferenceSettings settings =
        InferenceSettings.of(link, solver, new StoppingRule.Tolerance(1e-6), 1000, diagonal);
    RegressionFits fits = fit(data, settings, listener);
    assertEquals(fits.trace().length, heard.size());
    for (int t = 0; t < heard.size(); t++) {
      assertEquals(t, heard.get(t).sweep());
      assertEquals(fits.trace()[t], heard.get(t).objective());
      assertEquals(6, heard.get(t).categories());
      assertTrue(t == 0 || heard.get(t).activeCategories() <= heard.get(t - 1).activeCategories());
    }
    assertEquals(0, heard.get(heard.size() - 1).activeCategories());
  }

  @Test
  void anySplitOfTheWeightHasTheBaseRateAtItsMode() {
    for (Link link : Link.ALL) {
      for (double own : new double[] {0, 1e-6, 1, 37, 1e4, 1e9}) {
        for (double others : new double[] {0, 1e-6, 1, 1e3, 1e7, 1e9}) {
          for (double variance : new double[] {1e-3, 1, 25, 1e4}) {
            double b = new BaseRate(link, own, others).intercept(0.3, 1 / variance);
            double up = own * link.logCdfSlope(b);
            double down = others * link.logCdfSlope(-b);
            double pull = (b - 0.3) / variance;
            double size = up + down + Math.abs(pull);
            assertEquals(
                0, up - down - pull, 1e-6 * size, link + " " + own + " " + others + " " + variance);
          }
        }
      }
    }
  }
}
