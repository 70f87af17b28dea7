// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Core and adapter as a user with a {@code module-info.java} has them: jars on the module path, and
 * a program in {@code src/it} that is compiled and run in a JVM of its own.
 */
class ModulePathIT {
  private static final Path SOURCES = Path.of("src/it").toAbsolutePath();

  @TempDir static Path folder;

  /** What a compiler or a program printed, and whether it ended well. */
  private record Outcome(boolean good, String text) {}

  @BeforeAll
  static void compileTheConsumer() throws IOException {
    Outcome compiled = compile("module-consumer");
    assertTrue(compiled.good(), compiled::text);
  }

  @Test
  void coreTrainsPredictsSavesAndLoads() throws Exception {
    String printed = run(List.of(), "CoreConsumer", "core.ibcavi");
    assertTrue(printed.contains("library: module org.ibcavi.core"), printed);
    assertTrue(printed.contains("right: true"), printed);
    assertTrue(printed.contains("loaded agrees: true"), printed);
  }

  @Test
  void theVectorKernelIsFound() throws Exception {
    List<String> options =
        List.of("--add-modules", "jdk.incubator.vector", "-Dibcavi.kernel=vector");
    String printed = run(options, "CoreConsumer", "vector.ibcavi");
    assertTrue(printed.contains("right: true"), printed);
  }

  @Test
  void tribuoConfiguresTrainsPredictsSavesAndLoads() throws Exception {
    String configuration = SOURCES.resolve("module-consumer/trainer.xml").toString();
    String printed = run(List.of(), "TribuoConsumer", configuration, "tribuo.model");
    assertTrue(printed.contains("adapter: module org.ibcavi.tribuo"), printed);
    assertTrue(printed.contains("link: logit"), printed);
    assertTrue(printed.contains("predicted: corner 2"), printed);
    assertTrue(printed.contains("loaded agrees: true"), printed);
  }

  @Test
  void internalPackagesAreClosed() throws IOException {
    Outcome compiled = compile("module-trespasser");
    assertEquals(false, compiled.good(), compiled::text);
    assertTrue(
        compiled.text().contains("package org.ibcavi.linalg is not visible"), compiled::text);
  }

  /** Compiles a module of {@code src/it} into a folder of its name. */
  private static Outcome compile(String module) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of("--module-path", libraries(), "-d", folder.resolve(module).toString());
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files =
            compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        Stream<Path> sources = Files.walk(SOURCES.resolve(module))) {
      List<Path> java = sources.filter(file -> file.toString().endsWith(".java")).toList();
      boolean good =
          compiler
              .getTask(
                  messages, files, null, options, null, files.getJavaFileObjectsFromPaths(java))
              .call();
      return new Outcome(good, messages.toString());
    }
  }

  private static String run(List<String> options, String program, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("--module-path");
    command.add(folder.resolve("module-consumer") + File.pathSeparator + libraries());
    command.add("--module");
    command.add("org.example.consumer/org.example.consumer." + program);
    command.addAll(List.of(arguments));
    File output = Files.createTempFile(folder, "output", ".txt").toFile();
    int status =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start()
            .waitFor();
    String printed = Files.readString(output.toPath(), StandardCharsets.UTF_8);
    assertEquals(0, status, printed);
    return printed;
  }

  /**
   * The jar of this module and those of its class path, without Tribuo's tests, which would be a
   * second Tribuo.
   */
  private static String libraries() {
    Stream<String> others =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> entry.endsWith(".jar") && !entry.endsWith("-tests.jar"));
    return Stream.concat(Stream.of(System.getProperty("tribuo-ibcavi.jar")), others)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
