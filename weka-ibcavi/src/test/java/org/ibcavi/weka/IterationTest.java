// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Evaluation;
import weka.classifiers.functions.IBCavi;
import weka.classifiers.meta.IterativeClassifierOptimizer;
import weka.core.Instances;
import weka.core.SerializedObject;
import weka.core.Utils;

/** Weka's way to fit step by step, and to go on later. */
class IterationTest {
  private static IBCavi classifier(String options) throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.setOptions(Utils.splitOptions(options));
    return classifier;
  }

  private static int iterate(IBCavi classifier, Instances data) throws Exception {
    classifier.initializeClassifier(data);
    int iterations = 1;
    while (classifier.next()) {
      iterations++;
    }
    classifier.done();
    return iterations;
  }

  private static void assertSamePredictions(
      IBCavi expected, IBCavi actual, Instances data, double tolerance) throws Exception {
    double[][] one = expected.distributionsForInstances(data);
    double[][] other = actual.distributionsForInstances(data);
    for (int i = 0; i < one.length; i++) {
      assertArrayEquals(one[i], other[i], tolerance, "instance " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-solver cavi -tolerance 1e-4 -prior-variance 0.1",
        "-solver accelerated -tolerance 1e-8 -prior-variance 2 -link logit",
        "-solver accelerated -tolerance 1e-8 -prior-variance 10 -no-standardize"
      })
  void iteratingEqualsBuildingAtOnce(String options) throws Exception {
    Instances glass = TestData.glass();
    IBCavi iterated = classifier(options + " -finish none");
    assertTrue(iterate(iterated, glass) > 1);
    IBCavi built = classifier(options + " -finish none");
    built.buildClassifier(glass);
    assertSamePredictions(built, iterated, glass, 2e-3);
  }

  /**
   * The posterior of a finished likelihood may have several modes, and iterations come to them from
   * another side: single predictions may differ, as a whole they hardly do.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "-prior-variance 0.1", "-link logit -average cbc", "-average bma"})
  void iterationsFinishToo(String options) throws Exception {
    Instances glass = TestData.glass();
    IBCavi iterated = classifier(options);
    int iterations = iterate(iterated, glass);
    assertTrue(iterations < 20, iterations + " iterations");
    assertEquals(1, iterated.getMeasure("measureConverged"));
    assertTrue(iterated.model().finished());
    IBCavi built = classifier(options);
    built.buildClassifier(glass);
    assertTrue(meanDifference(built, iterated, glass) < 0.02);
    iterated.setResume(true);
    assertEquals(1, iterate(iterated, glass), "a finished model has one iteration left");
    assertEquals(1, iterated.getMeasure("measureConverged"));
    assertTrue(meanDifference(built, iterated, glass) < 0.02);
  }

  private static double meanDifference(IBCavi expected, IBCavi actual, Instances data)
      throws Exception {
    double[][] one = expected.distributionsForInstances(data);
    double[][] other = actual.distributionsForInstances(data);
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      for (int k = 0; k < one[i].length; k++) {
        sum += Math.abs(one[i][k] - other[i][k]);
      }
    }
    return sum / one.length / data.numClasses();
  }

  @Test
  void aLearnedVarianceStaysWithinItsTolerance() throws Exception {
    Instances glass = TestData.glass();
    IBCavi iterated = classifier("-finish none -tolerance 1e-7");
    iterate(iterated, glass);
    IBCavi built = classifier("-finish none");
    built.buildClassifier(glass);
    double ratio =
        iterated.getMeasure("measureLearnedVariance") / built.getMeasure("measureLearnedVariance");
    assertEquals(0, Math.log(ratio), 0.1);
    assertSamePredictions(built, iterated, glass, 0.02);
  }

  @Test
  void iterationsThatMeetTheLimitFinishToo() throws Exception {
    IBCavi iterated = classifier("-solver cavi -max-sweeps 12");
    assertEquals(2, iterate(iterated, TestData.glass()));
    assertTrue(iterated.model().finished());
    assertEquals(0, iterated.getMeasure("measureConverged"));
  }

  @Test
  void aSavedModelIsResumed() throws Exception {
    Instances glass = TestData.glass();
    String options = "-solver cavi -prior-variance 0.1 -tolerance 1e-5 -finish none";
    IBCavi first = classifier(options + " -max-sweeps 3 -resume");
    first.buildClassifier(glass);
    assertEquals(0, first.getMeasure("measureConverged"));
    IBCavi loaded = (IBCavi) new SerializedObject(first).getObject();
    double before = loaded.getMeasure("measureElbo");
    assertEquals(1, iterate(loaded, glass), "three sweeps are less than an iteration");
    assertTrue(loaded.getMeasure("measureElbo") > before);
    assertTrue(loaded.toString().contains("after 3 sweeps from an earlier model"));
    loaded.setMaxSweeps(5000);
    iterate(loaded, glass);
    IBCavi built = classifier(options);
    built.buildClassifier(glass);
    assertSamePredictions(built, loaded, glass, 1e-3);
  }

  /** Else a cross-validation would start from models that saw the test data. */
  @Test
  void buildingAlwaysBeginsAnew() throws Exception {
    Instances glass = TestData.glass();
    IBCavi again = classifier("-resume -solver cavi -max-sweeps 2 -finish none");
    again.buildClassifier(glass);
    double first = again.getMeasure("measureElbo");
    again.buildClassifier(glass);
    assertEquals(first, again.getMeasure("measureElbo"));
    iterate(again, glass);
    assertTrue(again.getMeasure("measureElbo") > first);
  }

  @Test
  void withoutResumeAModelIsFinal() throws Exception {
    IBCavi built = classifier("");
    assertFalse(built.getResume());
    assertThrows(IllegalStateException.class, built::next);
    built.buildClassifier(TestData.glass());
    assertThrows(IllegalStateException.class, built::next);
  }

  @Test
  void otherAttributesCannotBeResumed() throws Exception {
    IBCavi built = classifier("-resume");
    built.buildClassifier(TestData.glass());
    Instances fewer = TestData.glass();
    fewer.deleteAttributeAt(1);
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> built.initializeClassifier(fewer));
    assertEquals(
        "cannot resume: the columns differ from the earlier model's, number 2 is 'Mg' and was 'Na'",
        refused.getMessage());
  }

  @Test
  void wekaChoosesTheNumberOfIterations() throws Exception {
    Instances glass = TestData.glass();
    IterativeClassifierOptimizer optimizer = new IterativeClassifierOptimizer();
    optimizer.setIterativeClassifier(classifier("-max-sweeps 25"));
    optimizer.setNumFolds(3);
    optimizer.buildClassifier(glass);
    Evaluation evaluation = new Evaluation(glass);
    evaluation.evaluateModel(optimizer, glass);
    assertTrue(evaluation.pctCorrect() > 60);
    evaluation.crossValidateModel(
        AbstractClassifier.makeCopy(classifier("-resume")), glass, 3, new Random(1));
  }
}
