// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.ibcavi.model.FeatureEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.functions.IBCavi;
import weka.core.Attribute;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.SerializationHelper;
import weka.core.Utils;
import weka.core.converters.ArffSaver;

/** Effects of attributes beside averages of Weka's own predictions. */
class AttributeEffectsTest {
  private static IBCavi built(Instances data, String options) throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.setOptions(Utils.splitOptions(options));
    classifier.buildClassifier(data);
    return classifier;
  }

  private static void assertMeans(IBCavi classifier, Instances data) throws Exception {
    AttributeEffects effects = new AttributeEffects(classifier, data);
    int count = Math.min(100, data.numInstances());
    assertEquals(count, effects.rows());
    for (Attribute attribute : effects.attributes()) {
      double[] values = effects.values(attribute);
      FeatureEffect effect = effects.of(attribute, values);
      for (int v = 0; v < values.length; v++) {
        double[] mean = new double[data.numClasses()];
        for (int i = 0; i < count; i++) {
          Instance changed = (Instance) data.instance(i * data.numInstances() / count).copy();
          changed.setValue(attribute, values[v]);
          double[] predicted = classifier.distributionForInstance(changed);
          for (int k = 0; k < mean.length; k++) {
            mean[k] += predicted[k] / count;
          }
        }
        for (int k = 0; k < mean.length; k++) {
          assertEquals(mean[k], effect.mean(v, k), 1e-9, attribute.name());
          assertTrue(effect.lower(v, k) <= mean[k] && mean[k] <= effect.upper(v, k));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-basis thresholds", "-basis smooth", "-basis auto"})
  void effectsOfNumbersAreMeansOfPredictions(String options) throws Exception {
    Instances glass = TestData.glass();
    assertMeans(built(glass, options), glass);
  }

  /** Nominal attributes, dates and missing values, on each basis. */
  @ParameterizedTest
  @ValueSource(strings = {"", "-basis thresholds", "-basis smooth", "-basis trees", "-basis auto"})
  void effectsOfOtherAttributesAreMeansOfPredictions(String options) throws Exception {
    Instances mixed = TestData.mixed();
    IBCavi classifier = built(mixed, options);
    assertMeans(classifier, mixed);
    AttributeEffects effects = new AttributeEffects(classifier, mixed);
    assertEquals(
        List.of("size", "sex", "colour", "day"),
        effects.attributes().stream().map(Attribute::name).toList());
    Attribute colour = effects.attribute("colour");
    assertArrayEquals(new double[] {0, 1, 2, Double.NaN}, effects.values(colour));
    assertEquals(
        List.of("red", "green", "blue", "?"), effects.of(colour, effects.values(colour)).values());
    Attribute day = effects.attribute("day");
    assertEquals("2020-01-01", effects.of(day, effects.values(day)).values().get(0));
    assertEquals(
        "attribute 'hue'; must be one of size, sex, colour, day",
        assertThrows(IllegalArgumentException.class, () -> effects.attribute("hue")).getMessage());
  }

  @Test
  void theCommandLinePrintsATable(@TempDir Path folder) throws Exception {
    Instances glass = TestData.glass();
    Path model = folder.resolve("glass.model");
    SerializationHelper.write(model.toString(), built(glass, "-basis smooth"));
    File data = folder.resolve("glass.arff").toFile();
    ArffSaver saver = new ArffSaver();
    saver.setInstances(glass);
    saver.setFile(data);
    saver.writeBatch();
    String text = printed(model.toString(), data.toString(), "Mg");
    assertTrue(text.startsWith("Mg: mean probability [mean 90 % interval]"), text);
    assertEquals(1 + 1 + 21 + 1, text.lines().count(), text);
    assertTrue(text.stripTrailing().endsWith("Averaged over 100 instances."), text);
    assertEquals("", printed(model.toString(), data.toString(), "Mn"));
  }

  private static String printed(String... options) {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      new EffectTable().prints(options);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
