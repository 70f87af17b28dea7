// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.ibcavi.IbCavi;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PriorKind;
import org.ibcavi.settings.Settings;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.StoppingRule;
import org.ibcavi.structure.SpikeAndSlab;
import org.junit.jupiter.api.Test;

/** Spike and slab: closed forms, the climbing bound, and probabilities that mean what they say. */
class SpikeSlabTest {
  private static final int SEEDS = 50;

  private static double integral(DoubleUnaryOperator function) {
    double step = 1e-3;
    double sum = 0;
    for (double x = -12; x < 12; x += step) {
      sum += step * function.applyAsDouble(x);
    }
    return sum;
  }

  /** Where the curvature is diagonal, weights are independent and the posterior is exact. */
  @Test
  void oneWeightHasItsExactPosterior() {
    double curvature = 3;
    double linear = 2.1;
    PairedPosterior.Hyper hyper = new PairedPosterior.Hyper(0.3, 0.8, 25);
    PairedPosterior posterior =
        PairedPosterior.at(new double[] {0}, 1, 1)
            .next(new double[] {curvature}, new double[] {linear}, hyper);
    DoubleUnaryOperator joint =
        x ->
            Math.exp(linear * x - 0.5 * curvature * x * x - 0.5 * x * x / 0.8)
                / Math.sqrt(2 * Math.PI * 0.8);
    double slab = integral(joint);
    double inclusion = 0.3 * slab / (0.3 * slab + 0.7);
    assertEquals(inclusion, posterior.inclusions()[0], 1e-9);
    double mean = inclusion * integral(x -> x * joint.applyAsDouble(x)) / slab;
    assertEquals(mean, posterior.mean()[0], 1e-9);
    double square = inclusion * integral(x -> x * x * joint.applyAsDouble(x)) / slab;
    assertEquals(square - mean * mean, posterior.variances()[0], 1e-9);
    // The bound of an exact posterior is the logarithm of the evidence.
    double bound =
        linear * posterior.mean()[0] - 0.5 * curvature * square + posterior.minusDivergence(hyper);
    assertEquals(Math.log(0.3 * slab + 0.7), bound, 1e-9);
  }

  private static SpikeSlabAscent ascent(TrainingData data, LearnedScale.Evidence evidence) {
    return new SpikeSlabAscent(inference(data), new SpikeAndSlab(Prior.learned().by(evidence)), 1);
  }

  private static Inference inference(TrainingData data) {
    FitContext context = new FitContext(Workers.sequential(), FitListener.none());
    InferenceSettings settings =
        InferenceSettings.of(
            Link.PROBIT, Solver.ACCELERATED, new StoppingRule.Tolerance(1e-5), 1000, false);
    return new Inference(
        new LocalPass(Problem.of(data, data.features(), true), context), settings, context);
  }

  private static RegressionFits start(TrainingData data) {
    return inference(data).fit(Prior.isotropic(0.3).over(data.features().columns(), true), null);
  }

  @Test
  void theBoundNeverFalls() {
    RandomData random = RandomData.of(5, 120, 6, 4, 1).weighted(2);
    TrainingData data = random.withLabels(random.labels(), 6).dense();
    double[] trace = ascent(data, LearnedScale.Evidence.ELBO).fit(0.3, start(data)).trace();
    assertTrue(trace.length > 3, "several rounds");
    for (int round = 1; round < trace.length; round++) {
      assertTrue(trace[round] >= trace[round - 1] - 1e-9 * Math.abs(trace[round]));
    }
  }

  /** Rows of two categories by the probit of a few of the features, which are correlated. */
  private static TrainingData planted(SplittableRandom random, double[] weights) {
    TrainingData.Builder data = TrainingData.dense(weights.length, 2);
    for (int i = 0; i < 200; i++) {
      double common = random.nextGaussian();
      double[] row = new double[weights.length];
      double eta = 0;
      for (int m = 0; m < row.length; m++) {
        row[m] = 0.5 * common + Math.sqrt(0.75) * random.nextGaussian();
        eta += weights[m] * row[m];
      }
      data.add(row, random.nextGaussian() < eta ? 1 : 0);
    }
    return data.build();
  }

  @Test
  void inclusionProbabilitiesAreCalibrated() {
    int said = 0;
    int right = 0;
    int there = 0;
    int missed = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] weights = new double[12];
      for (int m = 0; m < weights.length; m++) {
        weights[m] = random.nextInt(5) == 0 ? random.nextGaussian() : 0;
      }
      TrainingData data = planted(random, weights);
      SpikeSlabAscent ascent = ascent(data, LearnedScale.Evidence.LAPLACE);
      RegressionFits fits = ascent.fit(0.3, start(data));
      assertTrue(fits.sweeps() < 200);
      for (int m = 0; m < weights.length; m++) {
        boolean included = ascent.inclusions()[1][m] >= 0.8;
        said += included ? 1 : 0;
        right += included && weights[m] != 0 ? 1 : 0;
        there += Math.abs(weights[m]) > 0.7 ? 1 : 0;
        missed += Math.abs(weights[m]) > 0.7 && !included ? 1 : 0;
      }
    }
    assertTrue(said > SEEDS, "said of " + said);
    assertTrue(right >= 0.8 * said, right + " of " + said);
    assertTrue(missed <= 0.1 * there, missed + " large weights of " + there + " were missed");
  }

  @Test
  void theReportHasTheProbabilities() {
    SplittableRandom random = new SplittableRandom(4);
    TrainingData data = planted(random, new double[] {1.5, 0, 0, -1, 0});
    Settings settings =
        Settings.none().with(Option.METHOD, Method.BINARY).with(Option.PRIOR, PriorKind.SPIKE_SLAB);
    CategoricalModel model = IbCavi.withDefaults().with(settings).fit(data);
    BinaryReport report = model.report().binary().orElseThrow();
    assertEquals(PriorReport.Kind.SPIKE_SLAB, report.prior().kind());
    assertTrue(report.isDiagonal());
    double[] inclusions = report.inclusions()[1];
    assertEquals(5, inclusions.length);
    assertTrue(inclusions[0] > 0.9 && inclusions[3] > 0.9);
    Settings full = settings.withText(Option.COVARIANCE, "full");
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> IbCavi.withDefaults().with(full).fit(data));
    assertTrue(refused.getMessage().startsWith("covariance full: "), refused.getMessage());
  }
}
