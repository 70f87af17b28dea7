// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.cli;

/** What may be said after the files on a command line; each takes a value. */
enum Flag {
  CLASS("--class", "column", "the column with the classes, by name or number; else the last one"),
  TEXT("--text", "columns", "columns whose values are names though they look like numbers"),
  NUMBER("--number", "columns", "columns of numbers to use though they look like identifiers"),
  LEAVE_OUT("--leave-out", "columns", "columns not to use"),
  BASIS(
      "--basis",
      "basis",
      "none (default), thresholds, smooth, trees or auto: what it is linear in"),
  OPTION("--option", "name=value", "an option of the fit, see below; may be there several times"),
  FOLDS("--folds", "number", "parts of the cross-validation; else 10, from 5000 rows on 3"),
  THREADS("--threads", "number", "threads; else as many as there are cores"),
  OUT("-o", "file", "where to write; else beside where you are, named after the data");

  private final String name;
  private final String value;
  private final String sentence;

  Flag(String name, String value, String sentence) {
    this.name = name;
    this.value = value;
    this.sentence = sentence;
  }

  String written() {
    return name;
  }

  String help() {
    return String.format("  %-22s %s", name + " " + value, sentence);
  }
}
