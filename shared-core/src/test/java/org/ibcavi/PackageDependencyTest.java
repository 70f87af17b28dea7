// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages know those before them and never those after, and each has one job. */
class PackageDependencyTest {
  private static final Path SOURCES = Path.of("src/main/java/org/ibcavi");
  private static final Pattern OWN_NAME = Pattern.compile("org\\.ibcavi\\.([a-z]+)\\.[A-Z]");

  private static final Pattern ROWS =
      Pattern.compile("org\\.ibcavi\\.(local|design|columns|problem\\.Problem)\\b");

  /** A package that needs more has two jobs. */
  private static final int MOST_FILES = 21;

  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("linalg", Set.of()),
          Map.entry("columns", Set.of("design")),
          Map.entry("gaussian", Set.of("linalg")),
          Map.entry("structure", Set.of("gaussian", "posterior", "prior", "problem", "report")),
          Map.entry("parallel", Set.of("fit")),
          Map.entry("evaluation", Set.of()),
          Map.entry("special", Set.of()),
          Map.entry("link", Set.of("special")),
          Map.entry("settings", Set.of("averaging", "link", "prior")),
          Map.entry("design", Set.of("linalg")),
          Map.entry("basis", Set.of("design")),
          Map.entry("prior", Set.of("gaussian")),
          Map.entry("posterior", Set.of("linalg", "columns")),
          Map.entry("averaging", Set.of("link", "special")),
          Map.entry("family", Set.of("link", "special")),
          Map.entry("fit", Set.of()),
          Map.entry(
              "problem",
              Set.of("linalg", "special", "design", "link", "posterior", "columns", "gaussian")),
          Map.entry(
              "pass",
              Set.of("linalg", "link", "posterior", "problem", "columns", "design", "gaussian")),
          Map.entry("solver", Set.of("linalg", "fit", "problem")),
          Map.entry("scale", Set.of("problem", "pass")),
          Map.entry(
              "local",
              Set.of(
                  "family",
                  "special",
                  "linalg",
                  "parallel",
                  "design",
                  "link",
                  "posterior",
                  "problem",
                  "pass",
                  "columns")),
          Map.entry(
              "binary",
              Set.of(
                  "family",
                  "linalg",
                  "settings",
                  "design",
                  "link",
                  "prior",
                  "posterior",
                  "averaging",
                  "fit",
                  "problem",
                  "pass",
                  "solver",
                  "scale",
                  "report",
                  "local",
                  "gaussian",
                  "parallel",
                  "structure")),
          Map.entry(
              "joint",
              Set.of(
                  "linalg",
                  "link",
                  "posterior",
                  "fit",
                  "problem",
                  "pass",
                  "solver",
                  "gaussian",
                  "parallel")),
          Map.entry(
              "variational",
              Set.of(
                  "linalg",
                  "design",
                  "link",
                  "posterior",
                  "problem",
                  "pass",
                  "joint",
                  "local",
                  "columns",
                  "parallel")),
          Map.entry(
              "diagnostics",
              Set.of(
                  "linalg",
                  "special",
                  "design",
                  "link",
                  "posterior",
                  "problem",
                  "local",
                  "gaussian",
                  "parallel")),
          Map.entry(
              "categorical",
              Set.of(
                  "special",
                  "settings",
                  "design",
                  "link",
                  "prior",
                  "posterior",
                  "averaging",
                  "fit",
                  "problem",
                  "pass",
                  "solver",
                  "scale",
                  "report",
                  "joint",
                  "variational",
                  "diagnostics",
                  "local",
                  "gaussian",
                  "parallel",
                  "structure")),
          Map.entry("report", Set.of("averaging", "fit", "prior", "settings")),
          Map.entry(
              "model",
              Set.of(
                  "family",
                  "problem",
                  "basis",
                  "settings",
                  "parallel",
                  "design",
                  "link",
                  "special",
                  "posterior",
                  "averaging",
                  "report",
                  "columns")),
          Map.entry(
              "file",
              Set.of(
                  "basis",
                  "settings",
                  "linalg",
                  "design",
                  "link",
                  "posterior",
                  "averaging",
                  "fit",
                  "report",
                  "model",
                  "columns")));

  @Test
  void packagesDependInOneDirectionOnly() throws IOException {
    for (Map.Entry<String, Set<String>> entry : ALLOWED.entrySet()) {
      Set<String> used = new TreeSet<>();
      for (Path file : javaFiles(SOURCES.resolve(entry.getKey()))) {
        Matcher matcher = OWN_NAME.matcher(Files.readString(file));
        while (matcher.find()) {
          used.add(matcher.group(1));
        }
      }
      used.remove(entry.getKey());
      used.removeAll(entry.getValue());
      assertEquals(Set.of(), used, "not allowed in " + entry.getKey());
    }
  }

  @Test
  void everyPackageHasItsPlace() throws IOException {
    try (Stream<Path> folders = Files.list(SOURCES)) {
      List<String> names =
          folders
              .filter(Files::isDirectory)
              .map(folder -> folder.getFileName().toString())
              .toList();
      assertTrue(ALLOWED.keySet().containsAll(names), names.toString());
    }
  }

  @Test
  void packagesAreSmall() throws IOException {
    for (String name : ALLOWED.keySet()) {
      int files = javaFiles(SOURCES.resolve(name)).size();
      assertTrue(files <= MOST_FILES, name + " has " + files + " files");
    }
  }

  /** What climbs and what searches a scale must run where the rows are somewhere else. */
  @Test
  void solversSeeNoRows() throws IOException {
    List<Path> solvers = new ArrayList<>();
    for (String name : List.of("solver", "scale", "joint")) {
      solvers.addAll(javaFiles(SOURCES.resolve(name)));
    }
    for (String name :
        List.of("Inference", "BlockedAscent", "PerCategoryAscent", "ScaleLearner", "HeldOut")) {
      solvers.add(SOURCES.resolve("binary").resolve(name + ".java"));
    }
    for (Path file : solvers) {
      Matcher rows = ROWS.matcher(Files.readString(file));
      assertFalse(rows.find(), file.toString());
    }
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
