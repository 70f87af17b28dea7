// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Evaluation;
import weka.classifiers.bayes.NaiveBayes;
import weka.classifiers.evaluation.AbstractEvaluationMetric;
import weka.classifiers.functions.IBCavi;
import weka.classifiers.functions.LinearRegression;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.PluginManager;
import weka.core.converters.ArffSaver;

class MetricsTest {
  private static final File PROPERTIES = new File("src/main/package/PluginManager.props");

  @BeforeAll
  static void register() throws Exception {
    PluginManager.addFromProperties(PROPERTIES);
  }

  @AfterAll
  static void unregister() {
    for (Class<?> metric : List.of(LogLoss.class, BrierScore.class, CalibrationError.class)) {
      PluginManager.removePlugins(
          AbstractEvaluationMetric.class.getName(), List.of(metric.getName()));
    }
  }

  private static double value(ProbabilityMetric metric) {
    return metric.getStatistic(metric.getStatisticNames().get(0));
  }

  @Test
  void logLossIsTheMeanSurprise() {
    LogLoss metric = new LogLoss();
    metric.add(new double[] {0.5, 0.5}, 0, 1);
    metric.add(new double[] {0.2, 0.8}, 0, 3);
    assertEquals((Math.log(2) + 3 * Math.log(5)) / 4, value(metric), 1e-15);
    metric.add(new double[] {0, 1}, 0, 4);
    assertEquals((Math.log(2) + 3 * Math.log(5) + 60 * Math.log(10)) / 8, value(metric), 1e-14);
  }

  @Test
  void brierScoreIsTheMeanSquaredErrorOfAllClasses() {
    BrierScore metric = new BrierScore();
    metric.add(new double[] {0.2, 0.3, 0.5}, 2, 1);
    metric.add(new double[] {1, 0, 0}, 1, 1);
    assertEquals((0.04 + 0.09 + 0.25 + 2) / 2, value(metric), 1e-15);
  }

  @Test
  void calibrationErrorComparesConfidenceWithAccuracyBinByBin() {
    CalibrationError metric = new CalibrationError();
    for (int i = 0; i < 10; i++) {
      metric.add(new double[] {0.9, 0.1}, i < 9 ? 0 : 1, 1);
    }
    assertEquals(0, value(metric), 1e-15);
    for (int i = 0; i < 10; i++) {
      metric.add(new double[] {0.4, 0.6}, i < 8 ? 1 : 0, 1);
    }
    assertEquals(0.1, value(metric), 1e-15);
    metric.add(new double[] {1, 0}, 0, 20);
    assertEquals(0.05, value(metric), 1e-15);
  }

  @Test
  void smallerIsBetterAndOnlyTheOwnStatisticIsKnown() {
    LogLoss metric = new LogLoss();
    assertEquals(List.of("Log_loss"), metric.getStatisticNames());
    assertFalse(metric.statisticIsMaximisable("Log_loss"));
    assertThrows(IllegalArgumentException.class, () -> metric.getStatistic("Log loss"));
    assertTrue(Double.isNaN(metric.getStatistic("Log_loss")));
  }

  @Test
  void everyClassifierIsMeasuredByWeka() throws Exception {
    Instances glass = TestData.glass();
    NaiveBayes bayes = new NaiveBayes();
    bayes.buildClassifier(glass);
    Evaluation evaluation = new Evaluation(glass);
    evaluation.evaluateModel(bayes, glass);
    double sum = 0;
    for (Instance instance : glass) {
      double p = bayes.distributionForInstance(instance)[(int) instance.classValue()];
      sum -= Math.log(Math.max(1e-15, p));
    }
    assertEquals(
        sum / glass.numInstances(),
        evaluation.getPluginMetric("Log loss").getStatistic("Log_loss"),
        1e-12);
    String summary = evaluation.toSummaryString();
    assertTrue(summary.contains("\nLog loss "), summary);
    assertTrue(summary.contains("\nBrier score "), summary);
    assertTrue(summary.contains("\nCalibration error "), summary);
  }

  @Test
  void crossValidationOfIbCaviBeatsAlwaysPredictingBaseRates() throws Exception {
    Instances glass = TestData.glass();
    Evaluation evaluation = new Evaluation(glass);
    evaluation.crossValidateModel(new IBCavi(), glass, 5, new Random(1));
    double loss = evaluation.getPluginMetric("Log loss").getStatistic("Log_loss");
    assertTrue(loss < 1.05, "log loss " + loss + "; base rates alone have 1.51");
  }

  @Test
  void commandLinePrintsThem(@TempDir File folder) throws Exception {
    File file = new File(folder, "glass.arff");
    ArffSaver saver = new ArffSaver();
    saver.setInstances(TestData.glass());
    saver.setFile(file);
    saver.writeBatch();
    String[] options = {"-t", file.getPath(), "-x", "3", "-o", "-v"};
    String printed = Evaluation.evaluateModel(new IBCavi(), options);
    assertTrue(printed.contains("Log loss  "), printed);
  }

  @Test
  void numericClassesAreLeftAlone() throws Exception {
    Instances data =
        TestData.arff(
            "@relation r", "@attribute x numeric", "@attribute y numeric", "@data", "1,2", "2,4");
    AbstractClassifier line = new LinearRegression();
    line.buildClassifier(data);
    Evaluation evaluation = new Evaluation(data);
    evaluation.evaluateModel(line, data);
    assertFalse(evaluation.toSummaryString().contains("Log loss"));
  }
}
