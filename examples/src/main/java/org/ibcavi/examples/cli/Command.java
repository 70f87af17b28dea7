// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ibcavi.settings.Option;

/** What the program can do. */
enum Command {
  FIT("learns from a table and saves the model", "fit data.csv --class species -o model.ibcavi"),
  PREDICT(
      "predicts the rows of another table: probabilities, interval, noise, lack of data",
      "predict model.ibcavi new.csv -o predictions.csv"),
  EVALUATE(
      "says how good predictions of unseen rows are, by cross-validation",
      "evaluate data.csv --class species --folds 10"),
  REPORT(
      "writes a page with scores, effects of columns, rows to look at and what to do next",
      "report data.csv --class species -o report.html");

  private final String sentence;
  private final String example;

  Command(String sentence, String example) {
    this.sentence = sentence;
    this.example = example;
  }

  String written() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What the files on the command line are. */
  List<String> files() {
    return this == PREDICT ? List.of("model", "data") : List.of("data");
  }

  List<Flag> flags() {
    List<Flag> flags = new ArrayList<>(List.of(Flag.CLASS));
    if (this != PREDICT) {
      flags.addAll(List.of(Flag.TEXT, Flag.NUMBER, Flag.LEAVE_OUT, Flag.BASIS, Flag.OPTION));
    }
    if (this == EVALUATE || this == REPORT) {
      flags.add(Flag.FOLDS);
    }
    flags.add(Flag.THREADS);
    if (this != EVALUATE) {
      flags.add(Flag.OUT);
    }
    return flags;
  }

  String help() {
    String flags = flags().stream().map(Flag::help).collect(Collectors.joining("\n"));
    return String.format(
        "%s: %s.%n%n  java -jar ibcavi.jar %s%n%n%s%n%n%s",
        written(),
        sentence,
        example,
        flags,
        this == PREDICT
            ? "With --class, whose column must be in the table, the predictions are scored too."
            : "Tables are CSV (comma, semicolon or tab) with names in the first line, or ARFF."
                + " Missing: empty, ?, NA, N/A, NaN, null.\n"
                + "Several columns are separated by commas.\n\n"
                + "Options of the fit, as in --option method=binary:\n"
                + options());
  }

  private static String options() {
    return Option.table().stream()
        .map(option -> String.format("  %-22s %s", option.name(), option.rule()))
        .collect(Collectors.joining("\n"));
  }

  static String overview() {
    StringBuilder text = new StringBuilder("java -jar ibcavi.jar command …\n\n");
    for (Command command : values()) {
      text.append(String.format("  %-9s %s%n", command.written(), command.sentence));
    }
    return text.append(
            "\n"
                + "Each command has --help. Exit codes: 0 done, 1 something in a file, 2 something"
                + " on the command line, 3 a defect of the program.")
        .toString();
  }
}
