// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.Component;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PriorKind;
import org.ibcavi.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Priors that are learned, in both stages: planted truths are found, threads change nothing. */
class PriorsTest {
  private static final int TESTED = 2000;

  private static final Set<PriorKind> OF_REGRESSIONS =
      EnumSet.of(PriorKind.HIERARCHICAL, PriorKind.SPIKE_SLAB, PriorKind.EVIDENCE);

  static Stream<Arguments> kinds() {
    return Stream.of(Method.BINARY, Method.CATEGORICAL)
        .flatMap(
            method ->
                Arrays.stream(PriorKind.values())
                    .filter(kind -> method == Method.BINARY || !OF_REGRESSIONS.contains(kind))
                    .map(kind -> Arguments.of(method, kind)));
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

  private static CategoricalModel fit(RandomData data, Method method, PriorKind kind) {
    return fit(data.dense(), method, kind, 1);
  }

  private static CategoricalModel fit(
      TrainingData data, Method method, PriorKind kind, int threads) {
    Settings settings =
        Settings.none()
            .with(Option.METHOD, method)
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
  private static double relativeLoss(Method method, PriorKind kind, int rows, double[][] weights) {
    RandomData all = drawn(17, rows + TESTED, weights, new double[weights.length]);
    RandomData training = all.select(IntStream.range(0, rows).toArray());
    int[] tested = IntStream.range(rows, rows + TESTED).toArray();
    double shared = logLoss(fit(training, method, PriorKind.SHARED), all, tested);
    return logLoss(fit(training, method, kind), all, tested) / shared;
  }

  private static double[][] weights(int categories, int columns, IntToDoubleFunction scale) {
    SplittableRandom random = new SplittableRandom(8);
    double[][] weights = new double[categories][columns];
    for (int at = 0; at < categories * columns; at++) {
      weights[at / columns][at % columns] = scale.applyAsDouble(at) * random.nextGaussian();
    }
    return weights;
  }

  /** Three of ten features matter; what each has is beside its coefficient. */
  @Test
  void coefficientsTellWhetherAWeightIsNotZero() {
    double[][] weights = weights(3, 10, at -> at % 10 < 3 ? 2 : 0);
    RandomData data = drawn(23, 400, weights, new double[3]);
    CategoricalModel model = fit(data, Method.BINARY, PriorKind.SPIKE_SLAB);
    CoefficientSummary found = model.coefficients(0, 0.95);
    for (int m = 0; m < 10; m++) {
      double inclusion = found.inclusion(m).orElseThrow();
      assertEquals(model.report().binary().orElseThrow().inclusions()[0][m], inclusion, 0);
      assertTrue(m < 3 ? inclusion > 0.9 : inclusion < 0.5, m + ": " + inclusion);
    }
    assertTrue(found.inclusion(10).isEmpty(), "intercept");
    assertTrue(found.toString().contains(", not zero with probability 1.000"), found.toString());
    CategoricalModel shared = fit(data, Method.BINARY, PriorKind.SHARED);
    assertTrue(shared.coefficients(0, 0.95).inclusion(0).isEmpty());
  }

  /** The categorical stage's other members have heavy tails, which find some of it too. */
  @ParameterizedTest
  @CsvSource({"BINARY, 0.93", "CATEGORICAL, 0.97"})
  void fewRelevantFeaturesAreFound(Method method, double most) {
    double[][] weights = weights(4, 20, at -> at % 20 < 3 ? 1.5 : 0);
    double loss = relativeLoss(method, PriorKind.PER_FEATURE, 250, weights);
    assertTrue(loss < most, () -> loss + " of the default's");
  }

  /** Without matrices the shares that the data determine are those of diagonal precisions. */
  @Test
  void fewRelevantFeaturesAreFoundWithDiagonalCovariancesToo() {
    double[][] weights = weights(4, 20, at -> at % 20 < 3 ? 1.5 : 0);
    RandomData all = drawn(17, 250 + TESTED, weights, new double[4]);
    TrainingData training = all.select(IntStream.range(0, 250).toArray()).dense();
    int[] tested = IntStream.range(250, all.count()).toArray();
    IbCavi diagonal =
        IbCavi.withDefaults().method(Method.CATEGORICAL).covariance(CovarianceShape.DIAGONAL);
    double shared = logLoss(diagonal.fit(training), all, tested);
    IbCavi perFeature = diagonal.with(Option.PRIOR, PriorKind.PER_FEATURE);
    assertTrue(logLoss(perFeature.fit(training), all, tested) < 0.95 * shared);
  }

  /** Of six attributes one matters: its four features have weights in all four categories. */
  @ParameterizedTest
  @CsvSource({"BINARY, 0.93", "CATEGORICAL, 0.95"})
  void relevantAttributesAreFound(Method method, double most) {
    double[][] weights = weights(4, 24, at -> at % 24 < 4 ? 1 : 0);
    RandomData all = drawn(17, 150 + TESTED, weights, new double[4]);
    List<String> names =
        IntStream.range(0, 24).mapToObj(m -> "attribute" + m / 4 + "=" + m % 4).toList();
    TrainingData training =
        all.select(IntStream.range(0, 150).toArray()).dense().withFeatureNames(names);
    int[] tested = IntStream.range(150, all.count()).toArray();
    CategoricalModel grouped = fit(training, method, PriorKind.PER_ATTRIBUTE, 1);
    double loss = logLoss(grouped, all, tested);
    double shared = logLoss(fit(training, method, PriorKind.SHARED, 1), all, tested);
    assertTrue(loss < most * shared, () -> loss + " against " + shared);
    assertTrue(loss < logLoss(fit(training, method, PriorKind.PER_FEATURE, 1), all, tested));
    String note = note(grouped, "prior variances by attribute");
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
    assertTrue(relativeLoss(Method.BINARY, PriorKind.PER_CATEGORY, 250, weights) < 0.99);
  }

  @Test
  void fewLargeWeightsAreFound() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] weights = weights(5, 24, at -> random.nextInt(10) == 0 ? 3 : 0);
    assertTrue(relativeLoss(Method.BINARY, PriorKind.HEAVY_TAILED, 250, weights) < 0.93);
  }

