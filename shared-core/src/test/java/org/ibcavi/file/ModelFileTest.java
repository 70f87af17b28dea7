// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import static org.ibcavi.file.ModelFiles.FEATURES;
import static org.ibcavi.file.ModelFiles.LARGE;
import static org.ibcavi.file.ModelFiles.ROWS;
import static org.ibcavi.file.ModelFiles.SMALL;
import static org.ibcavi.file.ModelFiles.SMALL_MODEL;
import static org.ibcavi.file.ModelFiles.binaryStage;
import static org.ibcavi.file.ModelFiles.bytes;
import static org.ibcavi.file.ModelFiles.content;
import static org.ibcavi.file.ModelFiles.data;
import static org.ibcavi.file.ModelFiles.framed;
import static org.ibcavi.file.ModelFiles.large;
import static org.ibcavi.file.ModelFiles.model;
import static org.ibcavi.file.ModelFiles.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ibcavi.BinaryFit;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFiles.Kind;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.Component;
import org.ibcavi.model.Prediction;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That a model comes back as it was, and that nothing else comes back. */
class ModelFileTest {
  // Round trips

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aModelComesBackWithTheSameBits(Kind kind) throws IOException {
    CategoricalModel model = kind.fit();
    assertKind(kind, model.posterior().covariance());
    CategoricalModel copy = read(bytes(model));
    assertKind(kind, copy.posterior().covariance());
    assertSameModel(model, copy, ROWS);
  }

  private static void assertKind(Kind kind, PosteriorCovariance covariance) {
    assertEquals(kind.shared, covariance.shared());
    assertEquals(kind.shape == CovarianceShape.DIAGONAL, covariance.diagonal());
  }

  @Test
  void aSparseModelWithoutInterceptComesBack() throws IOException {
    TrainingData.Builder data = TrainingData.sparse(FEATURES, 3);
    for (int i = 0; i < 30; i++) {
      data.add(new int[] {i % 3}, new double[] {1 + i % 5}, i % 7 == 0 ? 1 : i % 3);
    }
    CategoricalModel model =
        BinaryFit.withDefaults()
            .link(Link.LOGIT)
            .intercept(false)
            .average(Average.bma())
            .predictingBy(PredictionMode.MONTE_CARLO)
            .seed(-5)
            .fit(data.build());
    assertSameModel(model, read(bytes(model)), ROWS);
  }

  /** Several members, and with bases also members on steps, waves and leaves. */
  @ParameterizedTest
  @EnumSource(names = {"NONE", "THRESHOLDS", "SMOOTH", "TREES", "AUTO"})
  void aModelOfTheCategoricalStageComesBack(BasisKind basis) throws IOException {
    IbCavi settings = IbCavi.withDefaults().method(Method.CATEGORICAL);
    CategoricalModel model =
        (basis == BasisKind.NONE ? settings : settings.basis(basis)).fit(data());
    assertTrue(model.components().size() > (basis == BasisKind.AUTO ? 3 : 0));
    CategoricalModel copy = read(bytes(model));
    assertSameModel(model, copy, ROWS);
    for (int c = 0; c < model.components().size(); c++) {
      Component expected = model.components().get(c);
      Component actual = copy.components().get(c);
      assertEquals(expected.weight(), actual.weight());
      assertEquals(expected.prior(), actual.prior());
      assertEquals(expected.basis().toString(), actual.basis().toString());
    }
    assertEquals(model.report().members().size(), copy.report().members().size());
  }

  @Test
  void aModelOfManyChunksComesBack() throws IOException {
    assertTrue(LARGE.length > 1 << 20, "one chunk is not many");
    double[][] rows = {new Random(1).doubles(30, -1, 1).toArray()};
    assertSameModel(large(), read(LARGE), rows);
  }

