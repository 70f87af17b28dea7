// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** A table of numbers with a class in the last column, read from a resource with a header row. */
final class LabeledTable {
  private final List<String> features;
  private final List<String> classes;
  private final List<double[]> rows;
  private final List<Integer> labels;

  private LabeledTable(
      List<String> features, List<String> classes, List<double[]> rows, List<Integer> labels) {
    this.features = features;
    this.classes = classes;
    this.rows = rows;
    this.labels = labels;
  }

  /** Reads a comma-separated resource beside this class, its rows shuffled by the seed. */
  static LabeledTable read(String resource, long seed) throws IOException {
    List<String[]> lines = new ArrayList<>();
    try (InputStream in = LabeledTable.class.getResourceAsStream(resource);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line.split(",", -1));
      }
    }
    String[] header = lines.remove(0);
    int columns = header.length - 1;
    Collections.shuffle(lines, new Random(seed));
    List<String> classes =
        List.copyOf(new TreeSet<>(lines.stream().map(line -> line[columns]).toList()));
    List<double[]> rows = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (String[] line : lines) {
      rows.add(Arrays.stream(line, 0, columns).mapToDouble(Double::parseDouble).toArray());
      labels.add(classes.indexOf(line[columns]));
    }
    return new LabeledTable(List.of(header).subList(0, columns), classes, rows, labels);
  }

  List<String> features() {
    return features;
  }

  List<String> classes() {
    return classes;
  }

  int size() {
    return rows.size();
  }

  double[] row(int i) {
    return rows.get(i);
  }

  int label(int i) {
    return labels.get(i);
  }
}
