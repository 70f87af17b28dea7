// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFile;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.model.FeatureEffect;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.Prior;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole fits on bases. */
class BasisFitTest {
  private static final TrainingData RING = ring(240, 1);
  private static final IbCavi DEFAULTS = IbCavi.withDefaults();

  /** A category in the middle, another around it, and a third in one corner: not linear. */
  private static TrainingData ring(int rows, long seed) {
    Random random = new Random(seed);
    TrainingData.Builder data = TrainingData.dense(2, 3);
    for (int i = 0; i < rows; i++) {
      double[] row = {2 * random.nextGaussian(), 2 * random.nextGaussian()};
      double radius = Math.hypot(row[0], row[1]) + 0.2 * random.nextGaussian();
      int label = row[0] > 2 && row[1] > 0 ? 2 : radius < 2 ? 0 : 1;
      data.add(row, label);
    }
    return data.build();
  }

  private static double logLoss(CategoricalModel model, TrainingData data) {
    double[][] p = model.probabilities(data.features());
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum -= Math.log(p[i][data.label(i)]) / p.length;
    }
    return sum;
  }

  private static CategoricalModel fit(BasisKind kind) {
    return DEFAULTS.basis(kind).fit(RING);
  }

  private static byte[] bytes(CategoricalModel model) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ModelFile.write(model, out);
    return out.toByteArray();
  }

  @ParameterizedTest
  @EnumSource(names = {"THRESHOLDS", "SMOOTH", "TREES", "AUTO"})
  void whatIsNotLinearIsLearned(BasisKind kind) {
    TrainingData fresh = ring(500, 2);
    double linear = logLoss(fit(BasisKind.NONE), fresh);
    double ours = logLoss(fit(kind), fresh);
    assertTrue(ours < 0.6 * linear, ours + " against " + linear);
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "THRESHOLDS", "SMOOTH", "TREES", "AUTO"})
  void theReasonTellsWhatEachBasisHas(BasisKind kind) {
    FitReport report = fit(kind).report();
    Map<String, Long> members =
        report.members().stream()
            .collect(Collectors.groupingBy(MemberReport::basis, Collectors.counting()));
    assertEquals(members.containsKey("linear"), report.reason().contains("several priors"));
    members.forEach(
        (basis, count) -> {
          if (!basis.equals("linear")) {
            String expected = "on " + basis + ": 1 likelihood, one prior, Laplace's posteriors";
            assertTrue(report.reason().contains(expected), report.reason());
            assertEquals(1, count, basis);
          }
        });
  }

  @Test
  void autoStaysLinearWhereTheTruthIs() {
    TrainingData linear = RandomData.of(5, 300, 3, 3, 1).dense();
    CategoricalModel model = DEFAULTS.basis(BasisKind.AUTO).fit(linear);
    double share =
        model.components().stream()
            .filter(part -> part.basis().isLinear())
            .mapToDouble(Component::weight)
            .sum();
    assertTrue(share > 0.5, "linear components have the weight " + share);
  }

  @ParameterizedTest
  @CsvSource({"AUTO, LAPLACE", "THRESHOLDS, VARIATIONAL"})
  void theModelDoesNotDependOnTheNumberOfThreads(BasisKind kind, PosteriorKind posterior) {
    TrainingData data = ring(150, 3);
    IbCavi settings = DEFAULTS.basis(kind).posterior(posterior);
    double[][] one = settings.fit(data).probabilities(data.features());
    assertArrayEquals(one, settings.threads(3).fit(data).probabilities(data.features()));
  }

  @ParameterizedTest
  @EnumSource(names = {"SMOOTH", "TREES"})
  void anotherSeedGivesOtherWavesAndTrees(BasisKind kind) {
    double[] row = {1, 1};
    double[] first = fit(kind).probabilities(row);
    double[] second = DEFAULTS.basis(kind).seed(2).fit(RING).probabilities(row);
    assertFalse(Arrays.equals(first, second));
  }

  @ParameterizedTest
  @EnumSource(names = {"THRESHOLDS", "SMOOTH", "TREES", "AUTO"})
  void aSavedModelPredictsTheSameBits(BasisKind kind) throws IOException {
    CategoricalModel model = fit(kind);
    CategoricalModel copy = ModelFile.read(new ByteArrayInputStream(bytes(model)));
    assertArrayEquals(bytes(model), bytes(copy));
    DesignMatrix rows = ring(150, 4).features();
    assertArrayEquals(model.probabilities(rows), copy.probabilities(rows));
    assertEquals(model.report().members().size(), copy.report().members().size());
    MemberReport last = copy.report().members().get(copy.report().members().size() - 1);
    String name = (kind == BasisKind.AUTO ? BasisKind.TREES : kind).name();
    assertTrue(last.toString().startsWith(name.toLowerCase(Locale.ROOT)), last::toString);
  }

  @ParameterizedTest
  @EnumSource(PredictionMode.class)
  void aRowAloneIsPredictedAsAmongOthers(PredictionMode mode) {
    CategoricalModel model = DEFAULTS.basis(BasisKind.AUTO).predictingBy(mode).fit(RING);
    double[][] all = model.probabilities(RING.features());
    double[] row = new double[2];
    for (int i = 0; i < all.length; i += 29) {
      RING.features().copyRow(i, row);
      assertArrayEquals(all[i], model.probabilities(row));
    }
  }

  /** Fields of a board, so that no direction has a trend that goes on outside. */
  private static TrainingData board() {
    Random random = new Random(11);
    TrainingData.Builder data = TrainingData.dense(2, 2);
    for (int i = 0; i < 300; i++) {
      double[] row = {4 * random.nextDouble() - 2, 4 * random.nextDouble() - 2};
      data.add(row, row[0] * row[1] > 0 ? 1 : 0);
    }
    return data.build();
  }

  @ParameterizedTest
  @EnumSource(names = {"LAPLACE", "VARIATIONAL"})
  void uncertaintyOfSmoothFunctionsGrowsAwayFromTheData(PosteriorKind posterior) {
    CategoricalModel model = DEFAULTS.basis(BasisKind.SMOOTH).posterior(posterior).fit(board());
    double[] inside = doubt(model, 1.3);
    double[] outside = doubt(model, 12);
    assertTrue(outside[0] > 2 * inside[0], "mutual information " + Arrays.toString(outside));
    assertTrue(outside[1] > inside[1], "entropy " + Arrays.toString(outside));
  }

  /** Means of mutual information and entropy over rows at a distance in sixteen directions. */
  private static double[] doubt(CategoricalModel model, double distance) {
    double[] means = new double[2];
    for (int j = 0; j < 16; j++) {
      double angle = 2 * Math.PI * (j + 0.3) / 16;
      Uncertainty row =
          model.uncertainty(new double[] {distance * Math.cos(angle), distance * Math.sin(angle)});
      means[0] += row.mutualInformation() / 16;
      means[1] += row.entropy() / 16;
    }
    return means;
  }

  @Test
  void coefficientsAreThoseOfTheLinearMember() {
    CategoricalModel model = fit(BasisKind.AUTO);
    assertTrue(model.linear().basis().isLinear());
    assertEquals(3, model.coefficients(0, 0.9).size());
    IllegalArgumentException none =
        assertThrows(
            IllegalArgumentException.class, () -> fit(BasisKind.SMOOTH).coefficients(0, 0.9));
    assertTrue(none.getMessage().contains("no component of the model is linear"), none::getMessage);
  }

  @Test
  void anEffectIsTheMeanOverRows() {
    CategoricalModel model = fit(BasisKind.SMOOTH);
    DesignMatrix rows = ring(20, 5).features();
    double[] values = {-3, 0, 3};
    FeatureEffect effect = model.effect(rows, 1, values, 0.8);
    double[] row = new double[2];
    for (int v = 0; v < values.length; v++) {
      double[] mean = new double[3];
      double[] upper = new double[3];
      for (int i = 0; i < rows.rows(); i++) {
        rows.copyRow(i, row);
        row[1] = values[v];
        Uncertainty own = model.uncertainty(DesignMatrix.ofRow(2, row), 0.8)[0];
        Arrays.setAll(mean, k -> mean[k] + own.mean()[k] / rows.rows());
        Arrays.setAll(upper, k -> upper[k] + own.upper()[k] / rows.rows());
      }
      for (int k = 0; k < 3; k++) {
        assertEquals(mean[k], effect.mean(v, k), 1e-12);
        assertEquals(upper[k], effect.upper(v, k), 1e-12);
      }
    }
    assertThrows(IllegalArgumentException.class, () -> model.effect(rows, 2, values, 0.8));
  }

  /** Threads share the values, sparse rows stay sparse, and both say the same. */
  @Test
  void anEffectIsTheSameOfSparseRowsAndByThreads() {
    CategoricalModel model = fit(BasisKind.SMOOTH);
    DesignMatrix rows = ring(20, 5).features();
    DesignMatrix.Builder builder = DesignMatrix.sparse(2);
    double[] row = new double[2];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyRow(i, row);
      builder.add(new int[] {0, 1}, row);
    }
    DesignMatrix sparse = builder.build();
    double[] values = {-3, 0, 3};
    FeatureEffect expected = model.effect(rows, 1, values, 0.8);
    AtomicInteger handedOut = new AtomicInteger();
    Executor threads =
        task -> {
          handedOut.incrementAndGet();
          new Thread(task).start();
        };
    try (Workers workers = Workers.on(threads, 3)) {
      FeatureEffect actual = model.effect(rows, 1, values, 0.8, workers);
      assertEquals(expected.toString(), actual.toString());
      assertEquals(expected.upper(2, 1), actual.upper(2, 1));
    }
    assertTrue(handedOut.get() > 0, "only one thread was asked");
    assertEquals(expected.toString(), model.effect(sparse, 1, values, 0.8).toString());
  }

  @Test
  void aFitGoesOnFromAModelWithBases() {
    CategoricalModel first = fit(BasisKind.AUTO);
    CategoricalModel more = DEFAULTS.continuing(first).fit(ring(200, 6));
    TrainingData fresh = ring(500, 7);
    assertTrue(logLoss(more, fresh) < logLoss(first, fresh));
    assertSame(first.bases().get(0), more.bases().get(0));
  }

  @Test
  void whatCannotActIsRefused() {
    CategoricalModel smooth = fit(BasisKind.SMOOTH);
    refused("not linear", () -> DEFAULTS.startingFrom(smooth).fit(RING));
    refused(
        "basis smooth: does not act in method binary",
        () -> DEFAULTS.method(Method.BINARY).basis(BasisKind.SMOOTH).fit(RING));
    refused(
        "basis auto: the given prior",
        () ->
            DEFAULTS
                .prior(Prior.diagonal(new double[3], new double[] {1, 1, 1}))
                .basis(BasisKind.AUTO)
                .fit(RING));
    refused(
        "which is taken over", () -> DEFAULTS.continuing(smooth).basis(BasisKind.AUTO).fit(RING));
  }

  private static void refused(String why, org.junit.jupiter.api.function.Executable fit) {
    String message = assertThrows(IllegalArgumentException.class, fit).getMessage();
    assertTrue(message.contains(why), message);
  }

  @Test
  void wideDataLeaveBasesOutAndSaySo() {
    TrainingData wide = RandomData.of(8, 40, 2200, 3, 1).dense();
    CategoricalModel model = DEFAULTS.basis(BasisKind.AUTO).fit(wide);
    String notes = String.join("; ", model.report().notes());
    assertTrue(notes.contains("basis thresholds was left out"), notes);
    assertTrue(notes.contains("basis smooth was left out"), notes);
    assertTrue(notes.contains("basis trees was left out"), notes);
    assertEquals(1, model.bases().size());
  }

  @ParameterizedTest
  @CsvSource({"SMOOTH, 1, 4500000", "SMOOTH, 2, 5500000", "TREES, 1, 40000000"})
  void withoutMemoryForMappedFeaturesEachPassMapsThemAnew(BasisKind kind, int threads, long limit) {
    TrainingData many = ring(1500, 10);
    IbCavi settings = DEFAULTS.basis(kind).posterior(PosteriorKind.LAPLACE).threads(threads);
    CategoricalModel held = settings.fit(many);
    CategoricalModel anew = settings.memoryLimit(limit).fit(many);
    String notes = String.join("; ", anew.report().notes());
    assertTrue(notes.contains("were mapped anew in each pass"), notes);
    assertFalse(held.report().notes().stream().anyMatch(note -> note.contains("anew")));
    DesignMatrix rows = ring(50, 4).features();
    assertArrayEquals(held.probabilities(rows), anew.probabilities(rows));
    assertArrayEquals(
        held.uncertainty(rows, 0.9)[7].upper(), anew.uncertainty(rows, 0.9)[7].upper());
  }

  @Test
  void withoutMemoryABasisIsLeftOutOrRefused() {
    long limit = 700_000;
    CategoricalModel model = DEFAULTS.basis(BasisKind.AUTO).memoryLimit(limit).fit(RING);
    String notes = String.join("; ", model.report().notes());
    assertTrue(notes.contains("left out: basis smooth"), notes);
    IbCavi asked = DEFAULTS.basis(BasisKind.SMOOTH).memoryLimit(limit);
    String message = assertThrows(MemoryLimitException.class, () -> asked.fit(RING)).getMessage();
    assertTrue(message.contains("use basis none"), message);
  }

  /** Sparse rows of one value are small, their columns are 8·20 000·(400 + 6) bytes. */
  @Test
  void withoutMemoryForColumnsStepsAreRefusedBeforeAnyWork() {
    TrainingData.Builder wide = TrainingData.sparse(400, 2);
    for (int i = 0; i < 20_000; i++) {
      wide.add(new int[] {i % 400}, new double[] {1 + 1e-4 * i}, i % 2);
    }
    TrainingData data = wide.build();
    IbCavi tight =
        DEFAULTS
            .basis(BasisKind.THRESHOLDS)
            .memoryLimit(60_000_000)
            .listener(
                progress -> {
                  throw new AssertionError("work was begun");
                });
    String message = assertThrows(MemoryLimitException.class, () -> tight.fit(data)).getMessage();
    assertEquals(
        "basis thresholds: to fit it would take about 65 MB of memory, more than are available;"
            + " use basis none or smooth, fewer rows or features, or a larger heap",
        message);
  }

  /** The binary stage is no more than the start, so its covariances are not to blame. */
  @Test
  void memoryThatRunsOutIsTheCategoricalStages() {
    IbCavi failing =
        DEFAULTS
            .basis(BasisKind.SMOOTH)
            .listener(
                progress -> {
                  throw new OutOfMemoryError("as if");
                });
    String message = assertThrows(MemoryLimitException.class, () -> failing.fit(RING)).getMessage();
    assertEquals(
        "memory ran out during the fit; use basis none, method binary, the diagonal covariance,"
            + " fewer threads or a larger heap",
        message);
  }

  @Test
  void featuresOfTwoValuesLeaveThresholdsNothingToAdd() {
    Random random = new Random(9);
    TrainingData.Builder data = TrainingData.dense(2, 2);
    for (int i = 0; i < 60; i++) {
      data.add(new double[] {random.nextInt(2), random.nextInt(2)}, random.nextInt(2));
    }
    CategoricalModel model = DEFAULTS.basis(BasisKind.THRESHOLDS).fit(data.build());
    assertEquals(1, model.bases().size());
    assertTrue(model.hasLinear());
  }
}
