// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** The letter recognition data kept beside this class. */
final class LetterData {
  private static final String FILE = "letter.csv.gz";
  private static final int FEATURES = 16;
  static final int CLASSES = 26;
  private static final Pattern COMMA = Pattern.compile(",");

  private LetterData() {}

  /** All rows, two thirds of them for training. */
  static Split read() {
    double[][] rows;
    int[] labels;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(LetterData.class.getResourceAsStream(FILE)),
                StandardCharsets.UTF_8))) {
      List<String[]> lines = reader.lines().skip(1).map(COMMA::split).toList();
      rows = lines.stream().map(LetterData::features).toArray(double[][]::new);
      labels = lines.stream().mapToInt(line -> line[FEATURES].charAt(0) - 'A').toArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Split.dense("letter", rows, labels, CLASSES, 2.0 / 3);
  }

  private static double[] features(String[] line) {
    return Arrays.stream(line, 0, FEATURES).mapToDouble(Double::parseDouble).toArray();
  }
}
