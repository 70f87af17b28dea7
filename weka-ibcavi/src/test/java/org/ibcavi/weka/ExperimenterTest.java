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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import weka.classifiers.Evaluation;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;
import weka.core.PluginManager;
import weka.experiment.ClassifierSplitEvaluator;

/** What the Experimenter gets to see. */
class ExperimenterTest {
  @BeforeAll
  static void register() throws Exception {
    PluginManager.addFromProperties(new File("src/main/package/PluginManager.props"));
  }

  @Test
  void itsColumnsAreThoseOfWekasEvaluationAndOfTheFit() throws Exception {
    Instances glass = TestData.glass();
    glass.randomize(new Random(1));
    Instances train = new Instances(glass, 0, 143);
    Instances test = new Instances(glass, 143, 71);
    IBCavi classifier = new IBCavi();
    classifier.buildClassifier(train);
    Evaluation evaluation = new Evaluation(train);
    evaluation.evaluateModel(classifier, test);

    ClassifierSplitEvaluator evaluator = new ClassifierSplitEvaluator();
    evaluator.setClassifier(new IBCavi());
    evaluator.setAdditionalMeasures(new String[] {"measureObjective", "measurePasses"});
    List<Object> names = List.of((Object[]) evaluator.getResultNames());
    Object[] result = evaluator.getResult(train, test);
    assertEquals(evaluation.pctCorrect(), result[names.indexOf("Percent_correct")]);
    assertEquals(
        evaluation.getPluginMetric("Log loss").getStatistic("Log_loss"),
        result[names.indexOf("Log_loss")]);
    assertEquals(
        classifier.getMeasure("measureObjective"), result[names.indexOf("measureObjective")]);
    assertEquals(classifier.getMeasure("measurePasses"), result[names.indexOf("measurePasses")]);
  }

  @Test
  void theComparisonGivesAllClassifiersTheSameSplits() throws Exception {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Map<String, List<Comparison.Measured>> results = Comparison.run("glass", 1, nowhere);
    assertEquals(10, results.size());
    double testRows = 72;
    for (List<Comparison.Measured> runs : results.values()) {
      double right = runs.get(0).accuracy() / 100 * testRows;
      assertEquals(Math.rint(right), right, 1e-9);
    }
    String table = Comparison.table("glass", 1, results);
    assertTrue(table.contains("| Logistic `-R 1.0` | "), table);
    assertEquals(10 + 2, table.lines().filter(line -> line.startsWith("|")).count());
    // The binary stage predicts at its means by default, so that these two are the same.
    List<Comparison.Entrant> twins =
        List.of(
            Comparison.entrant(new IBCavi(), "-method binary"),
            Comparison.entrant(new IBCavi(), "-method binary -predict plugin"));
    List<List<Comparison.Measured>> same =
        List.copyOf(Comparison.run("glass", 1, nowhere, twins).values());
    assertEquals(same.get(0).get(0).logLoss(), same.get(1).get(0).logLoss());
  }
}
