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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.functions.IBCavi;
import weka.classifiers.meta.FilteredClassifier;
import weka.classifiers.rules.ZeroR;
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

  /** Wherever a file ends too early, a sentence says so. */
  @Test
  void aTruncatedFileIsRefusedInASentence(@TempDir Path folder) throws Exception {
    byte[] bytes = save(ClassifierTest.built(TestData.mixed(), ""));
    for (int length : new int[] {0, 3, 100, 400, bytes.length / 2, bytes.length - 1}) {
      byte[] part = Arrays.copyOf(bytes, length);
      Path file = Files.write(folder.resolve("cut.model"), part);
      IOException refused = assertThrows(IOException.class, () -> SavedModel.read(file));
      assertEquals(file + ": " + SavedModel.CUT_OFF, refused.getMessage());
    }
    // Weka reads by itself; it is told as soon as the classifier's own fields have begun.
    byte[] half = Arrays.copyOf(bytes, bytes.length / 2);
    assertEquals(
        SavedModel.CUT_OFF, assertThrows(IOException.class, () -> load(half)).getMessage());
  }

  @Test
  void whatIsNoModelIsRefusedInASentence(@TempDir Path folder) throws Exception {
    Path text = Files.writeString(folder.resolve("text.model"), "no model at all");
    assertEquals(
        text + ": is damaged, or no file that Weka saved a model to",
        assertThrows(IOException.class, () -> SavedModel.read(text)).getMessage());
    Path other = folder.resolve("other.model");
    SerializationHelper.write(other.toString(), new ZeroR());
    assertEquals(
        other + ": holds weka.classifiers.rules.ZeroR; must be a model of IBCavi",
        assertThrows(IOException.class, () -> SavedModel.read(other)).getMessage());
    Path none = folder.resolve("none.model");
    assertEquals(
        none + ": there is no such file",
        assertThrows(IOException.class, () -> SavedModel.read(none)).getMessage());
  }

  /** A class of Java's library that Weka's models do not hold: it must not even be made. */
  @Test
  void otherClassesAreNotMade(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("foreign.model");
    SerializationHelper.write(file.toString(), new java.util.PriorityQueue<>(List.of("a", "b")));
    IOException refused = assertThrows(IOException.class, () -> SavedModel.read(file));
    assertTrue(
        refused.getMessage().startsWith(file + ": holds what no model of IBCavi holds: "),
        refused.getMessage());
  }

  /** Java makes an array before it reads it: of 2 GB here, by a file of 30 bytes. */
  @Test
  void anArrayLongerThanTheFileIsNotMade(@TempDir Path folder) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SerializationHelper.write(bytes, new byte[3]);
    byte[] claim = bytes.toByteArray();
    claim[claim.length - 7] = 0x7f; // The length stands in four bytes before the three elements.
    Path file = Files.write(folder.resolve("claim.model"), claim);
    IOException refused = assertThrows(IOException.class, () -> SavedModel.read(file));
    assertTrue(
        refused.getMessage().startsWith(file + ": holds what no model of IBCavi holds: "),
        refused.getMessage());
  }

  /** A field of Weka's own whose name is damaged would be null, and fail much later. */
  @Test
  void aDamagedSettingOfWekasOwnIsRefused() throws Exception {
    byte[] bytes = save(new IBCavi());
    bytes[indexOf(bytes, "m_BatchSize".getBytes(StandardCharsets.UTF_8))] = 'n';
    IOException refused = assertThrows(IOException.class, () -> load(bytes));
    assertEquals("saved IBCavi: a setting of all classifiers is damaged", refused.getMessage());
  }

  @Test
  void anExportedModelPredictsTheSame(@TempDir Path folder) throws Exception {
    Instances mixed = TestData.mixed();
    IBCavi saved = ClassifierTest.built(mixed, "");
    FilteredClassifier around = new FilteredClassifier();
    around.setClassifier(saved);
    Path file = folder.resolve("around.model");
    SerializationHelper.writeAll(file.toString(), new Object[] {around, new Instances(mixed, 0)});
    Path exported = folder.resolve("mixed.ibcavi");
    new ExportModel().run(null, new String[] {file.toString(), exported.toString()});
    CategoricalModel core = ModelFile.load(exported);
    assertEquals(List.of("a", "b", "c"), core.categoryNames());
    assertArrayEquals(
        saved.distributionForInstance(mixed.instance(2)),
        core.probabilities(saved.encoder().encode(mixed.instance(2))));
  }

  private static byte[] modelBytes() throws Exception {
    ByteArrayOutputStream model = new ByteArrayOutputStream();
    ModelFile.write(ClassifierTest.built(TestData.glass(), "").model(), model);
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
