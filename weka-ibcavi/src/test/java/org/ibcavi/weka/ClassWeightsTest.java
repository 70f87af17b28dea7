// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weka.classifiers.functions.IBCavi;
import weka.core.Instance;
import weka.core.Instances;

/** Weights for the instances of a class. */
class ClassWeightsTest {
  private static final Instances DATA =
      TestData.arff(
          "@relation r",
          "@attribute x numeric",
          "@attribute health {well,sick,'so so',unseen}",
          "@data",
          "1,well",
          "2,well",
          "3,well",
          "4,sick",
          "5,sick",
          "6,'so so'");

  @Test
  void aClassOfWeightThreeIsThereThreeTimes() throws Exception {
    Instances glass = TestData.glass();
    Instances repeated = new Instances(glass);
    for (Instance instance : glass) {
      if (instance.classValue() == 2) {
        repeated.add(instance);
        repeated.add(instance);
      }
    }
    String options =
        "-method binary -prior-variance 1 -no-standardize -tolerance 1e-8 -average cbc";
    IBCavi expected = ClassifierTest.built(repeated, options);
    IBCavi actual = ClassifierTest.built(glass, options + " -class-weights 3:3");
    for (int i = 0; i < glass.numInstances(); i += 20) {
      assertArrayEquals(
          expected.distributionForInstance(glass.instance(i)),
          actual.distributionForInstance(glass.instance(i)),
          1e-4);
    }
  }

  @Test
  void balancedClassesWeighTheSame() {
    assertArrayEquals(new double[] {2.0 / 3, 1, 2, 1}, ClassWeights.of("balanced", DATA), 1e-15);
    assertArrayEquals(new double[] {1, 1, 1, 1}, ClassWeights.of(" equal ", DATA));
    assertArrayEquals(new double[] {1, 5, 0.5, 1}, ClassWeights.of("sick:5, so so : 0.5", DATA));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b|b: must be equal, balanced, or class:weight pairs with commas between them, weights above 0",
        "sick:|sick:: must be equal, balanced, or class:weight pairs with commas between them, weights above 0",
        "sick:-1|sick:-1: must be equal, balanced, or class:weight pairs with commas between them, weights above 0",
        "ill:2|ill:2: 'health' has no such value; must be one of those in the data"
      })
  void otherTextsAreRefusedWhenTheModelIsBuilt(String text, String rule) throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.setClassWeights(text);
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> classifier.buildClassifier(DATA));
    assertEquals("-class-weights " + rule, refused.getMessage());
  }
}
