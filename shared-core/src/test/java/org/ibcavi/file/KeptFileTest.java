// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import static org.ibcavi.file.ModelFiles.data;
import static org.ibcavi.file.ModelFiles.model;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.design.DataSummary;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.Prediction;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Files of released versions are read as they always were. */
class KeptFileTest {
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
    try (InputStream in = KeptFileTest.class.getResourceAsStream("/models/" + name + ".ibcavi")) {
      return ModelFile.read(in);
    }
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/models/kept-names.csv", numLinesToSkip = 1)
  void aKeptFileHasItsNames(String name, String features, String categories) throws IOException {
    DataSummary data = kept(name).data();
    assertEquals(Optional.ofNullable(features), data.givenFeatureNames().map(KeptFileTest::bar));
    assertEquals(Optional.ofNullable(categories), data.givenCategoryNames().map(KeptFileTest::bar));
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

  @Test
  void aKeptReportKnowsTheRowsOfEarlierFits() throws IOException {
    assertEquals(24, kept("version-6-continued").report().rows());
    assertEquals(48, kept("version-6-continued").report().allRows());
    assertEquals(24, kept("version-5").report().allRows());
  }

  /** Names stand in files; who renames a constant has to read its old name, too. */
  @Test
  void namesInFilesStay() {
    assertNames(StopReason.class, "CONVERGED", "ELBO_GAIN", "PRECISION_LIMIT", "SWEEP_LIMIT");
    assertNames(
        FitPhase.class, "PREPARATION", "SCALE", "BINARY", "COVARIANCE", "AVERAGING", "CATEGORICAL");
    assertNames(PredictionMode.class, "AUTO", "PLUG_IN", "MODERATED", "MONTE_CARLO");
    assertNames(Method.class, "CATEGORICAL", "BINARY", "PUBLISHED");
    assertNames(PosteriorKind.class, "CAVI", "LAPLACE", "VARIATIONAL");
    assertNames(Solver.class, "ACCELERATED", "CAVI");
    assertNames(
        PriorReport.Kind.class,
        "GIVEN",
        "LEARNED",
        "WIDER",
        "HEAVY_TAILED",
        "PER_FEATURE",
        "PER_ATTRIBUTE",
        "PER_CATEGORY",
        "HIERARCHICAL",
        "SPIKE_SLAB",
        "BINARY",
        "CONTINUED",
        "BINARY_CONTINUED",
        "WIDER_CONTINUED",
        "PROVISIONAL");
    assertEquals(Link.PROBIT, Link.named("probit"));
    assertEquals(Link.LOGIT, Link.named("logit"));
  }

  private static <E extends Enum<E>> void assertNames(Class<E> type, String... names) {
    for (String name : names) {
      assertEquals(name, Enum.valueOf(type, name).name());
    }
  }
}
