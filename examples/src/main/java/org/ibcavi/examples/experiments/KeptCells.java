// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The figures of an experiment cell by cell, kept in a file as soon as they are there, so that a
 * run that was interrupted goes on where it ended. A line is a name, a tab and numbers; the name
 * holds everything that the figures depend on. A line without an end was being written when the run
 * ended, and is computed again.
 */
final class KeptCells {
  private final Path file;
  private final Map<String, double[]> kept = new LinkedHashMap<>();
  private int read;
  private int computed;

  private KeptCells(Path file) {
    this.file = file;
  }

  /**
   * The cells of an experiment.
   *
   * @param experiment its name
   * @param arguments {@code --cells} names the file, and {@code --fresh} forgets what is there; a
   *     quick run has no file unless it is named
   * @return what an earlier run left
   */
  static KeptCells of(String experiment, Arguments arguments) {
    String otherwise = arguments.quick() ? "" : "target/experiments/" + experiment + ".cells";
    String name = arguments.text("cells", otherwise);
    KeptCells cells = new KeptCells(name.isEmpty() ? null : Path.of(name));
    if (!name.isEmpty()) {
      cells.open(arguments.has("fresh"));
    }
    return cells;
  }

  /** Cells that are forgotten. */
  static KeptCells none() {
    return new KeptCells(null);
  }

  private void open(boolean fresh) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      if (fresh || !Files.exists(file)) {
        Files.writeString(file, "");
        return;
      }
      String text = Files.readString(file);
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      whole.lines().forEach(this::take);
      Files.writeString(file, whole);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(String line) {
    String[] parts = line.split("\t", -1);
    if (parts.length != 2) {
      throw noCell(line, null);
    }
    try {
      kept.put(
          parts[0],
          Arrays.stream(parts[1].split(" ", -1))
              .filter(number -> !number.isEmpty())
              .mapToDouble(Double::parseDouble)
              .toArray());
    } catch (NumberFormatException e) {
      throw noCell(line, e);
    }
  }

  private IllegalArgumentException noCell(String line, Throwable cause) {
    return new IllegalArgumentException(
        file + ": '" + line + "'; must be a name, a tab and numbers", cause);
  }

  /** The figures of a cell, from the file if they are there. */
  double[] get(String name, Supplier<double[]> compute) {
    double[] known = kept.get(name);
    if (known != null) {
      read++;
      return known;
    }
    double[] values = compute.get();
    computed++;
    kept.put(name, values);
    if (file != null) {
      append(name, values);
    }
    return values;
  }

  private void append(String name, double[] values) {
    String numbers =
        Arrays.stream(values).mapToObj(Double::toString).collect(Collectors.joining(" "));
    try {
      Files.writeString(
          file,
          name + "\t" + numbers + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many cells were computed and how many read. */
  @Override
  public String toString() {
    return computed + " cells computed, " + read + " taken over from an earlier run";
  }
}
