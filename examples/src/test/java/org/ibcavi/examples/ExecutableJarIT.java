// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The executable jar runs without a class path and holds nothing that Apache-2.0 forbids. */
class ExecutableJarIT {
  private static final Path JAR = Path.of("target", "ibcavi.jar").toAbsolutePath();

  @TempDir private Path folder;

  private String run(int code, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(args));
    File out = folder.resolve("out.txt").toFile();
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out)
            .start();
    int ended = process.waitFor();
    String said = Files.readString(out.toPath());
    assertEquals(code, ended, said);
    return said;
  }

  @Test
  void theJarDoesEveryCommand() throws Exception {
    StringBuilder text = new StringBuilder("size,colour,species\n");
    for (int i = 0; i < 24; i++) {
      text.append(i * 7 % 24).append(',').append(i % 2 == 0 ? "red" : "blue");
      text.append(',').append((i * 7 % 24 + i) % 24 > 11 ? "large" : "small").append('\n');
    }
    Files.writeString(folder.resolve("data.csv"), text);
    String number = "--number=size";
    assertTrue(run(0, "fit", "data.csv", number).contains("Model: data.ibcavi"));
    assertTrue(run(0, "predict", "data.ibcavi", "data.csv").contains("does not use: species"));
    assertEquals(25, Files.readAllLines(folder.resolve("data-predictions.csv")).size());
    assertTrue(run(0, "report", "data.csv", number, "--folds", "2").contains("What to do next"));
    assertTrue(Files.readString(folder.resolve("data-report.html")).contains("</html>"));
    lookAt(folder.resolve("data-report.html"));
    String mistake = run(1, "evaluate", "data.csv", "--class", "weight");
    assertTrue(mistake.contains("data.csv: no column 'weight'; there are size, colour"), mistake);
    assertFalse(mistake.contains("\tat "), mistake);
  }

  /** Nothing is cut off, no picture is broken, and the page is dark where that is wished. */
  private static void lookAt(Path page) throws IOException, InterruptedException {
    Optional<Browser> browser = Browser.find();
    if (browser.isEmpty()) {
      System.out.println("There is no Chromium here; the report was not looked at in a browser.");
      return;
    }
    for (int width : new int[] {390, 1280}) {
      assertEquals("0; 0; rgb(20, 24, 29)", browser.get().layOut(page, width, true));
      assertEquals("0; 0; rgb(247, 248, 250)", browser.get().layOut(page, width, false));
    }
  }

  @Test
  void theJarIsSmallAndHasNoToolkitInIt() throws IOException {
    assertTrue(Files.size(JAR) < 3_000_000, "bytes: " + Files.size(JAR));
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> foreign =
          jar.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.endsWith(".class"))
              .filter(
                  name ->
                      !name.matches(
                          "(org/ibcavi|org/ejml|pabeles|org/apache/commons/numbers|de/siegmar)/.*"))
              .toList();
      assertEquals(List.of(), foreign);
      for (String licence : List.of("LICENSE", "NOTICE", "licenses/fastcsv/META-INF/LICENSE")) {
        assertTrue(jar.getEntry("META-INF/" + licence) != null, licence);
      }
    }
  }
}
