// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs every program and checks what it claims. */
class ProgramsTest {
  /** A program's main method. */
  @FunctionalInterface
  private interface Program {
    void run(String... args) throws Exception;
  }

  private static String output(Program program, String... args) throws Exception {
    PrintStream console = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      program.run(args);
    } finally {
      System.setOut(console);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static double number(String text, String before) {
    Matcher matcher = Pattern.compile(Pattern.quote(before) + "\\s*([-+0-9.eE]+)").matcher(text);
    assertTrue(matcher.find(), () -> "no number after '" + before + "' in\n" + text);
    return Double.parseDouble(matcher.group(1));
  }

  @Test
  void coreAlone() throws Exception {
    String text = output(CoreAlone::main);
    assertTrue(text.contains("loaded model agrees: true"), text);
    assertTrue(number(text, "\naccuracy") > 0.45, text);
  }

  /** Deliveries help one after the other, and end near the fit to all rows. */
  @Test
  void continuedTraining() throws Exception {
    String text = output(ContinuedTraining::main);
    double first = number(text, "first delivery: log loss");
    double last = number(text.substring(text.lastIndexOf("and one more")), "log loss");
    double together = number(text, "all at once   : log loss");
    assertTrue(last < first, text);
    assertTrue(last < 1.1 * together, text);
  }

  @Test
  void tribuoPipeline() throws Exception {
    String text = output(TribuoPipeline::main);
    assertTrue(number(text, "accuracy") > 0.5, text);
    assertTrue(number(text, "log loss") < 1.3, text);
  }

  @Test
  void wekaEvaluation() throws Exception {
    String text = output(WekaEvaluation::main);
    assertTrue(number(text, "Correctly Classified Instances") > 107, text);
    assertTrue(text.contains("95 % interval"), text);
  }

  @Test
  void manyClasses() throws Exception {
    String text = output(ManyClasses::main, "100");
    assertTrue(number(text, "right topic first:") > 0.4, text);
  }

  /** Strange rows are found by what the model has not learned, not by how torn it is. */
  @Test
  void outOfDistribution() throws Exception {
    String text = output(OutOfDistribution::main);
    assertTrue(number(text, "AUC of mutual information: mean") > 0.7, text);
    assertTrue(number(text, "AUC of entropy: mean") < 0.5, text);
  }

  @Test
  void oneModelTwoToolkits() throws Exception {
    String text = output(OneModelTwoToolkits::main);
    assertTrue(number(text, "Tribuo to Weka: largest difference") < 1e-12, text);
    assertTrue(number(text, "Weka to Tribuo: largest difference") < 1e-12, text);
  }

  @Test
  void onnxExport() throws Exception {
    assertTrue(number(output(OnnxExport::main), "largest difference") < 1e-4);
  }

  /** A program of another language reads the draws and finds what the model says. */
  @Test
  void drawsExport(@TempDir Path folder) throws Exception {
    Path python = Path.of("/usr/bin/python3");
    assumeTrue(Files.isExecutable(python), "there is no " + python + " to read the draws with");
    Path draws = folder.resolve("draws.json");
    output(DrawsExport::main, draws.toString(), "400");
    Process process =
        new ProcessBuilder(python.toString(), "src/main/scripts/read_draws.py", draws.toString())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), text);
    assertTrue(text.contains("posterior.coefficients: (1, 400, 6, 10)"), text);
    assertTrue(text.contains("log_likelihood.y: (1, 400, 214)"), text);
    assertTrue(text.contains("(intercept)"), text);
  }
}
