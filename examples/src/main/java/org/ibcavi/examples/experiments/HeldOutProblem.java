// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.data.SoftmaxSimulation;

/**
 * Rows to learn from and rows held out.
 *
 * @param origin what tells these rows from others of the same name and sizes; empty where there are
 *     none
 */
@SuppressWarnings("ArrayRecordComponent") // Read within this package, which changes none.
record HeldOutProblem(
    String name, TrainingData training, DesignMatrix test, int[] labels, String origin) {
  /** The embedded glass data, nine tenths of them to learn from. */
  static HeldOutProblem glass() throws IOException {
    return split(LabeledTable.named("glass"), "");
  }

  /**
   * A table in a file, such as the detergent choices of Imai and van Dyk (2005) from the R package
   * MNP, whose licence does not let them be embedded here.
   */
  static HeldOutProblem file(String name, Path path) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return split(
        LabeledTable.read(name, new ByteArrayInputStream(bytes)),
        String.format(" of a file with CRC %08x", sum.getValue()));
  }

  /** Standardized and shuffled; nine tenths of the rows train. */
  private static HeldOutProblem split(LabeledTable raw, String origin) {
    LabeledTable table = raw.standardized().shuffled(1);
    int training = table.size() * 9 / 10;
    LabeledTable test = table.rows(training, table.size());
    return new HeldOutProblem(
        raw.name(), table.rows(0, training).trainingData(), test.matrix(), test.labels(), origin);
  }

  /** Data of a softmax regression; four fifths of the rows train. */
  static HeldOutProblem simulated(
      String name, int rows, int categories, int features, double strength) {
    SoftmaxSimulation.Draw draw =
        SoftmaxSimulation.of(rows, categories, features, strength).draw(1);
    return new HeldOutProblem(name, draw.training(), draw.test(), draw.labels(), "");
  }

  /** The name with its sizes. */
  String title() {
    return String.format(
        "%s: K = %d, M = %d, %d training rows",
        name, training.categories(), training.features().columns(), training.rows());
  }

  /** The title with the origin: what kept figures of these rows are called by. */
  String key() {
    return title() + origin;
  }
}