  @Test
  void weightsThatAreZeroAreFound() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] weights = weights(5, 24, at -> random.nextInt(10) == 0 ? 3 : 0);
    assertTrue(relativeLoss(Method.BINARY, PriorKind.SPIKE_SLAB, 250, weights) < 0.93);
  }

  private static String note(CategoricalModel model, String start) {
    return model.report().notes().stream()
        .filter(note -> note.startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  /** Few relevant features of many: the prior that is made for them has the largest evidence. */
  @Test
  void evidenceTakesThePriorThatTheDataWereMadeWith() {
    double[][] weights = weights(4, 20, at -> at % 20 < 3 ? 1.5 : 0);
    RandomData data = drawn(17, 250, weights, new double[4]);
    CategoricalModel perFeature = fit(data, Method.BINARY, PriorKind.PER_FEATURE);
    CategoricalModel chosen = fit(data, Method.BINARY, PriorKind.EVIDENCE);
    assertEquals(perFeature.report().prior(), chosen.report().prior());
    assertArrayEquals(perFeature.posterior().mean(1), chosen.posterior().mean(1));
    String note = note(chosen, "log evidence beside that of one variance");
    double expected =
        perFeature.report().binary().orElseThrow().evidence()
            - fit(data, Method.BINARY, PriorKind.SHARED).report().binary().orElseThrow().evidence();
    String told = String.format(Locale.ROOT, "%+.1f with a variance for each feature", expected);
    assertTrue(note.contains(told), note);
    assertTrue(note.endsWith("; the largest was taken"), note);
  }

  /** Weights that one variance made, and intercepts that share nothing: nothing says more. */
  @ParameterizedTest
  @ValueSource(longs = {14, 15, 16, 17, 18})
  void evidenceKeepsOneVarianceWhereThatMadeTheData(long seed) {
    double[] intercepts = {2.5, -2.5, 0.8, -0.8};
    TrainingData data = drawn(seed, 250, weights(4, 8, at -> 1), intercepts).dense();
    Settings settings =
        Settings.none().with(Option.METHOD, Method.BINARY).with(Option.INTERCEPT_VARIANCE, 5.0);
    CategoricalModel shared = IbCavi.withDefaults().with(settings).fit(data);
    CategoricalModel chosen =
        IbCavi.withDefaults().with(settings.with(Option.PRIOR, PriorKind.EVIDENCE)).fit(data);
    assertEquals(shared.report().prior(), chosen.report().prior());
    assertArrayEquals(shared.posterior().mean(1), chosen.posterior().mean(1));
    String note = note(chosen, "log evidence beside that of one variance");
    assertTrue(note.endsWith("; the one variance was kept"), note);
  }

  @Test
  void evidencesThatCannotBeComparedAreNot() {
    RandomData few = drawn(19, 80, weights(3, 8, at -> 1), new double[3]);
    String start = "one variance for all weights: evidences of priors were not compared, ";
    assertEquals(
        start + "rows are too few for each coefficient",
        note(fit(few, Method.BINARY, PriorKind.EVIDENCE), start));
    RandomData enough = drawn(19, 120, weights(3, 8, at -> 1), new double[3]);
    RandomData unseen = enough.withLabels(enough.labels(), 4);
    assertEquals(
        start + "some categories have no rows",
        note(fit(unseen, Method.BINARY, PriorKind.EVIDENCE), start));
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
    CategoricalModel shared = fit(training, Method.BINARY, PriorKind.SHARED);
    CategoricalModel hierarchical = fit(training, Method.BINARY, PriorKind.HIERARCHICAL);
    assertTrue(logLoss(hierarchical, all, rare) < 0.97 * logLoss(shared, all, rare));
    assertTrue(logLoss(hierarchical, all, tested) < logLoss(shared, all, tested));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void bitsDoNotDependOnThreads(Method method, PriorKind kind) {
    RandomData data = RandomData.of(7, 120, 3, 4, 1).weighted(1);
    CategoricalModel one = fit(data.dense(), method, kind, 1);
    CategoricalModel three = fit(data.dense(), method, kind, 3);
    assertEquals(one.components().size(), three.components().size());
    for (int c = 0; c < one.components().size(); c++) {
      Component expected = one.components().get(c);
      assertEquals(expected.prior(), three.components().get(c).prior());
      for (int k = 0; k < 4; k++) {
        assertArrayEquals(
            expected.posterior().mean(k), three.components().get(c).posterior().mean(k));
      }
    }
  }

  /** With modes, since variational posteriors take fewer draws of a row where there are more. */
  @ParameterizedTest
  @MethodSource("kinds")
  void aWeightOfTwoIsTheRowTwice(Method method, PriorKind kind) {
    RandomData data = RandomData.of(9, 80, 3, 3, 1);
    Settings settings = Settings.none().with(Option.METHOD, method).with(Option.PRIOR, kind);
    IbCavi modes =
        IbCavi.withDefaults()
            .with(
                method == Method.BINARY
                    ? settings
                    : settings.with(Option.POSTERIOR, PosteriorKind.LAPLACE));
    CategoricalModel twice = modes.fit(data.repeated(2).dense());
    double[] twos = IntStream.range(0, data.count()).mapToDouble(i -> 2).toArray();
    CategoricalModel weighted = modes.fit(data.withWeights(twos).dense());
    for (int i = 0; i < data.count(); i++) {
      assertArrayEquals(
          twice.probabilities(data.row(i)), weighted.probabilities(data.row(i)), 1e-3);
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
    Settings categorical = Settings.none().with(Option.METHOD, Method.CATEGORICAL);
    for (PriorKind kind : OF_REGRESSIONS) {
      Settings asked = categorical.with(Option.PRIOR, kind);
      refused(
          "prior "
              + Option.PRIOR.write(kind)
              + ": does not act in method categorical; use method binary",
          () -> IbCavi.withDefaults().with(asked).fit(data));
    }
    refused(
        "prior perattribute: features that a basis adds are of no attribute",
        () ->
            IbCavi.withDefaults()
                .with(categorical.with(Option.PRIOR, PriorKind.PER_ATTRIBUTE))
                .with(Option.BASIS, BasisKind.THRESHOLDS)
                .fit(data));
    Settings published = Settings.none().with(Option.METHOD, Method.PUBLISHED);
    refused(
        "prior evidence: compares with a variance that is learned",
        () ->
            IbCavi.withDefaults().with(published.with(Option.PRIOR, PriorKind.EVIDENCE)).fit(data));
    refused(
        "prior hierarchical: the prior is given",
        () -> IbCavi.withDefaults().prior(given).with(binary).fit(data));
  }

  private static void refused(String sentence, Runnable fit) {
    String message = assertThrows(IllegalArgumentException.class, fit::run).getMessage();
    assertTrue(message.startsWith(sentence), message);
  }
}
