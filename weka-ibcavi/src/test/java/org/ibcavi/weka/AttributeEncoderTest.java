// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.junit.jupiter.api.Test;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.SparseInstance;
import weka.core.Utils;

class AttributeEncoderTest {
  private static final double[] EQUAL = {1, 1, 1};

  private final Instances mixed = TestData.mixed();
  private final AttributeEncoder encoder = new AttributeEncoder(mixed);

  @Test
  void columnsAreNamedByAttributeAndValue() {
    assertEquals(
        List.of(
            "size",
            "sex=m",
            "colour=red",
            "colour=green",
            "colour=blue",
            "day",
            "size=?",
            "sex=?",
            "colour=?",
            "day=?"),
        IntStream.range(0, encoder.size()).mapToObj(encoder::columnName).toList());
  }

  /** A prior with a variance for each attribute goes by this, a missing value's column included. */
  @Test
  void columnsOfAnAttributeAreToldByTheirNames() {
    double[] alike = new double[mixed.numClasses()];
    Arrays.fill(alike, 1);
    assertEquals(
        List.of("size", "sex", "colour", "colour", "colour", "day", "size", "sex", "colour", "day"),
        encoder.trainingData(mixed, alike).summary().attributes());
  }

  @Test
  void valuesBecomeNumbersAndIndicators() {
    double day = mixed.instance(1).value(3);
    assertArrayEquals(
        new double[] {2.5, 1, 0, 1, 0, day, 0, 0, 0, 0}, encoder.encode(mixed.instance(1)));
  }

  @Test
  void missingValuesBecomeMeansAndModesOfLabelledInstances() {
    double[] row = encoder.encode(allMissing(mixed));
    // The last instance has no class: its 2.2 and 'm' do not count; f and m are 3 each, f first.
    assertArrayEquals(
        new double[] {(1.5 + 2.5 + 0.5 + 3.5 + 1.0 + 2.0) / 6, 0, 1, 0, 0},
        new double[] {row[0], row[1], row[2], row[3], row[4]},
        1e-15);
  }

  /** A column tells of missing values, but only where the training data had such. */
  @Test
  void missingValuesHaveAColumnOfTheirOwn() {
    Instance instance = (Instance) mixed.instance(1).copy();
    instance.setMissing(1);
    instance.setMissing(3);
    double[] row = encoder.encode(instance);
    assertArrayEquals(new double[] {0, 1, 0, 1}, new double[] {row[6], row[7], row[8], row[9]});
    Instances complete = TestData.glass();
    AttributeEncoder learned = new AttributeEncoder(complete);
    assertEquals(9, learned.size());
    assertEquals(List.of(), learned.replacements());
    assertEquals(9, learned.encode(new DenseInstance(10)).length);
  }

  @Test
  void anInstanceWithoutAnyValueIsKnown() {
    Instance nothing = new DenseInstance(5);
    nothing.setDataset(mixed);
    assertTrue(encoder.knowsNothingOf(nothing));
    nothing.setValue(4, 1);
    assertTrue(encoder.knowsNothingOf(nothing), "its class is no value to predict from");
    nothing.setValue(2, 1);
    assertFalse(encoder.knowsNothingOf(nothing));
    Instance zeros = new SparseInstance(1, new double[0], new int[0], 5);
    zeros.setDataset(mixed);
    assertFalse(encoder.knowsNothingOf(zeros), "sparse instances leave zeros out");
  }

