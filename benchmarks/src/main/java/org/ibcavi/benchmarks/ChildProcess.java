// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Programs run beside this one: another JVM with this class path, or a Python script kept here. */
final class ChildProcess {
  private static final String BLAS_THREADS = "OPENBLAS_NUM_THREADS";
  private static final String CORE_TYPE = "OPENBLAS_CORETYPE";

  private ChildProcess() {}

  /**
   * What keeps OpenBLAS to the thread that calls it, and lets it use the instructions there are;
   * with it in the environment a JVM takes the native kernel by itself.
   */
  static Map<String, String> nativeKernel() throws IOException {
    return Map.of(BLAS_THREADS, "1", CORE_TYPE, coreType());
  }

  /** The output of a main class of this module in a JVM of its own; empty if it failed. */
  static Optional<List<String>> java(
      List<String> options, Class<?> main, List<String> arguments, Map<String, String> environment)
      throws InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-classpath", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return run(command, environment);
  }

  /**
   * The output of a Python script among the resources; empty if it or a module it needs is missing.
   */
  static Optional<List<String>> python(String script, String... arguments)
      throws IOException, InterruptedException {
    Path copy = Files.createTempFile("ibcavi", ".py");
    try (InputStream in = ChildProcess.class.getResourceAsStream(script)) {
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      List<String> command = new ArrayList<>(List.of(interpreter(), copy.toString()));
      command.addAll(List.of(arguments));
      return run(command, Map.of(CORE_TYPE, coreType()));
    } finally {
      Files.delete(copy);
    }
  }

  /**
   * OpenBLAS takes processors later than itself for ones without AVX, which halves its rate or
   * worse; the ceiling that we measure against is what it does when told. Empty: let it find out.
   */
  private static String coreType() throws IOException {
    Path processor = Path.of("/proc/cpuinfo");
    boolean wide = Files.isReadable(processor) && Files.readString(processor).contains("avx512f");
    return wide ? "SkylakeX" : "";
  }

  /** Debian's own, which sees Debian's packages, before any other. */
  private static String interpreter() {
    return Files.isExecutable(Path.of("/usr/bin/python3")) ? "/usr/bin/python3" : "python3";
  }

  private static Optional<List<String>> run(List<String> command, Map<String, String> environment)
      throws InterruptedException {
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().remove(BLAS_THREADS);
      builder.environment().putAll(environment);
      Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
      List<String> lines = new ArrayList<>();
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        reader.lines().forEach(lines::add);
      }
      return process.waitFor() == 0 ? Optional.of(lines) : Optional.empty();
    } catch (IOException e) {
      System.err.println(command.get(0) + ": " + e.getMessage());
      return Optional.empty();
    }
  }
}
