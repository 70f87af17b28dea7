// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import static org.ibcavi.file.ModelFiles.bytes;
import static org.ibcavi.file.ModelFiles.framed;
import static org.ibcavi.file.ModelFiles.model;
import static org.ibcavi.file.ModelFiles.read;
import static org.ibcavi.file.ModelFiles.refusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.ibcavi.model.CategoricalModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with right checksums whose content no model has. */
class CraftedFileTest {
  /** The content of a model of two categories, right unless it is told otherwise. */
  private static final class Crafted {
    private int features = 1;

    /** The kind of the basis, and what follows it. */
    private byte[] basis = {1};

    private boolean intercept = true;
    private int covariance = 3;
    private double[] weights = {0.5, 0.5};
    private double[] categoryWeights = {4, 5};
    private List<String> featureNames = List.of("f");
    private List<String> categoryNames = List.of("c", "d");
    private double componentWeight = 1;
    private boolean predicts = true;
    private long earlierRows;
    private List<String> phases = List.of("SCALE", "BINARY");
    private List<String> settings = List.of("link", "prior");

    byte[] file() {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        write(out);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return framed(bytes.toByteArray());
    }

    /** What comes up to the basis, and nothing after it. */
    byte[] start() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      writeStart(new DataOutputStream(bytes));
      return bytes.toByteArray();
    }

    private void writeStart(DataOutputStream out) throws IOException {
      text("logit", out);
      out.writeInt(features);
      out.writeBoolean(intercept);
      doubles(2 * features, out);
      out.writeInt(1);
      out.write(basis);
    }

    private void write(DataOutputStream out) throws IOException {
      int size = features + (intercept ? 1 : 0);
      writeStart(out);
      out.writeInt(0);
      out.writeInt(2);
      out.writeInt(1);
      out.writeLong(0);
      doubles(size, out);
      out.writeByte(covariance);
      doubles(size, out);
      writeData(out);
      out.writeInt(weights.length);
      doubles(weights.length, out);
      for (double weight : weights) {
        out.writeDouble(weight);
      }
      out.writeDouble(componentWeight);
      prior(out);
      out.writeInt(0);
      text("PLUG_IN", out);
      out.writeInt(2);
      out.writeLong(-1);
      writeReport(out);
    }

    private void writeData(DataOutputStream out) throws IOException {
      for (double weight : categoryWeights) {
        out.writeDouble(weight);
      }
      out.writeBoolean(!featureNames.isEmpty());
      for (String name : featureNames) {
        text(name, out);
      }
      out.writeBoolean(!categoryNames.isEmpty());
      for (String name : categoryNames) {
        text(name, out);
      }
    }

    private void writeReport(DataOutputStream out) throws IOException {
      out.writeInt(9);
      out.writeInt(2);
      out.writeLong(9);
      out.writeLong(earlierRows);
      out.writeInt(settings.size());
      for (String setting : settings) {
        text(setting, out);
        text("", out);
      }
      text("BINARY", out);
      text("", out);
      out.writeBoolean(true);
      writeBinary(out);
      out.writeInt(0);
      out.writeInt(1);
      text("plain", out);
      out.writeInt(phases.size());
      for (String phase : phases) {
        text(phase, out);
        out.writeLong(1);
      }
      out.writeInt(0);
    }

    private void writeBinary(DataOutputStream out) throws IOException {
      text("logit", out);
      prior(out);
      doubles(1, out);
      text("CAVI", out);
      out.writeInt(1);
      doubles(1, out);
      text("CONVERGED", out);
      out.writeBoolean(predicts);
      if (predicts) {
        out.writeInt(1);
        doubles(2, out);
        out.writeBoolean(false);
        text("LAPLACE", out);
      }
    }

    private static void prior(DataOutputStream out) throws IOException {
      text("LEARNED", out);
      doubles(2, out);
    }

    private static void text(String text, DataOutputStream out) throws IOException {
      out.writeInt(text.length());
      out.writeBytes(text);
    }

