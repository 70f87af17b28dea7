// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PriorKind;
import org.ibcavi.settings.Settings;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.StoppingRule;
import org.ibcavi.structure.GroupedVariances;
import org.ibcavi.structure.GroupedVariances.Grouping;
import org.ibcavi.structure.LearnedStructure;
import org.ibcavi.structure.SharedMean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Priors that are learned with the regressions: the bound climbs, and planted truths are found. */
class StructureLearnerTest {
  private static final int TESTED = 2000;

  static Stream<Arguments> structures() {
    LearnedScale common = Prior.learned().by(LearnedScale.Evidence.ELBO);
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(
                        new SharedMean(common),
                        new GroupedVariances(Grouping.FEATURE, common),
                        new GroupedVariances(Grouping.ATTRIBUTE, List.of("a", "b", "a"), common),
                        new GroupedVariances(Grouping.CATEGORY, common),
                        new GroupedVariances(Grouping.WEIGHT, common))
                    .flatMap(
                        structure ->
                            Stream.of(false, true)
                                .map(diagonal -> Arguments.of(link, structure, diagonal))));
  }

  @ParameterizedTest
  @MethodSource("structures")
  void theBoundNeverFalls(Link link, LearnedStructure structure, boolean diagonal) {
    // A fifth category has no rows, and a sixth neither: one regression stands for both.
    RandomData random = RandomData.of(5, 90, 3, 4, 1).weighted(2);
    TrainingData data = random.withLabels(random.labels(), 6).dense();
    FitContext context = new FitContext(Workers.sequential(), FitListener.none());
    InferenceSettings settings =
        InferenceSettings.of(
            link, Solver.ACCELERATED, new StoppingRule.Tolerance(1e-8), 1000, diagonal);
    Inference inference =
        new Inference(
            new LocalPass(Problem.of(data, data.features(), true), context), settings, context);
    double[] trace = new StructureLearner(inference, structure, 1).learn(1, null).trace();
    assertTrue(trace.length > 3, "several rounds");
    for (int round = 1; round < trace.length; round++) {
      double before = trace[round - 1];
      assertTrue(trace[round] >= before - 1e-7 * Math.abs(before), "round " + round);
    }
    assertTrue(trace[trace.length - 1] > trace[0]);
  }

  /** Rows with normal features and categories drawn by the softmax of linear predictors. */
  private static RandomData drawn(long seed, int rows, double[][] weights, double[] intercepts) {
    SplittableRandom random = new SplittableRandom(seed);
    int columns = weights[0].length;
    double[][] features = new double[rows][columns];
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      double[] eta = intercepts.clone();
      for (int m = 0; m < columns; m++) {
        features[i][m] = random.nextGaussian();
        for (int k = 0; k < eta.length; k++) {
          eta[k] += features[i][m] * weights[k][m];
        }
      }
      double best = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < eta.length; k++) {
        // The largest of the predictors with Gumbel noise is of category k by softmax's chance.
        double noisy = eta[k] - Math.log(-Math.log(random.nextDouble()));
        if (noisy > best) {
          best = noisy;
          labels[i] = k;
        }
      }
    }
    double[] ones = IntStream.range(0, rows).mapToDouble(i -> 1).toArray();
    return new RandomData(features, labels, ones, intercepts.length);
  }

  private static CategoricalModel fit(RandomData data, PriorKind kind, int threads) {
    return fit(data.dense(), kind, threads);
  }

  private static CategoricalModel fit(TrainingData data, PriorKind kind, int threads) {
    Settings settings =
        Settings.none()
            .with(Option.METHOD, Method.BINARY)
            .with(Option.PRIOR, kind)
            .with(Option.THREADS, threads);
    return IbCavi.withDefaults().with(settings).fit(data);
  }

  private static double logLoss(CategoricalModel model, RandomData data, int... counted) {
    double sum = 0;
    for (int i : counted) {
      sum -= Math.log(model.probabilities(data.row(i))[data.labels()[i]]);
    }
    return sum / counted.length;
  }

  /** What the prior's held-out log loss is relative to that of one variance for all weights. */
  private static double relativeLoss(PriorKind kind, int rows, double[][] weights) {
    RandomData all = drawn(17, rows + TESTED, weights, new double[weights.length]);
    RandomData training = all.select(IntStream.range(0, rows).toArray());
    int[] tested = IntStream.range(rows, rows + TESTED).toArray();
    double shared = logLoss(fit(training, PriorKind.SHARED, 1), all, tested);
    return logLoss(fit(training, kind, 1), all, tested) / shared;
  }

  private static double[][] weights(int categories, int columns, IntToDoubleFunction scale) {
    SplittableRandom random = new SplittableRandom(8);
    double[][] weights = new double[categories][columns];
    for (int at = 0; at < categories * columns; at++) {
      weights[at / columns][at % columns] = scale.applyAsDouble(at) * random.nextGaussian();
    }
    return weights;
  }

  @Test
  void fewRelevantFeaturesAreFound() {
    double[][] weights = weights(4, 20, at -> at % 20 < 3 ? 1.5 : 0);
    assertTrue(relativeLoss(PriorKind.PER_FEATURE, 250, weights) < 0.93);
  }

  /** Of six attributes one matters: its four features have weights in all four categories. */
  @Test
  void relevantAttributesAreFound() {
    double[][] weights = weights(4, 24, at -> at % 24 < 4 ? 1 : 0);
    RandomData all = drawn(17, 150 + TESTED, weights, new double[4]);
    List<String> names =
        IntStream.range(0, 24).mapToObj(m -> "attribute" + m / 4 + "=" + m % 4).toList();
    TrainingData training =
        all.select(IntStream.range(0, 150).toArray()).dense().withFeatureNames(names);
    int[] tested = IntStream.range(150, all.count()).toArray();
    CategoricalModel grouped = fit(training, PriorKind.PER_ATTRIBUTE, 1);
    double loss = logLoss(grouped, all, tested);
    assertTrue(loss < 0.93 * logLoss(fit(training, PriorKind.SHARED, 1), all, tested));
    assertTrue(loss < logLoss(fit(training, PriorKind.PER_FEATURE, 1), all, tested));
    String note =
        grouped.report().notes().stream().filter(n -> n.startsWith("prior")).findFirst().get();
    double[] variances =
        Pattern.compile("attribute\\d ([^,]+)")
            .matcher(note)
            .results()
            .mapToDouble(found -> Double.parseDouble(found.group(1)))
            .toArray();
    assertEquals(6, variances.length);
    for (int a = 1; a < 6; a++) {
      assertTrue(variances[0] > 5 * variances[a], note);
    }
  }

  @Test
  void categoriesWithSmallWeightsAreFound() {
    double[][] weights = weights(6, 12, at -> at / 12 < 2 ? 2 : 0.05);
    assertTrue(relativeLoss(PriorKind.PER_CATEGORY, 250, weights) < 0.99);
  }

  @Test
  void fewLargeWeightsAreFound() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] weights = weights(5, 24, at -> random.nextInt(10) == 0 ? 3 : 0);
    assertTrue(relativeLoss(PriorKind.HEAVY_TAILED, 250, weights) < 0.93);
  }

  @Test
  void weightsThatAreZeroAreFound() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] weights = weights(5, 24, at -> random.nextInt(10) == 0 ? 3 : 0);
    assertTrue(relativeLoss(PriorKind.SPIKE_SLAB, 250, weights) < 0.93);
  }

  /** Zipf counts: half of the categories have fewer than five rows. */
  @Test
  void rareCategoriesGetTheMeanEffect() {
    int categories = 40;
    double[] intercepts = new double[categories];
    for (int k = 0; k < categories; k++) {
      intercepts[k] = -1.3 * Math.log(k + 1.0);
    }
    double[][] weights = weights(categories, 5, at -> 0.5);
    RandomData all = drawn(23, 400 + 2 * TESTED, weights, intercepts);
    RandomData training = all.select(IntStream.range(0, 400).toArray());
    int[] counts = new int[categories];
    for (int label : training.labels()) {
      counts[label]++;
    }
    assertTrue(IntStream.of(counts).filter(count -> count < 5).count() >= categories / 2);
    int[] tested = IntStream.range(400, all.count()).toArray();
    int[] rare = IntStream.of(tested).filter(i -> counts[all.labels()[i]] < 5).toArray();
    CategoricalModel shared = fit(training, PriorKind.SHARED, 1);
    CategoricalModel hierarchical = fit(training, PriorKind.HIERARCHICAL, 1);
    assertTrue(logLoss(hierarchical, all, rare) < 0.97 * logLoss(shared, all, rare));
    assertTrue(logLoss(hierarchical, all, tested) < logLoss(shared, all, tested));
  }

  @ParameterizedTest
  @EnumSource(PriorKind.class)
  void bitsDoNotDependOnThreads(PriorKind kind) {
    RandomData data = RandomData.of(7, 120, 3, 4, 1).weighted(1);
    CategoricalModel one = fit(data, kind, 1);
    CategoricalModel three = fit(data, kind, 3);
    for (int k = 0; k < 4; k++) {
      assertArrayEquals(one.posterior().mean(k), three.posterior().mean(k));
    }
    assertEquals(one.report().prior(), three.report().prior());
  }

  @ParameterizedTest
  @EnumSource(PriorKind.class)
  void aWeightOfTwoIsTheRowTwice(PriorKind kind) {
    RandomData data = RandomData.of(9, 80, 3, 3, 1);
    CategoricalModel twice = fit(data.repeated(2), kind, 1);
    double[] twos = IntStream.range(0, data.count()).mapToDouble(i -> 2).toArray();
    CategoricalModel weighted = fit(data.withWeights(twos), kind, 1);
    for (int k = 0; k < 3; k++) {
      assertArrayEquals(twice.posterior().mean(k), weighted.posterior().mean(k), 1e-3);
    }
  }

  @Test
  void whatCannotActIsRefused() {
    TrainingData data = RandomData.of(7, 60, 3, 3, 1).dense();
    Settings binary =
        Settings.none()
            .with(Option.METHOD, Method.BINARY)
            .with(Option.PRIOR, PriorKind.HIERARCHICAL);
    refused(
        "prior hierarchical: with a prior-variance",
        () -> IbCavi.withDefaults().with(binary.with(Option.PRIOR_VARIANCE, 1.0)).fit(data));
    Prior given = Prior.diagonal(new double[4], new double[] {1, 1, 2, 9});
    Settings heldOut = binary.with(Option.SCALE_EVIDENCE, LearnedScale.Evidence.HELD_OUT);
    refused(
        "scale-evidence heldout: only one variance",
        () -> IbCavi.withDefaults().with(heldOut).fit(data));
    refused(
        "prior hierarchical: the prior is given",
        () -> IbCavi.withDefaults().prior(given).with(binary).fit(data));
  }

  private static void refused(String sentence, Runnable fit) {
    String message = assertThrows(IllegalArgumentException.class, fit::run).getMessage();
    assertTrue(message.startsWith(sentence), message);
  }
}