  @Test
  void everythingAReportCanHoldComesBack() throws IOException {
    Coefficients means = new Coefficients(1, 1);
    FitReport.Builder builder = new FitReport.Builder().size(7, 0, 1, 1, Long.MAX_VALUE);
    AlphaWeights average = new AlphaWeights(new double[] {0, 1}, new double[] {0.25, 0.75});
    builder.method(Method.PUBLISHED, "because").binary(binaryStage(average));
    builder.times(
        Map.of(FitPhase.AVERAGING, Duration.ofSeconds(3, 999), FitPhase.SCALE, Duration.ZERO));
    builder
        .settings(Map.of("näme", "β\u0000\uD83D\uDE00"))
        .computedBy(17, "native")
        .note("")
        .note("long ".repeat(9999));
    FitReport report = builder.build();
    CategoricalModel model =
        new CategoricalModel(
            DataSummary.of(0, new double[] {7}),
            Standardization.none(0),
            true,
            List.of(
                new Component(
                    Link.PROBIT,
                    new AlphaWeights(new double[] {0.5}, new double[] {1}),
                    new PriorReport(PriorReport.Kind.GIVEN, Double.NaN, 3),
                    FittedBasis.identity(0),
                    new Posterior(
                        new int[1], means, PosteriorCovariance.sharedDiagonal(new double[] {0})),
                    1)),
            new Prediction(PredictionMode.PLUG_IN, 2, Long.MIN_VALUE),
            report);
    assertSameModel(model, read(bytes(model)), new double[][] {{}});
  }

  private static void assertSameModel(
      CategoricalModel model, CategoricalModel copy, double[][] rows) {
    assertEquals(model.link(), copy.link());
    assertEquals(model.hasIntercept(), copy.hasIntercept());
    assertEquals(model.features(), copy.features());
    assertEquals(model.categories(), copy.categories());
    assertEquals(model.prediction(), copy.prediction());
    assertEquals(model.data().givenFeatureNames(), copy.data().givenFeatureNames());
    assertEquals(model.data().givenCategoryNames(), copy.data().givenCategoryNames());
    assertArrayEquals(model.baseRates(), copy.baseRates());
    assertSameWeights(model.average(), copy.average());
    for (PredictionMode mode : PredictionMode.values()) {
      Prediction prediction = new Prediction(mode, 20, model.prediction().seed());
      for (double[] row : rows) {
        assertArrayEquals(
            model.predictingBy(prediction).probabilities(row),
            copy.predictingBy(prediction).probabilities(row));
      }
    }
    for (double[] row : rows) {
      assertSameUncertainty(model.uncertainty(row), copy.uncertainty(row));
    }
    for (int k = 0; k < model.categories() && model.hasLinear(); k++) {
      assertSameCoefficients(model.coefficients(k, 0.9), copy.coefficients(k, 0.9));
    }
    assertSameReport(model.report(), copy.report());
    assertArrayEquals(bytes(model), bytes(copy));
  }

  private static void assertSameUncertainty(Uncertainty expected, Uncertainty actual) {
    assertEquals(expected.entropy(), actual.entropy());
    assertEquals(expected.expectedEntropy(), actual.expectedEntropy());
    assertArrayEquals(expected.mean(), actual.mean());
    assertArrayEquals(expected.standardDeviation(), actual.standardDeviation());
    assertArrayEquals(expected.lower(), actual.lower());
    assertArrayEquals(expected.upper(), actual.upper());
  }

  private static void assertSameCoefficients(
      CoefficientSummary expected, CoefficientSummary actual) {
    assertEquals(expected.size(), actual.size());
    for (int p = 0; p < expected.size(); p++) {
      assertEquals(expected.mean(p), actual.mean(p));
      assertEquals(expected.lower(p), actual.lower(p));
      assertEquals(expected.upper(p), actual.upper(p));
    }
  }

  private static void assertSameReport(FitReport expected, FitReport actual) {
    assertEquals(
        new ArrayList<>(expected.settings().entrySet()),
        new ArrayList<>(actual.settings().entrySet()));
    assertEquals(expected.rows(), actual.rows());
    assertEquals(expected.features(), actual.features());
    assertEquals(expected.categories(), actual.categories());
    assertEquals(expected.categoriesWithRows(), actual.categoriesWithRows());
    assertEquals(expected.nonzeros(), actual.nonzeros());
    assertArrayEquals(expected.objectiveTrace(), actual.objectiveTrace());
    assertEquals(expected.method(), actual.method());
    assertEquals(expected.reason(), actual.reason());
    assertEquals(expected.prior(), actual.prior());
    assertEquals(expected.converged(), actual.converged());
    assertEquals(expected.threads(), actual.threads());
    assertEquals(expected.kernel(), actual.kernel());
    assertEquals(expected.times(), actual.times());
    assertEquals(expected.notes(), actual.notes());
    assertEquals(expected.toString(), actual.toString());
  }