    private static void doubles(int count, DataOutputStream out) throws IOException {
      for (int i = 0; i < count; i++) {
        out.writeDouble(1);
      }
    }
  }

  @Test
  void aCraftedFileIsReadBeforeItIsSpoiled() throws IOException {
    CategoricalModel model = read(new Crafted().file());
    assertArrayEquals(new double[] {0.5, 0.5}, model.probabilities(new double[] {3}), 1e-15);
    assertArrayEquals(new double[] {0.45, 0.55}, model.baseRates(), 1e-15);
    assertEquals(List.of("f"), model.featureNames());
    assertEquals(List.of("c", "d"), model.categoryNames());
  }

  @Test
  void aNameThatIsThereTwiceIsRefused() {
    Crafted crafted = new Crafted();
    crafted.categoryNames = List.of("c", "c");
    assertRefused(crafted, "name of a category twice");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, sum to 0 or overflow",
    "-1, 3, weight of a category -1.0",
    "NaN, 3, weight of a category NaN",
    "1e308, 1e308, sum to 0 or overflow"
  })
  void categoryWeightsThatAreNoWeightsAreRefused(double first, double second, String why) {
    Crafted crafted = new Crafted();
    crafted.categoryWeights = new double[] {first, second};
    assertRefused(crafted, why);
  }

  @Test
  void fewerEarlierRowsThanNoneAreRefused() throws IOException {
    Crafted crafted = new Crafted();
    crafted.earlierRows = 100;
    assertEquals(109, read(crafted.file()).report().allRows());
    crafted.earlierRows = -1;
    assertRefused(crafted, "rows of earlier fits -1");
  }

  @Test
  void weightsThatDoNotSumToOneAreRefused() {
    Crafted crafted = new Crafted();
    crafted.weights = new double[] {0.5, 0.499};
    assertRefused(crafted, "sum to 1");
  }

  @Test
  void basesThatAreNoneAreRefused() throws IOException {
    Crafted cuts = new Crafted();
    cuts.basis = basis(2, out -> numbers(out, 2, 0.5, 0.5));
    assertRefused(cuts, "cuts that do not increase");
    Crafted frequency = new Crafted();
    frequency.basis =
        basis(
            3,
            out -> {
              out.writeDouble(1);
              out.writeDouble(1);
              numbers(out, 1, Double.NaN);
            });
    assertRefused(frequency, "frequency NaN");
    Crafted leaf = new Crafted();
    leaf.basis = trees(1, 0, 0.5);
    assertRefused(leaf, "leaf to split 1");
    Crafted feature = new Crafted();
    feature.basis = trees(0, 1, 0.5);
    assertRefused(feature, "feature to split by 1");
    Crafted place = new Crafted();
    place.basis = trees(0, 0, Double.POSITIVE_INFINITY);
    assertRefused(place, "cut Infinity");
    Crafted wide = new Crafted();
    wide.basis = basis(2, out -> out.writeInt(1 << 24));
    assertRefused(wide, "cuts 16777216");
  }

  /**
   * A row has at most 2³¹ − 9 values in 128 rows: 16 777 215 features. A file with as many goes on
   * to its end, which comes at once.
   */
  @Test
  void basesOfMoreFeaturesThanRowsMayHaveAreRefused() throws IOException {
    String tooMany = "features of a basis: 16777216; must be at most 16777215";
    String noMore = "ends where the";
    assertBasisRefused(1, basis(2, out -> out.writeInt(16_777_214)), noMore);
    assertBasisRefused(1, basis(2, out -> out.writeInt(16_777_215)), tooMany);
    assertBasisRefused(1, waves(8_388_607), noMore);
    assertBasisRefused(2, waves(8_388_607), tooMany);
    assertBasisRefused(1, oneLeafAndSplits(16_777_212), noMore);
    assertBasisRefused(1, oneLeafAndSplits(16_777_213), tooMany);
  }

  @Test
  void basesThatNoFitHasAreRefused() throws IOException {
    assertBasisRefused(0, waves(1), "waves of no features; there must be one");
    assertBasisRefused(0, oneLeafAndSplits(1), "trees of no features; there must be one");
    assertBasisRefused(300, waves(8_388_000), "more frequencies than an array holds");
  }

  private static byte[] waves(int pairs) throws IOException {
    return basis(
        3,
        out -> {
          out.writeDouble(1);
          out.writeDouble(1);
          out.writeInt(pairs);
        });
  }

  /** A tree without splits, and one with some that do not come. */
  private static byte[] oneLeafAndSplits(int splits) throws IOException {
    return basis(
        4,
        out -> {
          out.writeDouble(1);
          out.writeInt(2);
          out.writeInt(0);
          out.writeInt(splits);
        });
  }

  /** Nothing follows the basis. */
  private static void assertBasisRefused(int features, byte[] basis, String why)
      throws IOException {
    Crafted crafted = new Crafted();
    crafted.features = features;
    crafted.basis = basis;
    String message = refusal(framed(crafted.start()));
    assertTrue(message.contains(why), message);
  }

  /** One tree of one split. */
  private static byte[] trees(int leaf, int feature, double cut) throws IOException {
    return basis(
        4,
        out -> {
          out.writeDouble(1);
          out.writeInt(1);
          out.writeInt(1);
          out.writeInt(leaf);
          out.writeInt(feature);
          out.writeDouble(cut);
        });
  }

  /** Writes the fields of a basis. */
  private interface BasisWriter {
    void write(DataOutputStream out) throws IOException;
  }

  private static byte[] basis(int kind, BasisWriter fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(kind);
    fields.write(out);
    return bytes.toByteArray();
  }

  private static void numbers(DataOutputStream out, int count, double... values)
      throws IOException {
    out.writeInt(count);
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  @Test
  void noCoefficientsAtAllAreRefused() {
    Crafted crafted = new Crafted();
    crafted.features = 0;
    crafted.intercept = false;
    assertRefused(crafted, "no features and no intercept");
  }

  @Test
  void aFullCovarianceThatFitsNoArrayIsRefused() {
    Crafted crafted = new Crafted();
    crafted.features = 46_340;
    crafted.covariance = 1;
    assertRefused(crafted, "full covariance of 46341 coefficients");
  }

  @Test
  void aReportOfNoPosteriorIsRefused() {
    Crafted crafted = new Crafted();
    crafted.predicts = false;
    assertRefused(crafted, "a report of no posterior");
  }

  @Test
  void whatMustBeThereOnceIsRefusedTwice() {
    Crafted phases = new Crafted();
    phases.phases = List.of("SCALE", "SCALE");
    assertRefused(phases, "phase SCALE twice");
    Crafted settings = new Crafted();
    settings.settings = List.of("link", "link");
    assertRefused(settings, "a setting twice");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1.5, Double.NaN})
  void componentsWhoseWeightsAreNoWeightsAreRefused(double weight) {
    Crafted crafted = new Crafted();
    crafted.componentWeight = weight;
    assertRefused(crafted, "component");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "scale", "COOLING"})
  void anUnknownNameIsRefused(String name) {
    Crafted crafted = new Crafted();
    crafted.phases = List.of(name);
    assertRefused(crafted, "phase '" + name + "'; this library knows PREPARATION, SCALE");
  }

  private static void assertRefused(Crafted crafted, String why) {
    String message = refusal(crafted.file());
    assertTrue(message.contains(why), message);
  }
}
