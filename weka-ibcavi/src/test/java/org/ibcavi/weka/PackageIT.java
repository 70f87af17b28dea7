// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The zip as a user has it: installed offline in an empty WEKA_HOME, beside a bare Weka. */
class PackageIT {
  private static final String CLASSIFIER = "weka.classifiers.functions.IBCavi";

  @TempDir static Path folder;
  private static String glass;

  @BeforeAll
  static void install() throws Exception {
    glass = new File("src/test/resources/glass.arff").getAbsolutePath();
    Files.createDirectories(folder.resolve("home"));
    String zip = System.getProperty("weka.package");
    String printed =
        java("weka.core.WekaPackageManager", "-offline", "-install-package", zip).text();
    assertTrue(Files.exists(folder.resolve("home/packages/ibcavi/weka-ibcavi.jar")), () -> printed);
  }

  /** What a process printed, and how it ended. */
  private record Outcome(int status, String text) {}

  private static Outcome java(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.awt.headless=true");
    command.add("-Dweka.packageManager.offline=true");
    command.add("-DWEKA_HOME=" + folder.resolve("home"));
    command.add("-cp");
    command.add(bareWeka());
    command.addAll(List.of(arguments));
    File output = Files.createTempFile(folder, "output", ".txt").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output);
    builder.environment().put("WEKA_HOME", folder.resolve("home").toString());
    int status = builder.start().waitFor();
    return new Outcome(status, Files.readString(output.toPath(), StandardCharsets.UTF_8));
  }

  /** The class path without this project and what only this project needs. */
  private static String bareWeka() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> entry.endsWith(".jar"))
        .filter(entry -> !entry.matches(".*(ibcavi-core|ejml|commons-numbers).*"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String run(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("weka.Run"));
    all.addAll(List.of(arguments));
    Outcome outcome = java(all.toArray(new String[0]));
    assertEquals(0, outcome.status(), outcome::text);
    assertFalse(outcome.text().contains("Exception"), outcome::text);
    return outcome.text();
  }

  @Test
  void zipHoldsTheDescriptionFilledIn() throws IOException {
    String description = Files.readString(folder.resolve("home/packages/ibcavi/Description.props"));
    assertFalse(description.contains("${"), description);
    try (var libraries = Files.list(folder.resolve("home/packages/ibcavi/lib"))) {
      List<String> names = libraries.map(jar -> jar.getFileName().toString()).sorted().toList();
      assertTrue(names.stream().anyMatch(name -> name.startsWith("ibcavi-core")), names::toString);
      assertFalse(names.stream().anyMatch(name -> name.startsWith("weka")), names::toString);
    }
  }

  @Test
  void crossValidatesSavesAndLoads() throws Exception {
    String model = folder.resolve("glass.model").toString();
    String built = run(".IBCavi", "-t", glass, "-x", "3", "-d", model);
    assertTrue(built.contains("IBCavi: Bayesian multiclass regression"), built);
    assertTrue(built.contains("Stratified cross-validation"), built);
    assertTrue(built.contains("Log loss  "), built);
    assertTrue(built.contains("Brier score  "), built);
    assertTrue(built.contains("Calibration error  "), built);
    String loaded = run(".IBCavi", "-l", model, "-T", glass);
    assertTrue(loaded.contains("Log loss  "), loaded);
  }

  /** The package's own output of predictions, found by its loader of classes. */
  @Test
  void predictionsArePrintedWithTheirUncertainty() throws Exception {
    String output = "weka.classifiers.evaluation.output.prediction.IBCaviUncertainty";
    String printed = run(".IBCavi", "-t", glass, "-x", "2", "-classifications", output + " -csv");
    assertTrue(printed.contains("inst#,actual,predicted,error,probability,lower,upper"), printed);
    assertFalse(printed.contains(",?,?,?,?"), printed);
  }

  @Test
  void aSavedModelIsExported() throws Exception {
    String model = folder.resolve("exported.model").toString();
    String file = folder.resolve("glass.ibcavi").toString();
    run(".IBCavi", "-t", glass, "-no-cv", "-d", model);
    String printed = run("org.ibcavi.weka.ExportModel", model, file);
    assertTrue(printed.contains(file + ": a model of 6 classes and 9 columns"), printed);
  }

  @Test
  void aFileThatIsNotThereEndsInALineAndExitCodeOne() throws Exception {
    String missing = folder.resolve("missing.model").toString();
    for (List<String> command :
        List.of(
            List.of("weka.Run", "org.ibcavi.weka.ExportModel", missing, "x.ibcavi"),
            List.of("weka.Run", "org.ibcavi.weka.EffectTable", missing, glass, "Mg"))) {
      Outcome outcome = java(command.toArray(new String[0]));
      assertEquals(1, outcome.status(), outcome::text);
      String name = command.get(1).substring("org.ibcavi.weka.".length());
      // Before it Weka may say which native libraries it has not found.
      String line = name + ": " + missing + ": there is no such file";
      assertEquals(line, outcome.text().lines().reduce((a, b) -> b).orElse(""));
      assertFalse(outcome.text().contains("\tat "), outcome::text);
    }
    Outcome few = java("weka.Run", "org.ibcavi.weka.ExportModel", missing);
    assertEquals(1, few.status(), few::text);
    assertTrue(few.text().contains("ExportModel takes two files"), few::text);
  }

  @Test
  void aSavedModelIsContinued() throws Exception {
    String model = folder.resolve("short.model").toString();
    String built =
        run(".IBCavi", "-t", glass, "-no-cv", "-max-sweeps", "2", "-resume", "-d", model);
    assertTrue(built.contains(", stopped after 2 passes"), built);
    String continued =
        run(".IBCavi", "-t", glass, "-T", glass, "-l", model, "-continue-iterating", "-d", model);
    assertTrue(continued.contains(", converged after "), continued);
    assertFalse(continued.contains(", stopped after "), continued);
  }

  @Test
  void runsInsideBagging() throws Exception {
    String printed = run(".Bagging", "-t", glass, "-x", "2", "-I", "3", "-W", CLASSIFIER);
    assertTrue(printed.contains("Bagging with 3 iterations"), printed);
    assertTrue(printed.contains("Log loss  "), printed);
  }

  @Test
  void runsInsideAFilteredClassifier() throws Exception {
    String printed =
        run(
            ".FilteredClassifier",
            "-t",
            glass,
            "-x",
            "2",
            "-F",
            "weka.filters.unsupervised.attribute.Standardize",
            "-W",
            CLASSIFIER,
            "--",
            "-finish",
            "none",
            "-link",
            "logit");
    assertTrue(printed.contains("regression, method binary"), printed);
  }

  @Test
  void badOptionIsToldOnTheCommandLine() throws Exception {
    String printed = java("weka.Run", ".IBCavi", "-t", glass, "-link", "tobit").text();
    assertTrue(printed.contains("-link tobit: must be one of probit, logit, or auto"), printed);
  }
}
