// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import weka.classifiers.Evaluation;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;
import weka.core.PluginManager;
import weka.experiment.ClassifierSplitEvaluator;

/** What the Experimenter gets to see. */
class ExperimenterTest {
  @Test
  void itsSplitsAndMetricsAreThoseOfWekasEvaluation() throws Exception {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Map<String, List<Comparison.Measured>> results = Comparison.run("glass", 1, nowhere);
    assertEquals(10, results.size());

    Instances glass = TestData.glass();
    glass.randomize(new Random(1));
    int train = (int) Math.round(glass.numInstances() * 2 / 3.0);
    IBCavi classifier = new IBCavi();
    classifier.buildClassifier(new Instances(glass, 0, train));
    Evaluation evaluation = new Evaluation(glass);
    evaluation.evaluateModel(classifier, new Instances(glass, train, glass.numInstances() - train));
    Comparison.Measured measured = results.get("IBCavi").get(0);
    assertEquals(evaluation.pctCorrect(), measured.accuracy(), 1e-9);
    assertEquals(
        evaluation.getPluginMetric("Log loss").getStatistic("Log_loss"), measured.logLoss(), 1e-9);

    String table = Comparison.table("glass", 1, results);
    assertTrue(table.contains("| Logistic `-R 1.0` | "), table);
    assertEquals(3, table.lines().filter(line -> line.isEmpty() || line.startsWith("##")).count());
  }

  @Test
  void additionalMeasuresAreOffered() throws Exception {
    PluginManager.addFromProperties(new File("src/main/package/PluginManager.props"));
    ClassifierSplitEvaluator evaluator = new ClassifierSplitEvaluator();
    evaluator.setClassifier(new IBCavi());
    evaluator.setAdditionalMeasures(new String[] {"measureElbo", "measureSweeps"});
    List<String> names =
        List.of((Object[]) evaluator.getResultNames()).stream().map(Object::toString).toList();
    assertTrue(names.contains("measureElbo"), names::toString);
    Instances glass = TestData.glass();
    Object[] result = evaluator.getResult(glass, glass);
    assertTrue((Double) result[names.indexOf("measureElbo")] < 0);
    assertTrue((Double) result[names.indexOf("measureSweeps")] >= 1);
  }
}
