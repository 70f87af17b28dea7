// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.ibcavi.BinaryFit;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.Component;
import org.ibcavi.model.Prediction;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That a model comes back as it was, and that nothing else comes back. */
class ModelFileTest {
  private static final int FEATURES = 3;
  private static final int CATEGORIES = 6;
  private static final int HEADER = 12;
  private static final int CHUNK_HEAD = 8;
  private static final int END = 16;
  private static final long MAX_ALLOCATION = 4L << 20;

  private static final CategoricalModel SMALL_MODEL = Kind.PROBIT_FACTORS.fit();
  private static final byte[] SMALL = bytes(SMALL_MODEL);
  private static final byte[] LARGE = bytes(large());

  /** Fits that end with each kind of covariance. */
  private enum Kind {
    PROBIT_SHARED_FACTOR("probit", CovarianceShape.FULL, PosteriorKind.CAVI, true),
    PROBIT_FACTORS("probit", CovarianceShape.FULL, PosteriorKind.LAPLACE, false),
    PROBIT_SHARED_DIAGONAL("probit", CovarianceShape.DIAGONAL, PosteriorKind.CAVI, true),
    PROBIT_DIAGONALS("probit", CovarianceShape.DIAGONAL, PosteriorKind.LAPLACE, false),
    LOGIT_FACTORS("logit", CovarianceShape.FULL, PosteriorKind.CAVI, false),
    LOGIT_DIAGONALS("logit", CovarianceShape.DIAGONAL, PosteriorKind.CAVI, false);

    private final String link;
    private final CovarianceShape shape;
    private final PosteriorKind curvature;
    private final boolean shared;

    Kind(String link, CovarianceShape shape, PosteriorKind curvature, boolean shared) {
      this.link = link;
      this.shape = shape;
      this.curvature = curvature;
      this.shared = shared;
    }

    CategoricalModel fit() {
      return BinaryFit.withDefaults()
          .link(Link.named(link))
          .covariance(shape)
          .posterior(curvature)
          .fit(data());
    }
  }

  /** Six categories, of which 2 and 5 have no rows. */
  private static TrainingData data() {
    Random random = new Random(7);
    TrainingData.Builder data = TrainingData.dense(FEATURES, CATEGORIES);
    int[] labels = {0, 1, 3, 4};
    for (int i = 0; i < 60; i++) {
      int label = labels[i % labels.length];
      double[] row = new double[FEATURES];
      Arrays.setAll(row, m -> 10 * m + random.nextGaussian() + (m == label % FEATURES ? 1 : 0));
      data.add(row, label);
    }
    return data.build();
  }

  private static final double[][] ROWS = {{0.3, 9.5, 21}, {-1, 12, 18.5}, {2, 10, 20}};

  /** More than one chunk of content. */
  private static CategoricalModel large() {
    int features = 30;
    int vectors = 280;
    int size = features + 1;
    Random random = new Random(3);
    Coefficients means = new Coefficients(size, vectors);
    double[][] factors = new double[vectors][];
    for (int u = 0; u < vectors; u++) {
      means.set(u, random.doubles(size, -1, 1).toArray());
      factors[u] = random.doubles(size * (size + 1) / 2, 1, 2).toArray();
    }
    return model(features, means, PosteriorCovariance.each(size, factors), new double[] {1});
  }

  private static CategoricalModel model(
      int features, Coefficients means, PosteriorCovariance covariance, double[] weights) {
    int vectors = means.vectors();
    double[] alphas = new double[weights.length];
    Arrays.setAll(alphas, i -> i / 10.0);
    return new CategoricalModel(
        DataSummary.of(features, new Random(5).doubles(vectors, 0, 9).toArray()),
        Standardization.none(features),
        true,
        List.of(
            new Component(
                Link.LOGIT,
                new AlphaWeights(alphas, weights),
                PriorReport.continued(),
                FittedBasis.identity(features),
                new Posterior(IntStream.range(0, vectors).toArray(), means, covariance),
                1)),
        new Prediction(PredictionMode.MODERATED, 100, 1),
        new FitReport.Builder()
            .size(10, features, vectors, vectors, 10)
            .binary(binaryStage(new AlphaWeights(alphas, weights)))
            .build());
  }

