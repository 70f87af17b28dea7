// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.swing.JLabel;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.functions.IBCavi;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;
import weka.gui.LogPanel;
import weka.gui.Logger;

class ClassifierTest {
  static IBCavi built(Instances data, String options) throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.setOptions(Utils.splitOptions(options));
    classifier.buildClassifier(data);
    return classifier;
  }

  /**
   * Too much to fit for an impatient user: plain coordinate ascent takes thousands of sweeps for
   * each digit of the rate of a category that has one row of many.
   */
  private static Instances rareClasses() {
    ArrayList<Attribute> attributes = new ArrayList<>();
    for (int m = 0; m < 60; m++) {
      attributes.add(new Attribute("x" + m));
    }
    List<String> classes = new ArrayList<>();
    for (int k = 0; k < 40; k++) {
      classes.add("c" + k);
    }
    attributes.add(new Attribute("class", classes));
    Instances data = new Instances("rare classes", attributes, 20000);
    data.setClassIndex(60);
    Random random = new Random(1);
    for (int i = 0; i < 20000; i++) {
      double[] values = random.doubles(61).toArray();
      values[60] = i < 40 ? i : 0;
      data.add(new DenseInstance(1, values));
    }
    return data;
  }

  @ParameterizedTest
  @ValueSource(strings = {"probit", "logit"})
  void predictionsAreThoseOfTheCore(String link) throws Exception {
    Instances glass = TestData.glass();
    IBCavi classifier =
        built(glass, "-no-standardize -predict plugin -prior-variance 0.5 -link " + link);
    TrainingData.Builder rows = TrainingData.dense(9, 6);
    for (Instance instance : glass) {
      rows.add(values(instance), (int) instance.classValue());
    }
    CategoricalModel core =
        IbCavi.withDefaults()
            .link(Link.named(link))
            .prior(org.ibcavi.prior.Prior.isotropic(0.5))
            .standardize(false)
            .predictingBy(PredictionMode.PLUG_IN)
            .fit(rows.build());
    for (Instance instance : glass) {
      assertArrayEquals(
          core.probabilities(values(instance)),
          classifier.distributionForInstance(instance),
          1e-12);
    }
  }

  private static double[] values(Instance instance) {
    double[] row = new double[9];
    for (int m = 0; m < 9; m++) {
      row[m] = instance.value(m);
    }
    return row;
  }

  @ParameterizedTest
  @ValueSource(strings = {"-predict plugin", "-predict montecarlo -num-slots 2"})
  void batchAndSinglePredictionsAreTheSame(String options) throws Exception {
    Instances glass = TestData.glass();
    IBCavi classifier = built(glass, options);
    assertTrue(classifier.implementsMoreEfficientBatchPrediction());
    double[][] batch = classifier.distributionsForInstances(glass);
    for (int i = 0; i < glass.numInstances(); i++) {
      assertArrayEquals(classifier.distributionForInstance(glass.instance(i)), batch[i]);
      assertEquals(1, Utils.sum(batch[i]), 1e-12);
    }
  }

  @Test
  void manyThreadsPredictTheSame() throws Exception {
    Instances mixed = TestData.mixed();
    IBCavi classifier = built(mixed, "");
    double[][] expected = classifier.distributionsForInstances(mixed);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> tasks = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        int shift = t;
        tasks.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 2000; i++) {
                    int row = (i + shift) % mixed.numInstances();
                    assertArrayEquals(
                        expected[row], classifier.distributionForInstance(mixed.instance(row)));
                  }
                  return null;
                }));
      }
      for (Future<?> task : tasks) {
        task.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void slotsDoNotChangeTheModel() throws Exception {
    Instances glass = TestData.glass();
    String one = built(glass, "").toString();
    assertEquals(one, built(glass, "-num-slots 3").toString());
    assertEquals(one, built(glass, "-num-slots 0").toString());
  }

  @Test
  void weightOfTwoIsTheInstanceTwice() throws Exception {
    Instances weighted = TestData.mixed();
    Instances twice = TestData.mixed();
    weighted.instance(1).setWeight(2);
    twice.add((Instance) twice.instance(1).copy());
    // Variational posteriors have draws of each row, so that one row of weight 2 has others than
    // two.
    String options = "-predict plugin -average 0.5 -posterior laplace";
    double[][] a = built(weighted, options).distributionsForInstances(weighted);
    double[][] b = built(twice, options).distributionsForInstances(weighted);
    for (int i = 0; i < a.length; i++) {
      assertArrayEquals(b[i], a[i], 1e-5);
    }
  }

  @Test
  void measuresAreOfThePosteriorThatPredicts() throws Exception {
    Instances glass = TestData.glass();
    IBCavi binary =
        built(glass, "-method binary -prior-variance 2 -solver cavi -max-sweeps 5 -average bma");
    assertEquals(0, binary.getMeasure("measureConverged"));
    assertEquals(5, binary.getMeasure("measurePasses"));
    assertEquals(2, binary.getMeasure("measurePriorVariance"));
    assertEquals(1, binary.getMeasure("measureComponents"));
    BinaryReport stage = binary.model().report().binary().orElseThrow();
    assertEquals(stage.elbo(), binary.getMeasure("measureObjective"));
    IBCavi categorical = built(glass, "-method categorical");
    MemberReport leading = categorical.model().report().leadingMember().orElseThrow();
    assertEquals(leading.passes(), categorical.getMeasure("measurePasses"));
    assertEquals(leading.prior().weightVariance(), categorical.getMeasure("measurePriorVariance"));
    double[] trace = leading.trace();
    assertEquals(trace[trace.length - 1], categorical.getMeasure("measureObjective"));
    assertEquals(
        categorical.model().components().size(), categorical.getMeasure("measureComponents"));
  }

  @Test
  void measuresHaveFigures() throws Exception {
    IBCavi classifier = built(TestData.glass(), "");
    for (String name : Collections.list(classifier.enumerateMeasures())) {
      assertTrue(name.startsWith("measure"));
      assertTrue(Double.isFinite(classifier.getMeasure(name)), name);
    }
    assertEquals(1, classifier.getMeasure("measureConverged"));
    assertEquals(9, classifier.getMeasure("MEASURECOLUMNS"));
  }

  /** Whenever the fit comes to its third pass: under debug each pass is a line. */
  @Test
  void interruptStopsTheFitAndLeavesNoModel() throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.setOptions(
        Utils.splitOptions(
            "-method binary -solver cavi -prior-variance 1 -num-slots 2 -output-debug-info"));
    StringBuilder printed = new StringBuilder();
    PrintStream console = System.out;
    System.setOut(
        new PrintStream(OutputStream.nullOutputStream()) {
          @Override
          public void println(String line) {
            printed.append(line);
            if (line.contains("pass 3,")) {
              Thread.currentThread().interrupt();
            }
          }
        });
    try {
      assertThrows(InterruptedException.class, () -> classifier.buildClassifier(rareClasses()));
    } finally {
      System.setOut(console);
    }
    assertFalse(Thread.interrupted(), "the exception stands for the flag");
    assertFalse(printed.toString().contains("pass 4,"), printed::toString);
    assertEquals("IBCavi: No model built yet.", classifier.toString());
  }

  @Test
  void interruptedPredictionStops() throws Exception {
    Instances glass = TestData.glass();
    IBCavi classifier = built(glass, "");
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> classifier.distributionsForInstances(glass));
    assertTrue(!Thread.interrupted());
  }

  @Test
  void logIsTold() throws Exception {
    List<String> lines = new ArrayList<>();
    IBCavi classifier = new IBCavi();
    classifier.setLog(
        new Logger() {
          @Override
          public void logMessage(String message) {
            lines.add("log " + message);
          }

          @Override
          public void statusMessage(String message) {
            lines.add("status " + message);
          }
        });
    classifier.setOptions(Utils.splitOptions("-method binary -max-sweeps 3"));
    classifier.buildClassifier(TestData.glass());
    assertTrue(
        lines.contains(
            "log IBCavi: method binary: sweep limit reached before convergence after 3 sweeps"),
        lines::toString);
    IBCavi copy = (IBCavi) AbstractClassifier.makeCopy(classifier);
    assertEquals(null, copy.getLog());
  }

  /** How far a fit is comes to the status line only after a second, but under debug at once. */
  @Test
  void debugTellsEveryPass() throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.setOptions(Utils.splitOptions("-method binary -max-sweeps 3 -output-debug-info"));
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      classifier.buildClassifier(TestData.glass());
    } finally {
      System.setOut(console);
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    for (int pass = 1; pass <= 3; pass++) {
      assertTrue(text.contains("IBCavi: binary regressions, pass " + pass + ","), text);
    }
  }

  /** Weka says on its status line which fold it builds, and nowhere else. */
  @Test
  void theStatusLineKeepsTheFold() {
    LogPanel panel = new LogPanel();
    panel.statusMessage("Building model for fold 3...");
    Progress progress = new Progress(panel, false);
    assertEquals(
        "Building model for fold 3: binary regressions, pass 1, 2.0 s",
        status(panel, progress, FitPhase.BINARY, 0, 2));
    status(panel, progress, FitPhase.CATEGORICAL, 2, 3);
    assertEquals(
        "Building model for fold 3: model 2 of 5, pass 2, 4.0 s",
        status(panel, progress, FitPhase.CATEGORICAL, 2, 4));
    // Another fit without a new line of Weka's, as between iterations.
    Progress next = new Progress(panel, false);
    status(panel, next, FitPhase.CATEGORICAL, 5, 2);
    assertEquals(
        "Building model for fold 3: posterior of model 1 of 5, pass 1, 3.0 s",
        status(panel, next, FitPhase.CATEGORICAL, 1, 3));
  }

  private static String status(
      LogPanel panel, Progress progress, FitPhase phase, int model, int seconds) {
    progress.onSweep(new FitProgress(phase, model, 5, 1, -1, 3, 3, Duration.ofSeconds(seconds)));
    return PropertySheetTest.inside(panel, JLabel.class).stream()
        .map(JLabel::getText)
        .filter(text -> text != null && text.startsWith("Building"))
        .findFirst()
        .orElse("");
  }

  @Test
  void nothingKnownGetsTheSharesOfTheClasses() throws Exception {
    Instances glass = TestData.glass();
    IBCavi classifier = built(glass, "");
    Instances nothing = new Instances(glass, 0);
    nothing.add(glass.instance(0));
    nothing.add(new DenseInstance(10));
    double[] p = classifier.distributionForInstance(nothing.instance(1));
    int[] counts = glass.attributeStats(9).nominalCounts;
    for (int k = 0; k < 6; k++) {
      assertEquals(counts[k] / 214.0, p[k], 0.005);
    }
    assertArrayEquals(p, classifier.distributionsForInstances(nothing)[1]);
    assertTrue(classifier.uncertainty(nothing.instance(1), 0.9).isEmpty());
    assertTrue(classifier.uncertainty(nothing.instance(0), 0.9).isPresent());
  }

  @Test
  void seedMattersToMonteCarloOnly() throws Exception {
    Instances glass = TestData.glass();
    double[] one =
        built(glass, "-predict montecarlo -S 1").distributionForInstance(glass.instance(0));
    double[] two =
        built(glass, "-predict montecarlo -S 2").distributionForInstance(glass.instance(0));
    assertNotEquals(one[0], two[0]);
    assertArrayEquals(one, two, 0.05);
  }
}
