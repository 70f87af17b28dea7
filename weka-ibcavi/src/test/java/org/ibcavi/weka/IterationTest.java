// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.Classifier;
import weka.classifiers.functions.IBCavi;
import weka.classifiers.meta.IterativeClassifierOptimizer;
import weka.core.Instance;
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

  /** Iterations after the first one, which {@code initializeClassifier} makes unless resumed. */
  private static int iterate(IBCavi classifier, Instances data) throws Exception {
    classifier.initializeClassifier(data);
    int iterations = 0;
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
    IBCavi iterated = classifier(options + " -method binary");
    iterate(iterated, glass);
    IBCavi built = classifier(options + " -method binary");
    built.buildClassifier(glass);
    assertSamePredictions(built, iterated, glass, 2e-3);
  }

  /**
   * The posterior of a categorical likelihood may have several modes, and iterations come to them
   * from another side: single predictions may differ, as a whole they hardly do.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "-prior-variance 0.1", "-link logit -average cbc", "-average bma"})
  void iterationsEndAtCategoricalModels(String options) throws Exception {
    Instances glass = TestData.glass();
    IBCavi iterated = classifier(options);
    iterate(iterated, glass);
    assertEquals(1, iterated.getMeasure("measureConverged"));
    assertEquals(Method.CATEGORICAL, iterated.model().report().method());
    IBCavi built = classifier(options);
    built.buildClassifier(glass);
    assertTrue(meanDifference(built, iterated, glass) < 0.02);
    iterated.setResume(true);
    iterate(iterated, glass);
    assertEquals(1, iterated.getMeasure("measureConverged"));
    assertTrue(meanDifference(built, iterated, glass) < 0.02);
  }

  /**
   * A model on a basis has no coefficients to start from: each iteration begins anew, and searches
   * the prior's variance with the passes that it may take.
   */
  @ParameterizedTest
  @ValueSource(strings = {"thresholds", "trees"})
  void modelsOnABasisAreIteratedToo(String basis) throws Exception {
    Instances glass = TestData.glass();
    IBCavi iterated = classifier("-basis " + basis);
    assertTrue(iterate(iterated, glass) > 0);
    assertEquals(1, iterated.getMeasure("measureConverged"));
    IBCavi built = classifier("-basis " + basis);
    built.buildClassifier(glass);
    assertTrue(meanDifference(built, iterated, glass) < 0.02);
  }

  /** Weka's optimiser looks at the model after each next() that returned true, and at no other. */
  @Test
  void theLastIterationThatReturnsTrueHoldsTheFinalModel() throws Exception {
    Instances glass = TestData.glass();
    IBCavi iterated = classifier("");
    iterated.initializeClassifier(glass);
    CategoricalModel seen = iterated.model();
    assertEquals(Method.CATEGORICAL, seen.report().method());
    while (iterated.next()) {
      seen = iterated.model();
      assertEquals(Method.CATEGORICAL, seen.report().method());
    }
    iterated.done();
    assertSame(seen, iterated.model());
    assertTrue(seen.report().converged());
  }

  /** The optimiser ends all folds when one of them ends. */
  @Test
  void theNumberOfIterationsDoesNotDependOnTheData() throws Exception {
    String options = "-max-sweeps 200";
    int iterations = iterate(classifier(options), TestData.glass());
    assertEquals(4, iterations, "10, 20, 40, 80 and 50 are 200");
    assertEquals(iterations, iterate(classifier(options), TestData.mixed()));
  }

  @Test
  void wekasOptimiserFindsAModelAsGoodAsTheOneBuiltAtOnce() throws Exception {
    Instances glass = TestData.glass();
    glass.randomize(new Random(1));
    Instances train = new Instances(glass, 0, 143);
    Instances test = new Instances(glass, 143, 71);
    IterativeClassifierOptimizer optimizer = new IterativeClassifierOptimizer();
    optimizer.setIterativeClassifier(classifier("-max-sweeps 150"));
    optimizer.setNumFolds(3);
    optimizer.buildClassifier(train);
    IBCavi built = classifier("");
    built.buildClassifier(train);
    assertTrue(logLoss(optimizer, train, test) < 1.05 * logLoss(built, train, test));
    IBCavi chosen = (IBCavi) optimizer.getIterativeClassifier();
    assertEquals(Method.CATEGORICAL, chosen.model().report().method());
  }

  private static double logLoss(Classifier classifier, Instances train, Instances test)
      throws Exception {
    double sum = 0;
    for (Instance instance : test) {
      sum -= Math.log(classifier.distributionForInstance(instance)[(int) instance.classValue()]);
    }
    return sum / test.numInstances() / Math.log(train.numClasses());
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
    IBCavi iterated = classifier("-method binary -tolerance 1e-7");
    iterate(iterated, glass);
    IBCavi built = classifier("-method binary");
    built.buildClassifier(glass);
    double ratio =
        iterated.getMeasure("measurePriorVariance") / built.getMeasure("measurePriorVariance");
    assertEquals(0, Math.log(ratio), 0.1);
    assertSamePredictions(built, iterated, glass, 0.02);
  }

  @Test
  void iterationsThatMeetTheLimitSaySo() throws Exception {
    IBCavi iterated = classifier("-max-sweeps 3 -tolerance 1e-6");
    assertEquals(0, iterate(iterated, TestData.glass()), "less than an iteration");
    assertFalse(iterated.model().report().members().isEmpty());
    assertEquals(0, iterated.getMeasure("measureConverged"));
  }

  @Test
  void aSavedModelIsResumed() throws Exception {
    Instances glass = TestData.glass();
    String options = "-solver cavi -prior-variance 0.1 -tolerance 1e-5 -method binary";
    IBCavi first = classifier(options + " -max-sweeps 3 -resume");
    first.buildClassifier(glass);
    assertEquals(0, first.getMeasure("measureConverged"));
    IBCavi loaded = (IBCavi) new SerializedObject(first).getObject();
    double before = loaded.getMeasure("measureObjective");
    assertEquals(1, iterate(loaded, glass), "three sweeps are less than an iteration");
    assertTrue(loaded.getMeasure("measureObjective") > before);
    loaded.setExpert(loaded.getExpert().with(Option.MAX_SWEEPS, "5000"));
    iterate(loaded, glass);
    IBCavi built = classifier(options);
    built.buildClassifier(glass);
    assertSamePredictions(built, loaded, glass, 1e-3);
  }

  /** Else a cross-validation would start from models that saw the test data. */
  @Test
  void buildingAlwaysBeginsAnew() throws Exception {
    Instances glass = TestData.glass();
    IBCavi again = classifier("-resume -solver cavi -max-sweeps 2 -method binary");
    again.buildClassifier(glass);
    double first = again.getMeasure("measureObjective");
    again.buildClassifier(glass);
    assertEquals(first, again.getMeasure("measureObjective"));
    iterate(again, glass);
    assertTrue(again.getMeasure("measureObjective") > first);
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
}
