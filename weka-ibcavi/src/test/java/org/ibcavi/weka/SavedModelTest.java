// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;
import weka.core.SerializationHelper;

/** Classifiers saved by Weka: by this version, by older ones, and damaged. */
class SavedModelTest {
  private static byte[] save(IBCavi classifier) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SerializationHelper.write(bytes, classifier);
    return bytes.toByteArray();
  }

  private static IBCavi load(byte[] bytes) throws Exception {
    return (IBCavi) SerializationHelper.read(new ByteArrayInputStream(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-link logit -predict plugin -covariance diagonal -S 5 -print-all"})
  void loadedClassifierIsTheSame(String options) throws Exception {
    Instances mixed = TestData.mixed();
    IBCavi saved = ClassifierTest.built(mixed, options);
    IBCavi loaded = load(save(saved));
    assertArrayEquals(saved.getOptions(), loaded.getOptions());
    assertEquals(saved.toString(), loaded.toString());
    assertArrayEquals(
        saved.distributionsForInstances(mixed), loaded.distributionsForInstances(mixed));
  }

  @Test
  void classifierWithoutModelIsSavedToo() throws Exception {
    IBCavi saved = new IBCavi();
    saved.setExpert(TypedOptions.none().with(Option.MAX_SWEEPS, "17"));
    IBCavi loaded = load(save(saved));
    assertEquals("17", loaded.getExpert().text(Option.MAX_SWEEPS));
    assertEquals("IBCavi: No model built yet.", loaded.toString());
  }

  /** Any byte of the model may be wrong: each is under the core's checksum. */
  @Test
  void damagedModelIsRefusedWithTheReason() throws Exception {
    byte[] bytes = save(ClassifierTest.built(TestData.glass(), ""));
    int start = indexOf(bytes, modelBytes());
    for (int offset : new int[] {0, 100, 1000}) {
      byte[] damaged = bytes.clone();
      damaged[start + offset] ^= 1;
      IOException refused = assertThrows(IOException.class, () -> load(damaged));
      assertTrue(refused.getMessage().startsWith("saved IBCavi: "), refused.getMessage());
      assertTrue(refused.getMessage().contains("byte "), refused.getMessage());
    }
  }

  @Test
  void damagedAttributesAreRefused() throws Exception {
    byte[] bytes = save(ClassifierTest.built(TestData.mixed(), ""));
    int start = indexOf(bytes, "colour=green".getBytes(StandardCharsets.UTF_8));
    bytes[start] = 'C';
    IOException refused = assertThrows(IOException.class, () -> load(bytes));
    assertEquals("saved IBCavi: the list of attributes is damaged", refused.getMessage());
  }

  private static byte[] modelBytes() throws Exception {
    ByteArrayOutputStream model = new ByteArrayOutputStream();
    org.ibcavi.file.ModelFile.write(ClassifierTest.built(TestData.glass(), "").model(), model);
    return Arrays.copyOf(model.toByteArray(), 8);
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int i = 0; i + part.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    throw new AssertionError("the core's format is not inside");
  }

  /** Written by 0.1.0 with {@code -d}; predictions were written beside them at the same time. */
  @ParameterizedTest
  @CsvSource({"glass-0.1.0, false", "glass-0.1.0-finished, true"})
  void modelsOfVersion010StillLoad(String name, boolean finished) throws Exception {
    IBCavi kept;
    try (InputStream in = SavedModelTest.class.getResourceAsStream("/models/" + name + ".model")) {
      kept = (IBCavi) SerializationHelper.read(in);
    }
    Instances glass = TestData.glass();
    List<String> lines;
    try (InputStream in = SavedModelTest.class.getResourceAsStream("/models/" + name + ".csv");
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      lines = reader.lines().toList();
    }
    assertEquals(glass.numInstances(), lines.size());
    for (int i = 0; i < lines.size(); i++) {
      double[] expected =
          Arrays.stream(lines.get(i).split(",", -1)).mapToDouble(Double::parseDouble).toArray();
      assertArrayEquals(expected, kept.distributionForInstance(glass.instance(i)), 1e-12);
    }
    assertEquals(finished, !kept.model().report().members().isEmpty());
    assertTrue(kept.toString().startsWith("IBCavi: Bayesian multiclass regression"));
  }
}