  @Test
  void otherAttributesAreRefused() {
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> encoder.encode(new DenseInstance(4)));
    assertEquals(
        "4 attributes; the model was trained on 5, the class among them", refused.getMessage());
  }

  @Test
  void meansAndModesAreWeighted() {
    Instances weighted = new Instances(mixed);
    weighted.instance(1).setWeight(10);
    double[] row = new AttributeEncoder(weighted).encode(new DenseInstance(5));
    assertEquals((1.5 + 25 + 0.5 + 3.5 + 1.0 + 2.0) / 15, row[0], 1e-14);
    assertArrayEquals(new double[] {1, 0, 1, 0}, new double[] {row[1], row[2], row[3], row[4]});
  }

  @Test
  void valueNeverSeenIsNoneOfTheOthers() {
    Instance instance = (Instance) mixed.instance(0).copy();
    instance.setValue(2, 3);
    double[] row = encoder.encode(instance);
    assertArrayEquals(new double[] {0, 0, 0}, new double[] {row[2], row[3], row[4]});
  }

  @Test
  void constantAndEmptyAttributesAreLeftOut() {
    Instances data =
        TestData.arff(
            "@relation r",
            "@attribute same numeric",
            "@attribute none numeric",
            "@attribute one {u,v}",
            "@attribute x numeric",
            "@attribute class {a,b}",
            "@data",
            "5,?,v,1,a",
            "5,?,v,2,b",
            "5,?,v,3,a");
    AttributeEncoder learned = new AttributeEncoder(data);
    assertEquals(1, learned.size());
    assertEquals("x", learned.columnName(0));
    assertEquals(
        List.of("same (always 5)", "none (no value)", "one (always v)"), learned.dropped());
  }

  /** Shopping baskets are often written so: what was bought is t, all else is missing. */
  @Test
  void ofAnAttributeWithOneValueItCountsWhetherItIsMissing() {
    Instances data = TestData.baskets();
    AttributeEncoder learned = new AttributeEncoder(data);
    assertEquals(1, learned.size());
    assertEquals("bread=?", learned.columnName(0));
    assertEquals(List.of("milk (always t)", "soap (no value)"), learned.dropped());
    assertEquals(List.of("bread (else t)"), learned.missingOrNot());
    assertEquals(List.of(), learned.replacements());
    assertArrayEquals(new double[] {0}, learned.encode(data.instance(0)));
    assertArrayEquals(new double[] {1}, learned.encode(data.instance(1)));
    assertTrue(learned.uses(0));
    assertFalse(learned.uses(1));
    assertFalse(learned.knowsNothingOf(allMissing(data)));
  }

  private static Instance allMissing(Instances data) {
    Instance instance = new DenseInstance(data.numAttributes());
    instance.setDataset(data);
    return instance;
  }

  @Test
  void sparseInstanceHasTheRowOfItsDenseTwin() {
    for (Instance instance : mixed) {
      assertArrayEquals(encoder.encode(instance), encoder.encode(new SparseInstance(instance)));
    }
  }

  /** 5000 values × 5000 instances would be 25 million values, above 2²⁴; 2000 × 5000 are not. */
  @Test
  void manyValuesOfANominalAttributeAreStoredSparsely() {
    Instances large = shops(5000);
    TrainingData stored = new AttributeEncoder(large).trainingData(large, new double[] {1, 1});
    assertEquals(5000, stored.features().columns());
    assertEquals(5000, stored.features().nonzeros());
    Instances smaller = shops(2000);
    TrainingData dense = new AttributeEncoder(smaller).trainingData(smaller, new double[] {1, 1});
    assertEquals(2000L * 5000, dense.features().nonzeros());
  }

  /** 5000 dense instances of an attribute with many values. */
  private static Instances shops(int values) {
    List<String> names = IntStream.range(0, values).mapToObj(v -> "shop" + v).toList();
    ArrayList<Attribute> attributes =
        new ArrayList<>(
            List.of(new Attribute("shop", names), new Attribute("class", List.of("a", "b"))));
    Instances data = new Instances("shops", attributes, 5000);
    data.setClassIndex(1);
    for (int i = 0; i < 5000; i++) {
      data.add(new DenseInstance(1, new double[] {i % values, i % 3 == 0 ? 1 : 0}));
    }
    return data;
  }

  @Test
  void sparseTrainingDataAreStoredSparsely() {
    Instances sparse = new Instances(mixed, 0);
    mixed.forEach(instance -> sparse.add(new SparseInstance(instance)));
    AttributeEncoder learned = new AttributeEncoder(sparse);
    long dense = encoder.trainingData(mixed, EQUAL).features().nonzeros();
    assertEquals(7L * 10, dense);
    assertEquals(7 + 3 + 7 + 7 + 4, learned.trainingData(sparse, EQUAL).features().nonzeros());
  }

  @Test
  void infiniteValueIsRefusedByName() {
    Instances data = TestData.mixed();
    data.instance(4).setValue(0, Double.POSITIVE_INFINITY);
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> encoder.trainingData(data, EQUAL));
    assertEquals("instance 5, attribute 'size': Infinity; must be finite", refused.getMessage());
  }

  @Test
  void replacementsAreTold() {
    assertEquals("sex f", encoder.replacements().get(1));
    assertEquals("size " + Utils.doubleToString(11.0 / 6, 6), encoder.replacements().get(0));
  }

  @Test
  void theModelCarriesTheNames() throws Exception {
    CategoricalModel model = ClassifierTest.built(TestData.mixed(), "").model();
    assertEquals(List.of("a", "b", "c"), model.categoryNames());
    assertEquals("colour=red", model.featureNames().get(2));
  }

  @Test
  void namesThatOccurTwiceDoNoHarm() throws Exception {
    Instances data =
        TestData.arff(
            "@relation r",
            "@attribute colour {red,green,blue}",
            "@attribute 'colour=red' numeric",
            "@attribute class {a,b}",
            "@data",
            "red,1,a",
            "green,2,b",
            "blue,3,a");
    assertEquals("x0", ClassifierTest.built(data, "").model().featureNames().get(0));
  }
}
