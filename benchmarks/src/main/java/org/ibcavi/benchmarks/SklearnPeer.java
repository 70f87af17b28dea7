// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** scikit-learn's LogisticRegression with a given C, on standardized features, where installed. */
record SklearnPeer(double c) implements Peer {
  @Override
  public Outcome run(Split original) throws Exception {
    Path data = Files.createTempFile("ibcavi", ".data");
    Path result = Files.createTempFile("ibcavi", ".result");
    try {
      Split split = original.standardized();
      write(split, data);
      List<String> lines =
          ChildProcess.python("logistic.py", data.toString(), Double.toString(c), result.toString())
              .orElseThrow(() -> new IOException("scikit-learn failed or is not installed"));
      return new Outcome(Double.parseDouble(lines.get(0)), read(split, result));
    } finally {
      Files.delete(data);
      Files.delete(result);
    }
  }

  private static void write(Split split, Path file) throws IOException {
    long stored = 0;
    for (double[] values : split.values) {
      stored += values.length;
    }
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      put(out, split.rows(), split.features, split.classes, split.trainingRows, (double) stored);
      double start = 0;
      put(out, 0);
      for (double[] values : split.values) {
        start += values.length;
        put(out, start);
      }
      for (int i = 0; i < split.rows(); i++) {
        for (int column : split.columnsOf(i)) {
          put(out, column);
        }
      }
      for (double[] values : split.values) {
        put(out, values);
      }
      for (int label : split.labels) {
        put(out, label);
      }
    }
  }

  private static void put(OutputStream out, double... values) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Double.BYTES * values.length);
    buffer.order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().put(values);
    out.write(buffer.array());
  }

  private static double[][] read(Split split, Path file) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    double[][] p = new double[split.testRows()][split.classes];
    for (double[] row : p) {
      for (int k = 0; k < row.length; k++) {
        row[k] = buffer.getDouble();
      }
    }
    return p;
  }
}
