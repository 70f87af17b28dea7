// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFile;
import org.ibcavi.fit.FitCancelledException;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.model.Prediction;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.prior.Prior;
import org.ibcavi.report.MemberReport;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;

/** Fits of both stages, as users get them. */
class CategoricalFitTest {
  private static final int SEPARABLE_SETS = 10;
  private static final RandomData DATA = RandomData.of(61, 400, 5, 4, 1);

  private static List<String> members(CategoricalModel model) {
    return model.report().members().stream().map(MemberReport::toString).toList();
  }

  private static void assertSame(CategoricalModel one, CategoricalModel other, RandomData rows) {
    Prediction sampling = new Prediction(PredictionMode.MONTE_CARLO, 10, 1);
    double[][] expected = one.probabilities(rows.denseMatrix());
    double[][] actual = other.probabilities(rows.denseMatrix());
    double[][] expectedDraws = one.predictingBy(sampling).probabilities(rows.denseMatrix());
    double[][] actualDraws = other.predictingBy(sampling).probabilities(rows.denseMatrix());
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], actual[i]);
      assertArrayEquals(expectedDraws[i], actualDraws[i]);
    }
  }

  /** One softmax member with everything fixed, found precisely. */
  private static IbCavi exact(CovarianceShape shape) {
    return IbCavi.withDefaults()
        .covariance(shape)
        .prior(Prior.isotropic(0.5))
        .method(Method.CATEGORICAL)
        .average(Average.fixed(1));
  }

  /** The posterior of softmax has one mode, so that its ascent may start anywhere. */
  @Test
  void softmaxAloneStartsRoughlyAndEndsAtTheSameMode() {
    IbCavi precise = exact(CovarianceShape.FULL).tolerance(1e-9);
    Average two = Average.of(new double[] {0.5, 1}, new double[] {0.5, 0.5});
    CategoricalModel alone = precise.fit(DATA.dense());
    CategoricalModel beside = precise.average(two).fit(DATA.dense());
    Component softmax =
        beside.components().stream()
            .filter(component -> component.alphas().alpha(0) == 1)
            .findAny()
            .orElseThrow();
    Posterior expected = softmax.posterior();
    Posterior actual = alone.components().get(0).posterior();
    for (int k = 0; k < expected.vectors(); k++) {
      assertArrayEquals(expected.mean(k), actual.mean(k), 1e-7);
    }
    int rough = alone.report().binary().orElseThrow().sweeps();
    int sharp = beside.report().binary().orElseThrow().sweeps();
    assertTrue(rough < sharp, rough + " sweeps and " + sharp);
  }

  @Test
  void categoriesWithoutRowsAreAlikeAndUnlikely() {
    CategoricalModel model = IbCavi.withDefaults().fit(DATA.withLabels(DATA.labels(), 9).dense());
    for (int i = 0; i < 20; i++) {
      double[] p = model.probabilities(DATA.row(i));
      assertEquals(1, Arrays.stream(p).sum(), 1e-12);
      for (int k = 5; k < 9; k++) {
        assertEquals(p[4], p[k]);
        assertTrue(p[k] < 0.05, "probability " + p[k]);
      }
    }
  }

  @Test
  void itPredictsBetterThanTheBinaryFitWhereClassesMaskEachOther() {
    // Three classes along a line: no hyperplane tells the middle one from the rest.
    RandomData line = alongALine(600, 3);
    RandomData unseen = alongALine(600, 4);
    double binary = logLoss(BinaryFit.withDefaults().fit(line.dense()), unseen);
    double categorical = logLoss(IbCavi.withDefaults().fit(line.dense()), unseen);
    assertTrue(categorical < 0.95 * binary, categorical + " against " + binary);
  }

  private static RandomData alongALine(int count, long seed) {
    java.util.SplittableRandom random = new java.util.SplittableRandom(seed);
    double[][] rows = new double[count][1];
    int[] labels = new int[count];
    double[] weights = new double[count];
    Arrays.fill(weights, 1);
    for (int i = 0; i < count; i++) {
      labels[i] = i % 3;
      rows[i][0] = labels[i] + 0.25 * random.nextGaussian();
    }
    return new RandomData(rows, labels, weights, 3);
  }

  private static double logLoss(CategoricalModel model, RandomData data) {
    double sum = 0;
    for (int i = 0; i < data.count(); i++) {
      sum -= Math.log(model.probabilities(data.row(i))[data.labels()[i]]);
    }
    return sum / data.count();
  }

  @Test
  void anAverageOtherThanTheGridIsTakenAsItIs() {
    CategoricalModel model =
        IbCavi.withDefaults().link(Link.LOGIT).average(Average.bma()).fit(DATA.dense());
    assertTrue(model.components().stream().allMatch(part -> part.link() == Link.LOGIT));
    assertEquals(
        java.util.Set.of(0.0, 1.0),
        model.report().members().stream()
            .map(MemberReport::alpha)
            .collect(java.util.stream.Collectors.toSet()));
    CategoricalModel softmax =
        IbCavi.withDefaults().link(Link.LOGIT).average(Average.fixed(1)).fit(DATA.dense());
    assertEquals(1, softmax.components().size());
    assertEquals(1, softmax.average().alpha(0));
  }

  @Test
  void aCategoricalModelIsSavedAndLoadedWithTheSameBits() throws IOException {
    CategoricalModel model = IbCavi.withDefaults().fit(DATA.dense());
    assertTrue(model.components().size() > 1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ModelFile.write(model, out);
    CategoricalModel copy = ModelFile.read(new ByteArrayInputStream(out.toByteArray()));
    assertSame(model, copy, DATA);
    assertEquals(model.report().toString(), copy.report().toString());
    assertEquals(members(model), members(copy));
    Uncertainty expected = model.uncertainty(DATA.row(0));
    assertArrayEquals(expected.upper(), copy.uncertainty(DATA.row(0)).upper());
  }

  @Test
  void continuingACategoricalModelIsNearTheFitOnAllRows() {
    RandomData all = RandomData.of(64, 2000, 3, 3, 1);
    RandomData first = all.select(IntStream.range(0, 1000).toArray());
    RandomData second = all.select(IntStream.range(1000, 2000).toArray());
    IbCavi settings = exact(CovarianceShape.FULL).standardize(false);
    CategoricalModel earlier = settings.fit(first.dense());
    CategoricalModel continued = IbCavi.withDefaults().continuing(earlier).fit(second.dense());
    CategoricalModel together = settings.fit(all.dense());
    assertEquals(Method.CATEGORICAL, continued.report().method());
    for (int k = 0; k < 3; k++) {
      var expected = together.coefficients(k, 0.9);
      var actual = continued.coefficients(k, 0.9);
      for (int p = 0; p < 4; p++) {
        double deviation = expected.standardDeviation(p);
        assertEquals(expected.mean(p), actual.mean(p), 0.5 * deviation, k + ", " + p);
        assertEquals(deviation, actual.standardDeviation(p), 0.1 * deviation);
      }
    }
  }

  @Test
  void continuingKeepsTheWeightsThatManyEarlierRowsGave() {
    CategoricalModel earlier = IbCavi.withDefaults().fit(DATA.dense());
    CategoricalModel continued =
        IbCavi.withDefaults().continuing(earlier).fit(DATA.select(0, 1, 2, 3).dense());
    assertEquals(earlier.components().size(), continued.components().size());
    for (int c = 0; c < earlier.components().size(); c++) {
      double weight = earlier.components().get(c).weight();
      assertEquals(weight, continued.components().get(c).weight(), 0.05);
    }
    assertEquals(
        "the prior is the posterior of an earlier fit to 400 rows",
        continued.report().notes().get(0));
  }

  /** Each model of a chain knows the rows of all before it, and their categories. */
  @Test
  void modelsThatGoOnKnowAllRowsTheyHaveLearnedFrom() {
    CategoricalModel model = IbCavi.withDefaults().fit(DATA.dense());
    for (int i = 0; i < 3; i++) {
      model = IbCavi.withDefaults().continuing(model).fit(DATA.select(i, i + 3).dense());
    }
    assertEquals(2, model.report().rows());
    assertEquals(406, model.report().allRows());
    assertEquals(
        "the prior is the posterior of an earlier fit to 404 rows", model.report().notes().get(0));
    assertTrue(model.report().toString().startsWith("2 rows after 404 of earlier fits, "));
    assertTrue(model.toString().contains("fitted to 406 rows"), model.toString());
    assertTrue(IbCavi.withDefaults().continuing(model).toString().contains("a model of 406 rows"));
  }

  /** What many rows taught is no less certain because the last batch was small. */
  @Test
  void aSmallBatchAfterManyRowsChangesNoWayToPredict() {
    RandomData many = RandomData.of(68, 800, 5, 4, 1);
    CategoricalModel earlier = IbCavi.withDefaults().fit(many.dense());
    CategoricalModel later =
        IbCavi.withDefaults().continuing(earlier).fit(many.select(0, 1).dense());
    assertTrue(later.components().stream().anyMatch(part -> part.prior().isWide()));
    Prediction atMeans = new Prediction(PredictionMode.PLUG_IN, 64, 1);
    for (CategoricalModel model : List.of(earlier, later)) {
      double[] row = many.row(2);
      assertArrayEquals(model.predictingBy(atMeans).probabilities(row), model.probabilities(row));
      assertEquals(Optional.empty(), model.uncertainty(row).caveat());
    }
  }

  /** Rows of next to no weight say nothing, so the model must predict as before. */
  @Test
  void goingOnWithHardlyAnyWeightHardlyChangesPredictions() {
    RandomData few = RandomData.of(67, 60, 5, 4, 1);
    double[] faint = new double[60];
    Arrays.fill(faint, 1e-9);
    CategoricalModel earlier = IbCavi.withDefaults().fit(few.dense());
    assertTrue(earlier.components().stream().anyMatch(part -> part.prior().isWide()));
    CategoricalModel continued =
        IbCavi.withDefaults().continuing(earlier).fit(few.withWeights(faint).dense());
    double apart = 0;
    for (int i = 0; i < 60; i++) {
      double[] before = earlier.probabilities(few.row(i));
      double[] after = continued.probabilities(few.row(i));
      for (int k = 0; k < 4; k++) {
        apart += 0.5 * Math.abs(before[k] - after[k]) / 60;
      }
    }
    assertTrue(apart < 0.005, "mean total variation " + apart);
  }

  @Test
  void probabilitiesAreTheWeightedSumOfTheComponents() {
    CategoricalModel model = IbCavi.withDefaults().fit(DATA.dense());
    double[] p = model.probabilities(DATA.row(7));
    double[] sum = new double[4];
    for (var part : model.components()) {
      CategoricalModel alone =
          new CategoricalModel(
              model.data(),
              model.standardization(),
              true,
              java.util.List.of(
                  new org.ibcavi.model.Component(
                      part.link(), part.alphas(), part.prior(), part.basis(), part.posterior(), 1)),
              model.prediction(),
              model.report());
      double[] own = alone.probabilities(DATA.row(7));
      Arrays.setAll(sum, k -> sum[k] + part.weight() * own[k]);
    }
    assertArrayEquals(sum, p, 1e-14);
  }

  @Test
  void theListenerSeesTheCategoricalStageAndMayStopIt() {
    int[] passes = new int[1];
    FitListener stopping =
        new FitListener() {
          private volatile boolean stop;

          @Override
          public void onSweep(FitProgress progress) {
            if (progress.phase() == FitPhase.CATEGORICAL && ++passes[0] == 3) {
              stop = true;
            }
          }

          @Override
          public boolean cancelled() {
            return stop;
          }
        };
    IbCavi settings = IbCavi.withDefaults().threads(2).listener(stopping);
    assertThrows(FitCancelledException.class, () -> settings.fit(DATA.dense()));
    assertEquals(3, passes[0]);
  }

  @Test
  void memoryForTheCategoricalStageIsAskedForBeforeTheFit() {
    TrainingData data = RandomData.of(63, 200, 40, 30, 1).dense();
    long enough = 60_000_000;
    String whole = IbCavi.withDefaults().memoryLimit(enough).fit(data).report().reason();
    assertFalse(whole.contains("memory"), whole);
    String less = IbCavi.withDefaults().memoryLimit(1_500_000).fit(data).report().reason();
    assertTrue(less.contains("for want of memory"), less);
    MemoryLimitException thrown =
        assertThrows(
            MemoryLimitException.class,
            () -> IbCavi.withDefaults().method(Method.CATEGORICAL).memoryLimit(100_000).fit(data));
    assertTrue(thrown.getMessage().startsWith("the categorical stage needs about "));
    assertTrue(thrown.getMessage().contains("use method binary"));
  }

  @Test
  void theReportNamesTheMembersAndTheirWeights() {
    CategoricalModel model = IbCavi.withDefaults().fit(DATA.dense());
    String text = model.report().toString();
    assertTrue(text.contains("member         logit, alpha 1.00, prior variance "), text);
    double weights = model.report().members().stream().mapToDouble(MemberReport::weight).sum();
    assertEquals(1, weights, 1e-12);
  }

  /** The mean is softer than a mode, which costs most where categories are nearly separable. */
  @Test
  void theMeanOverThePosteriorPredictsNearlyAsWellAsModes() {
    IbCavi stage = IbCavi.withDefaults().method(Method.CATEGORICAL);
    Prediction mean = new Prediction(PredictionMode.MONTE_CARLO, 100, 1);
    double atModes = 0;
    double byMean = 0;
    double ofOthers = 0;
    for (long seed = 1; seed <= SEPARABLE_SETS; seed++) {
      RandomData data = separable(seed, 1060);
      TrainingData training = data.select(IntStream.range(0, 60).toArray()).dense();
      RandomData fresh = data.select(IntStream.range(60, 1060).toArray());
      atModes += logLoss(stage.posterior(PosteriorKind.LAPLACE).fit(training), fresh);
      byMean += logLoss(stage.predictingBy(PredictionMode.MONTE_CARLO).fit(training), fresh);
      ofOthers += logLoss(stage.fit(training).predictingBy(mean), fresh);
    }
    assertTrue(byMean <= 1.25 * atModes, byMean + " where modes have " + atModes);
    assertTrue(
        byMean <= 0.95 * ofOthers, byMean + " where members not meant for it have " + ofOthers);
  }

  /** Three categories with means far apart. */
  private static RandomData separable(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][6];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = random.nextInt(3);
      for (int m = 0; m < rows[i].length; m++) {
        rows[i][m] = random.nextGaussian() + (m % 3 == labels[i] ? 2.5 : 0);
      }
    }
    double[] weights = new double[count];
    Arrays.fill(weights, 1);
    return new RandomData(rows, labels, weights, 3);
  }
}