  private static void assertSameWeights(AlphaWeights expected, AlphaWeights actual) {
    assertEquals(expected.size(), actual.size());
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.alpha(i), actual.alpha(i));
      assertEquals(expected.weight(i), actual.weight(i));
    }
  }

  // Streams and files

  @Test
  void modelsFollowEachOtherInAStreamThatStaysOpen() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    LimitedStream out = new LimitedStream(bytes, Integer.MAX_VALUE);
    CategoricalModel first = Kind.PROBIT_SHARED_FACTOR.fit();
    ModelFile.write(first, out);
    ModelFile.write(Kind.LOGIT_DIAGONALS.fit(), out);
    out.write(42);
    assertEquals(2, out.flushes);
    ByteArrayInputStream in =
        new ByteArrayInputStream(bytes.toByteArray()) {
          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };
    assertSameModel(first, ModelFile.read(in), ROWS);
    assertEquals(Link.LOGIT, ModelFile.read(in).link());
    assertEquals(42, in.read());
    assertEquals(-1, in.read());
  }

  @Test
  void aStreamMayGiveByteAfterByte() throws IOException {
    InputStream in =
        new ByteArrayInputStream(SMALL) {
          @Override
          public synchronized int read(byte[] buffer, int offset, int length) {
            return super.read(buffer, offset, Math.min(length, 1));
          }
        };
    assertArrayEquals(SMALL, bytes(ModelFile.read(in)));
  }

  @Test
  void fieldsMayBeCutByChunksAnywhere() throws IOException {
    byte[] content = content(SMALL);
    for (int length : new int[] {1, 3, 7, 8, 100}) {
      assertArrayEquals(SMALL, bytes(read(framed(content, length))));
    }
  }

  @Test
  void savingReplacesTheFileAndLeavesNothingElse(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("model.ibcavi");
    ModelFile.save(Kind.LOGIT_FACTORS.fit(), file);
    CategoricalModel model = Kind.PROBIT_SHARED_DIAGONAL.fit();
    ModelFile.save(model, file);
    assertSameModel(model, ModelFile.load(file), ROWS);
    assertEquals(List.of(file), filesOf(folder));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS) // where links need a privilege
  void savingThroughALinkReplacesWhatItPointsTo(@TempDir Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve("model.ibcavi"));
    Path link = Files.createSymbolicLink(folder.resolve("latest"), file);
    ModelFile.save(Kind.PROBIT_FACTORS.fit(), link);
    assertTrue(Files.isSymbolicLink(link));
    assertNotNull(ModelFile.load(file));
  }

  @Test
  void aFailedSaveLeavesTheOldFile(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("model.ibcavi"), SMALL);
    for (int limit : new int[] {0, 15, 1000, SMALL.length - 1}) {
      IOException failure =
          assertThrows(
              IOException.class,
              () ->
                  FileReplacement.write(
                      file, out -> ModelFile.write(SMALL_MODEL, new LimitedStream(out, limit))));
      assertEquals("disk full", failure.getMessage());
      assertArrayEquals(SMALL, Files.readAllBytes(file));
      assertEquals(List.of(file), filesOf(folder));
    }
  }

  @Test
  void aFolderIsNoPlaceForAModel(@TempDir Path folder) throws IOException {
    IOException taken = assertThrows(IOException.class, () -> ModelFile.save(SMALL_MODEL, folder));
    assertEquals(folder + ": is a folder; must be a file", taken.getMessage());
    Path file = folder.resolve("missing").resolve("model.ibcavi");
    IOException missing =
        assertThrows(NoSuchFileException.class, () -> ModelFile.save(SMALL_MODEL, file));
    assertEquals(file.getParent().toString(), missing.getMessage());
    assertEquals(List.of(), filesOf(folder));
    IOException read = assertThrows(IOException.class, () -> ModelFile.load(folder));
    assertEquals(folder + ": is a folder; must be a file", read.getMessage());
  }

  /** A pipe is not replaced by a file, and neither is a device such as /dev/stdout. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void savingToAPipeWritesToIt(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> allBytes(pipe));
    ModelFile.save(SMALL_MODEL, pipe);
    assertArrayEquals(SMALL, read.get(1, TimeUnit.MINUTES));
    assertEquals(List.of(pipe), filesOf(folder));
  }

  private static byte[] allBytes(Path path) {
    try (InputStream in = Files.newInputStream(path)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aModelThatCouldNotBeLoadedIsNotSaved(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("model.ibcavi"), SMALL);
    Coefficients means = new Coefficients(2, 2);
    PosteriorCovariance covariance = PosteriorCovariance.sharedDiagonal(new double[] {1, 1});
    CategoricalModel badWeights = model(1, means, covariance, new double[] {0.5, 0.6});
    assertThrows(ModelFormatException.class, () -> ModelFile.save(badWeights, file));
    PosteriorCovariance tooShort = PosteriorCovariance.sharedDiagonal(new double[] {1});
    CategoricalModel badShape = model(1, means, tooShort, new double[] {1});
    assertThrows(ModelFormatException.class, () -> ModelFile.save(badShape, file));
    means.set(1, new double[] {0, Double.NaN});
    CategoricalModel notFinite = model(1, means, covariance, new double[] {1});
    String message =
        assertThrows(ModelFormatException.class, () -> ModelFile.save(notFinite, file))
            .getMessage();
    assertTrue(message.contains("posterior mean NaN; must be finite"), message);
    means.set(1, new double[] {0, -3e306});
    CategoricalModel tooLarge = model(1, means, covariance, new double[] {1});
    assertThrows(ModelFormatException.class, () -> ModelFile.save(tooLarge, file));
    assertArrayEquals(SMALL, Files.readAllBytes(file));
    assertEquals(List.of(file), filesOf(folder));
  }

  @Test
  void aFileMustEndWithItsModel(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("model.ibcavi"), Arrays.copyOf(SMALL, SMALL.length + 1));
    String message =
        assertThrows(ModelFormatException.class, () -> ModelFile.load(file)).getMessage();
    assertTrue(message.contains("model.ibcavi: byte " + SMALL.length + ":"), message);
  }

  private static List<Path> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** Fails when it is full, and when it is closed. */
  private static final class LimitedStream extends OutputStream {
    private final OutputStream target;
    private final int limit;
    private int written;
    private int flushes;

    LimitedStream(OutputStream target, int limit) {
      this.target = target;
      this.limit = limit;
    }

    @Override
    public void write(int value) throws IOException {
      if (written++ >= limit) {
        throw new IOException("disk full");
      }
      target.write(value);
    }

    @Override
    public void flush() {
      flushes++;
    }

    @Override
    public void close() {
      throw new AssertionError("closed");
    }
  }

  @Test
  void namesComeBack() throws IOException {
    List<String> features = List.of("", "näme", "a|b\n");
    List<String> categories = List.of("c0", "c1", "c2", "c3", "c4", " ");
    CategoricalModel model =
        BinaryFit.withDefaults()
            .fit(data().withFeatureNames(features).withCategoryNames(categories));
    CategoricalModel copy = read(bytes(model));
    assertSameModel(model, copy, ROWS);
    assertEquals(features, copy.featureNames());
    assertEquals(categories, copy.categoryNames());
  }

  @Test
  void aNameThatIsTooLongIsNotSaved() {
    CategoricalModel model =
        BinaryFit.withDefaults()
            .fit(data().withFeatureNames(List.of("a", "b", "x".repeat((1 << 20) + 1))));
    String message =
        assertThrows(
                ModelFormatException.class,
                () -> ModelFile.write(model, OutputStream.nullOutputStream()))
            .getMessage();
    assertTrue(message.contains("length of the name of a feature"), message);
  }
}