  private static BinaryReport binaryStage(AlphaWeights average) {
    double[] trace = {Double.NEGATIVE_INFINITY, -0.0, Double.NaN, -1e300};
    return BinaryReport.start(
            "probit",
            new PriorReport(PriorReport.Kind.LEARNED, Double.MIN_VALUE, 25),
            -3.5,
            Solver.CAVI,
            trace,
            StopReason.SWEEP_LIMIT)
        .predicting(average, true, PosteriorKind.LAPLACE);
  }

  private static byte[] bytes(CategoricalModel model) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ModelFile.write(model, out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  private static CategoricalModel read(byte[] bytes) throws IOException {
    return ModelFile.read(new ByteArrayInputStream(bytes));
  }

  private static String refusal(byte[] bytes) {
    return assertThrows(ModelFormatException.class, () -> read(bytes)).getMessage();
  }

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

  // Kept files

  /** The expected numbers come from kept.py, which shares no code with this library. */
  @ParameterizedTest
  @CsvFileSource(resources = "/models/kept.csv", numLinesToSkip = 1)
  void aKeptFileSaysWhatItAlwaysSaid(String name, String what, String of, String values)
      throws IOException {
    CategoricalModel model = kept(name);
    double[] actual;
    if (what.equals("BASE_RATES")) {
      actual = model.baseRates();
    } else if (what.equals("COEFFICIENTS")) {
      CoefficientSummary summary = model.coefficients(Integer.parseInt(of), 0.9);
      actual = IntStream.range(0, summary.size()).mapToDouble(summary::mean).toArray();
    } else {
      Prediction prediction = new Prediction(PredictionMode.valueOf(what), 2, 1);
      actual = model.predictingBy(prediction).probabilities(numbers(of));
    }
    assertArrayEquals(numbers(values), actual, 1e-13);
  }

  private static double[] numbers(String text) {
    return Stream.of(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private static CategoricalModel kept(String name) throws IOException {
    try (InputStream in = ModelFileTest.class.getResourceAsStream("/models/" + name + ".ibcavi")) {
      return ModelFile.read(in);
    }
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/models/kept-names.csv", numLinesToSkip = 1)
  void aKeptFileHasItsNames(String name, String features, String categories) throws IOException {
    DataSummary data = kept(name).data();
    assertEquals(Optional.ofNullable(features), data.givenFeatureNames().map(ModelFileTest::bar));
    assertEquals(
        Optional.ofNullable(categories), data.givenCategoryNames().map(ModelFileTest::bar));
  }

  private static String bar(List<String> names) {
    return String.join("|", names);
  }

  @Test
  void aKeptReportIsComplete() throws IOException {
    FitReport report = kept("version-5-shared-diagonal").report();
    assertEquals(24, report.rows());
    assertEquals(3, report.categoriesWithRows());
    assertEquals(48, report.nonzeros());
    assertEquals(StopReason.CONVERGED, report.binary().orElseThrow().stopReason());
    assertTrue(report.binary().orElseThrow().isDiagonal());
    assertEquals(EnumSet.range(FitPhase.PREPARATION, FitPhase.AVERAGING), report.times().keySet());
  }

  /** Names stand in files; who renames a constant has to read its old name, too. */
  @Test
  void namesInFilesStay() {
    assertNames(StopReason.class, "CONVERGED", "ELBO_GAIN", "PRECISION_LIMIT", "SWEEP_LIMIT");
    assertNames(
        FitPhase.class, "PREPARATION", "SCALE", "BINARY", "COVARIANCE", "AVERAGING", "CATEGORICAL");
    assertNames(PredictionMode.class, "PLUG_IN", "MODERATED", "MONTE_CARLO");
    assertEquals(Link.PROBIT, Link.named("probit"));
    assertEquals(Link.LOGIT, Link.named("logit"));
  }

  private static <E extends Enum<E>> void assertNames(Class<E> type, String... names) {
    for (String name : names) {
      assertEquals(name, Enum.valueOf(type, name).name());
    }
  }

  // Damage

  @Test
  void aTruncatedFileIsRefused() {
    for (byte[] file : List.of(SMALL, LARGE)) {
      IntStream start = IntStream.range(0, 100);
      IntStream end = IntStream.range(file.length - 50, file.length);
      IntStream anywhere = new Random(11).ints(200, 0, file.length);
      IntStream.concat(IntStream.concat(start, end), anywhere)
          .forEach(
              length -> {
                String message = refusal(Arrays.copyOf(file, length));
                assertTrue(message.startsWith("byte " + length + ":"), message);
              });
    }
  }

  @Test
  void aFileThatEndsBetweenChunksIsRefused() {
    int secondChunk = HEADER + CHUNK_HEAD + (1 << 20);
    for (int length : new int[] {HEADER, secondChunk, LARGE.length - END}) {
      String message = refusal(Arrays.copyOf(LARGE, length));
      assertEquals(
          "byte " + length + ": the file ends within the head of a chunk; it is incomplete",
          message);
    }
  }

  @Test
  void aFlippedBitIsRefused() {
    for (byte[] file : List.of(SMALL, LARGE)) {
      Random random = new Random(12);
      IntStream.concat(IntStream.range(0, 8 * 24), random.ints(200, 0, 8 * file.length))
          .forEach(
              bit -> {
                byte[] damaged = file.clone();
                damaged[bit / 8] ^= (byte) (1 << bit % 8);
                assertTrue(refusal(damaged).startsWith("byte "), "bit " + bit);
              });
    }
  }

  @Test
  void exchangedChunksAreRefused() {
    byte[] content = content(SMALL);
    byte[] file = framed(content, 100);
    byte[] exchanged = file.clone();
    int step = 100 + CHUNK_HEAD;
    System.arraycopy(file, HEADER + step, exchanged, HEADER + 2 * step, step);
    System.arraycopy(file, HEADER + 2 * step, exchanged, HEADER + step, step);
    assertTrue(refusal(exchanged).contains("checksum"));
  }

  @Test
  void aLaterVersionIsNamed() {
    byte[] later = SMALL.clone();
    later[11] = 6;
    assertEquals(
        "byte 8: a model of format version 6; this library reads version 5; a later library is"
            + " needed",
        refusal(later));
  }

  @ParameterizedTest
  @ValueSource(bytes = {1, 2, 3, 4})
  void aVersionThatWasNeverReleasedIsNamed(byte version) {
    byte[] earlier = SMALL.clone();
    earlier[11] = version;
    assertEquals(
        "byte 8: a model of format version "
            + version
            + "; this library reads version 5; that is a format from before the first release, fit"
            + " the model anew",
        refusal(earlier));
  }

  @Test
  void whatIsNoModelIsNamed() {
    assertEquals("byte 0: no model, there is nothing to read", refusal(new byte[0]));
    String zip = refusal(new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0, 0, 0});
    assertTrue(zip.contains("not a model of this library: begins with 50 4b 03 04"), zip);
    String text = new String(SMALL, StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
    String converted = refusal(text.getBytes(StandardCharsets.ISO_8859_1));
    assertTrue(converted.contains("text mode"), converted);
  }

  // Files with right checksums and wrong content

  /** An independent writer of the layout in docs/model-format.md. */
  private static byte[] framed(byte[] content, int chunkLength) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CRC32C checksum = new CRC32C();
    out.writeBytes(Arrays.copyOf(SMALL, HEADER));
    checksum.update(SMALL, 0, HEADER);
    for (int from = 0; from < content.length; from += chunkLength) {
      int to = Math.min(from + chunkLength, content.length);
      addChunk(to - from, Arrays.copyOfRange(content, from, to), checksum, out);
    }
    addChunk(0, ByteBuffer.allocate(8).putLong(content.length).array(), checksum, out);
    return out.toByteArray();
  }

  private static void addChunk(
      int length, byte[] body, CRC32C checksum, ByteArrayOutputStream out) {
    byte[] lengthBytes = ByteBuffer.allocate(4).putInt(length).array();
    checksum.update(lengthBytes);
    checksum.update(body);
    out.writeBytes(lengthBytes);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
    out.writeBytes(body);
  }

  private static byte[] framed(byte[] content) {
    return framed(content, 1 << 20);
  }

  /** Of a file of one chunk. */
  private static byte[] content(byte[] file) {
    int length = ByteBuffer.wrap(file).getInt(HEADER);
    assertEquals(HEADER + CHUNK_HEAD + length + END, file.length);
    return Arrays.copyOfRange(file, HEADER + CHUNK_HEAD, HEADER + CHUNK_HEAD + length);
  }

  @Test
  void theFileHasTheDocumentedFrame() {
    assertArrayEquals(SMALL, framed(content(SMALL)));
  }

  /** Every count of the file is at one of the places, whatever follows it. */
  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE - 8, 46_340, Integer.MIN_VALUE})
  void aHugeCountTakesLittleMemory(int count) {
    byte[] content = content(SMALL);
    for (int at = 0; at + 4 <= content.length; at++) {
      byte[] changed = content.clone();
      ByteBuffer.wrap(changed).putInt(at, count);
      assertModelOrRefusal(framed(changed));
      assertModelOrRefusal(framed(Arrays.copyOf(changed, at + 4)));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void changedContentIsAModelOrRefused(Kind kind) {
    byte[] content = content(bytes(kind.fit()));
    Random random = new Random(13);
    for (int i = 0; i < 1000; i++) {
      byte[] changed = content.clone();
      for (int change = random.nextInt(3); change >= 0; change--) {
        changed[random.nextInt(content.length)] = (byte) random.nextInt(256);
      }
      assertModelOrRefusal(framed(changed));
    }
  }

  @Test
  void contentOfAnotherLengthIsRefused() {
    byte[] content = content(SMALL);
    for (int length = 1; length < content.length; length++) {
      String message = refusal(framed(Arrays.copyOf(content, length)));
      assertTrue(message.contains("ends where the"), message);
    }
    String message = refusal(framed(Arrays.copyOf(content, content.length + 1)));
    assertTrue(message.contains("goes on after the last field"), message);
  }

  private static void assertModelOrRefusal(byte[] file) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    try {
      CategoricalModel model = read(file);
      assertEquals(model.categories(), model.probabilities(new double[model.features()]).length);
    } catch (ModelFormatException e) {
      assertTrue(e.getMessage().startsWith("byte "), e.getMessage());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < MAX_ALLOCATION, allocated + " bytes allocated");
  }

  @ParameterizedTest
  @CsvSource({
    "0, link",
    "10, features",
    "14, intercept",
    "63, bases",
    "67, kind of basis",
    "68, basis of a component",
    "72, categories",
    "76, vectors",
    "80, vector of"
  })
  void aWrongFieldIsNamedWithItsPlace(int at, String name) {
    byte[] content = content(SMALL);
    content[at] = -1;
    String message = refusal(framed(content));
    assertTrue(message.startsWith("byte " + (HEADER + CHUNK_HEAD + at) + ": "), message);
    assertTrue(message.contains(name), message);
  }

  /** The content of a model of two categories, right unless it is told otherwise. */
  private static final class Crafted {
    private int features = 1;

    /** The kind of the basis, and what follows it. */
    private byte[] basis = {1};

    private boolean intercept = true;
    private int covariance = 3;
    private double[] weights = {0.5, 0.5};
    private double[] categoryWeights = {4, 5};
    private List<String> featureNames = List.of("f");
    private List<String> categoryNames = List.of("c", "d");
    private double componentWeight = 1;
    private boolean predicts = true;
    private List<String> phases = List.of("SCALE", "BINARY");
    private List<String> settings = List.of("link", "prior");

    byte[] file() {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        write(out);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return framed(bytes.toByteArray());
    }

    /** What comes up to the basis, and nothing after it. */
    byte[] start() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      writeStart(new DataOutputStream(bytes));
      return bytes.toByteArray();
    }

    private void writeStart(DataOutputStream out) throws IOException {
      text("logit", out);
      out.writeInt(features);
      out.writeBoolean(intercept);
      doubles(2 * features, out);
      out.writeInt(1);
      out.write(basis);
    }

    private void write(DataOutputStream out) throws IOException {
      int size = features + (intercept ? 1 : 0);
      writeStart(out);
      out.writeInt(0);
      out.writeInt(2);
      out.writeInt(1);
      out.writeLong(0);
      doubles(size, out);
      out.writeByte(covariance);
      doubles(size, out);
      writeData(out);
      out.writeInt(weights.length);
      doubles(weights.length, out);
      for (double weight : weights) {
        out.writeDouble(weight);
      }
      out.writeDouble(componentWeight);
      prior(out);
      out.writeInt(0);
      text("PLUG_IN", out);
      out.writeInt(2);
      out.writeLong(-1);
      writeReport(out);
    }

    private void writeData(DataOutputStream out) throws IOException {
      for (double weight : categoryWeights) {
        out.writeDouble(weight);
      }
      out.writeBoolean(!featureNames.isEmpty());
      for (String name : featureNames) {
        text(name, out);
      }
      out.writeBoolean(!categoryNames.isEmpty());
      for (String name : categoryNames) {
        text(name, out);
      }
    }

    private void writeReport(DataOutputStream out) throws IOException {
      out.writeInt(9);
      out.writeInt(2);
      out.writeLong(9);
      out.writeInt(settings.size());
      for (String setting : settings) {
        text(setting, out);
        text("", out);
      }
      text("BINARY", out);
      text("", out);
      out.writeBoolean(true);
      writeBinary(out);
      out.writeInt(0);
      out.writeInt(1);
      text("plain", out);
      out.writeInt(phases.size());
      for (String phase : phases) {
        text(phase, out);
        out.writeLong(1);
      }
      out.writeInt(0);
    }

    private void writeBinary(DataOutputStream out) throws IOException {
      text("logit", out);
      prior(out);
      doubles(1, out);
      text("CAVI", out);
      out.writeInt(1);
      doubles(1, out);
      text("CONVERGED", out);
      out.writeBoolean(predicts);
      if (predicts) {
        out.writeInt(1);
        doubles(2, out);
        out.writeBoolean(false);
        text("LAPLACE", out);
      }
    }

    private static void prior(DataOutputStream out) throws IOException {
      text("LEARNED", out);
      doubles(2, out);
    }

    private static void text(String text, DataOutputStream out) throws IOException {
      out.writeInt(text.length());
      out.writeBytes(text);
    }

    private static void doubles(int count, DataOutputStream out) throws IOException {
      for (int i = 0; i < count; i++) {
        out.writeDouble(1);
      }
    }
  }

  @Test
  void aCraftedFileIsReadBeforeItIsSpoiled() throws IOException {
    CategoricalModel model = read(new Crafted().file());
    assertArrayEquals(new double[] {0.5, 0.5}, model.probabilities(new double[] {3}), 1e-15);
    assertArrayEquals(new double[] {0.45, 0.55}, model.baseRates(), 1e-15);
    assertEquals(List.of("f"), model.featureNames());
    assertEquals(List.of("c", "d"), model.categoryNames());
  }

  @Test
  void aNameThatIsThereTwiceIsRefused() {
    Crafted crafted = new Crafted();
    crafted.categoryNames = List.of("c", "c");
    assertRefused(crafted, "name of a category twice");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, sum to 0 or overflow",
    "-1, 3, weight of a category -1.0",
    "NaN, 3, weight of a category NaN",
    "1e308, 1e308, sum to 0 or overflow"
  })
  void categoryWeightsThatAreNoWeightsAreRefused(double first, double second, String why) {
    Crafted crafted = new Crafted();
    crafted.categoryWeights = new double[] {first, second};
    assertRefused(crafted, why);
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
  void weightsThatDoNotSumToOneAreRefused() {
    Crafted crafted = new Crafted();
    crafted.weights = new double[] {0.5, 0.499};
    assertRefused(crafted, "sum to 1");
  }

  @Test
  void basesThatAreNoneAreRefused() throws IOException {
    Crafted cuts = new Crafted();
    cuts.basis = basis(2, out -> numbers(out, 2, 0.5, 0.5));
    assertRefused(cuts, "cuts that do not increase");
    Crafted frequency = new Crafted();
    frequency.basis =
        basis(
            3,
            out -> {
              out.writeDouble(1);
              out.writeDouble(1);
              numbers(out, 1, Double.NaN);
            });
    assertRefused(frequency, "frequency NaN");
    Crafted leaf = new Crafted();
    leaf.basis = trees(1, 0, 0.5);
    assertRefused(leaf, "leaf to split 1");
    Crafted feature = new Crafted();
    feature.basis = trees(0, 1, 0.5);
    assertRefused(feature, "feature to split by 1");
    Crafted place = new Crafted();
    place.basis = trees(0, 0, Double.POSITIVE_INFINITY);
    assertRefused(place, "cut Infinity");
    Crafted wide = new Crafted();
    wide.basis = basis(2, out -> out.writeInt(1 << 24));
    assertRefused(wide, "cuts 16777216");
  }

  /**
   * A row has at most 2³¹ − 9 values in 128 rows: 16 777 215 features. A file with as many goes on
   * to its end, which comes at once.
   */
  @Test
  void basesOfMoreFeaturesThanRowsMayHaveAreRefused() throws IOException {
    String tooMany = "features of a basis: 16777216; must be at most 16777215";
    String noMore = "ends where the";
    assertBasisRefused(1, basis(2, out -> out.writeInt(16_777_214)), noMore);
    assertBasisRefused(1, basis(2, out -> out.writeInt(16_777_215)), tooMany);
    assertBasisRefused(1, waves(8_388_607), noMore);
    assertBasisRefused(2, waves(8_388_607), tooMany);
    assertBasisRefused(1, oneLeafAndSplits(16_777_212), noMore);
    assertBasisRefused(1, oneLeafAndSplits(16_777_213), tooMany);
  }

  @Test
  void basesThatNoFitHasAreRefused() throws IOException {
    assertBasisRefused(0, waves(1), "waves of no features; there must be one");
    assertBasisRefused(0, oneLeafAndSplits(1), "trees of no features; there must be one");
    assertBasisRefused(300, waves(8_388_000), "more frequencies than an array holds");
  }

  private static byte[] waves(int pairs) throws IOException {
    return basis(
        3,
        out -> {
          out.writeDouble(1);
          out.writeDouble(1);
          out.writeInt(pairs);
        });
  }

  /** A tree without splits, and one with some that do not come. */
  private static byte[] oneLeafAndSplits(int splits) throws IOException {
    return basis(
        4,
        out -> {
          out.writeDouble(1);
          out.writeInt(2);
          out.writeInt(0);
          out.writeInt(splits);
        });
  }

  /** Nothing follows the basis. */
  private static void assertBasisRefused(int features, byte[] basis, String why)
      throws IOException {
    Crafted crafted = new Crafted();
    crafted.features = features;
    crafted.basis = basis;
    String message = refusal(framed(crafted.start()));
    assertTrue(message.contains(why), message);
  }

  /** One tree of one split. */
  private static byte[] trees(int leaf, int feature, double cut) throws IOException {
    return basis(
        4,
        out -> {
          out.writeDouble(1);
          out.writeInt(1);
          out.writeInt(1);
          out.writeInt(leaf);
          out.writeInt(feature);
          out.writeDouble(cut);
        });
  }

  /** Writes the fields of a basis. */
  private interface BasisWriter {
    void write(DataOutputStream out) throws IOException;
  }

  private static byte[] basis(int kind, BasisWriter fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(kind);
    fields.write(out);
    return bytes.toByteArray();
  }

  private static void numbers(DataOutputStream out, int count, double... values)
      throws IOException {
    out.writeInt(count);
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  @Test
  void noCoefficientsAtAllAreRefused() {
    Crafted crafted = new Crafted();
    crafted.features = 0;
    crafted.intercept = false;
    assertRefused(crafted, "no features and no intercept");
  }

  @Test
  void aFullCovarianceThatFitsNoArrayIsRefused() {
    Crafted crafted = new Crafted();
    crafted.features = 46_340;
    crafted.covariance = 1;
    assertRefused(crafted, "full covariance of 46341 coefficients");
  }

  @Test
  void aReportOfNoPosteriorIsRefused() {
    Crafted crafted = new Crafted();
    crafted.predicts = false;
    assertRefused(crafted, "a report of no posterior");
  }

  @Test
  void whatMustBeThereOnceIsRefusedTwice() {
    Crafted phases = new Crafted();
    phases.phases = List.of("SCALE", "SCALE");
    assertRefused(phases, "phase SCALE twice");
    Crafted settings = new Crafted();
    settings.settings = List.of("link", "link");
    assertRefused(settings, "a setting twice");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1.5, Double.NaN})
  void componentsWhoseWeightsAreNoWeightsAreRefused(double weight) {
    Crafted crafted = new Crafted();
    crafted.componentWeight = weight;
    assertRefused(crafted, "component");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "scale", "COOLING"})
  void anUnknownNameIsRefused(String name) {
    Crafted crafted = new Crafted();
    crafted.phases = List.of(name);
    assertRefused(crafted, "phase '" + name + "'; this library knows PREPARATION, SCALE");
  }

  private static void assertRefused(Crafted crafted, String why) {
    String message = refusal(crafted.file());
    assertTrue(message.contains(why), message);
  }

  @Test
  void aWrongTotalIsRefused() {
    byte[] content = content(SMALL);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CRC32C checksum = new CRC32C();
    out.writeBytes(Arrays.copyOf(SMALL, HEADER));
    checksum.update(SMALL, 0, HEADER);
    addChunk(content.length, content, checksum, out);
    addChunk(0, ByteBuffer.allocate(8).putLong(content.length - 1).array(), checksum, out);
    String message = refusal(out.toByteArray());
    assertTrue(message.contains("bytes of content declared, " + content.length), message);
  }
}
