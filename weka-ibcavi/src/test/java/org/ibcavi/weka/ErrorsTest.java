// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;

/** What users are told when data cannot be used. */
class ErrorsTest {
  private static String refusal(Instances data) {
    return assertThrows(Exception.class, () -> new IBCavi().buildClassifier(data)).getMessage();
  }

  private static Instances data(String attribute, String classAttribute, String... rows) {
    return TestData.arff(
        "@relation r",
        "@attribute x " + attribute,
        "@attribute class " + classAttribute,
        "@data",
        String.join("\n", rows));
  }

  @Test
  void stringAttribute() {
    assertEquals(
        "weka.classifiers.functions.IBCavi: Cannot handle string attributes!",
        refusal(data("string", "{a,b}", "one,a", "two,b")));
  }

  @Test
  void noClass() {
    Instances data = TestData.glass();
    data.setClassIndex(-1);
    assertEquals(
        "weka.classifiers.functions.IBCavi: Class attribute not set!", refusal(data).trim());
  }

  @Test
  void numericClass() {
    assertEquals(
        "weka.classifiers.functions.IBCavi: Cannot handle numeric class!",
        refusal(data("numeric", "numeric", "1,1", "2,2")));
  }

  @Test
  void oneClass() {
    assertEquals(
        "weka.classifiers.functions.IBCavi: Cannot handle unary class!",
        refusal(data("numeric", "{a}", "1,a", "2,a")));
  }

  @Test
  void emptyTrainingSet() {
    assertEquals(
        "weka.classifiers.functions.IBCavi: Not enough training instances with class labels"
            + " (required: 1, provided: 0)!",
        refusal(data("numeric", "{a,b}")));
  }

  @Test
  void noInstanceWithAClass() {
    assertTrue(
        refusal(data("numeric", "{a,b}", "1,?", "2,?"))
            .contains("Not enough training instances with class labels"));
  }

  @Test
  void attributeWithoutAnyValueIsLeftOutAndTold() throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.buildClassifier(data("numeric", "{a,b}", "?,a", "?,b", "?,b"));
    assertTrue(
        classifier.toString().contains("Left out          x (no value)"), classifier::toString);
    Instances test = data("numeric", "{a,b}", "7,a");
    double[] p = classifier.distributionForInstance(test.instance(0));
    assertTrue(p[1] > p[0]);
  }

  @Test
  void anOverflowingAttributeIsNamed() {
    assertEquals(
        "column 0, 'x': its values reach 1.0E200 and their variance overflows; rescale the column",
        refusal(data("numeric", "{a,b}", "1e200,a", "-1e200,b", "3,b")));
  }

  @Test
  void aNegativeWeightIsRefused() {
    Instances data = data("numeric", "{a,b}", "1,a", "2,b");
    data.instance(1).setWeight(-1);
    assertEquals(
        "an instance of class 'b': weight -1.0; must be finite and at least 0", refusal(data));
  }

  @Test
  void anEmptyTestSetIsNoError() throws Exception {
    Instances glass = TestData.glass();
    IBCavi classifier = ClassifierTest.built(glass, "");
    assertEquals(0, classifier.distributionsForInstances(new Instances(glass, 0)).length);
  }

  @Test
  void oneOfTwoClassesSeenIsNoError() throws Exception {
    IBCavi classifier = new IBCavi();
    Instances data = data("numeric", "{a,b}", "1,a", "2,a", "3,a");
    classifier.buildClassifier(data);
    double[] p = classifier.distributionForInstance(data.instance(0));
    assertTrue(p[0] > 0.5 && p[1] > 0);
  }

  @Test
  void unknownLink() {
    Exception refused =
        assertThrows(
            Exception.class, () -> new IBCavi().setOptions(new String[] {"-link", "tobit"}));
    assertEquals("-link tobit: must be one of probit, logit, or auto", refused.getMessage());
  }

  @Test
  void predictionBeforeBuilding() {
    Exception refused =
        assertThrows(
            IllegalStateException.class,
            () -> new IBCavi().distributionForInstance(TestData.glass().instance(0)));
    assertEquals("IBCavi: No model built yet.", refused.getMessage());
  }

  @Test
  void failedBuildLeavesNoOlderModelBehind() throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.buildClassifier(TestData.glass());
    assertFalse(Double.isNaN(classifier.getMeasure("measureObjective")));
    assertThrows(
        Exception.class,
        () -> classifier.buildClassifier(data("numeric", "numeric", "1,1", "2,2")));
    assertEquals("IBCavi: No model built yet.", classifier.toString());
    assertTrue(Double.isNaN(classifier.getMeasure("measureObjective")));
  }

  @Test
  void unknownMeasure() {
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> new IBCavi().getMeasure("measureLuck"));
    assertTrue(refused.getMessage().startsWith("measureLuck not supported"));
  }
}
