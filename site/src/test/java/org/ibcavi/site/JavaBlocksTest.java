// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.site;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.ibcavi.site.Repository.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every block of Java in the documents compiles with the imports that it shows, and runs. A block
 * without imports goes on from the block before it in its document.
 */
class JavaBlocksTest {
  @TempDir Path folder;

  /** Blocks, each with those of its document that it goes on from. */
  static Stream<List<Block>> programs() {
    Map<String, List<Block>> programs = new LinkedHashMap<>();
    String first = null;
    for (Block block : Repository.blocks("java")) {
      if (isBlockOfUsers(block)) {
        boolean begins = block.code().startsWith("import ");
        first = begins ? block.toString() : first;
        if (first == null || !first.startsWith(block.source() + ":")) {
          fail(block + " neither shows its imports nor goes on from a block that does");
        }
        programs.computeIfAbsent(first, name -> new ArrayList<>()).add(block);
      }
    }
    return programs.values().stream();
  }

  /** CONTRIBUTING.md speaks of this repository's own code. */
  private static boolean isBlockOfUsers(Block block) {
    return !block.source().equals("CONTRIBUTING.md");
  }

  @Test
  void documentsHaveBlocks() {
    assertTrue(programs().count() >= 8);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void blockCompilesAndRuns(List<Block> program) throws Exception {
    String code = program.stream().map(Block::code).collect(Collectors.joining());
    Map<Boolean, List<String>> lines =
        code.lines().collect(Collectors.partitioningBy(line -> line.startsWith("import ")));
    String source =
        String.join("\n", lines.get(true))
            + "\npublic class Program extends org.ibcavi.site.Given."
            + given(code)
            + " { @Override public void run() throws Exception {\n"
            + String.join("\n", lines.get(false))
            + "\n} }\n";
    compile(program, source);
    run(program);
  }

  /** Which names stand for something already: those of the toolkit whose classes are imported. */
  private static String given(String code) {
    return code.contains("import org.ibcavi.tribuo.")
        ? "Tribuo"
        : code.contains("import org.ibcavi.spark.") ? "Spark" : "Core";
  }

  private void compile(List<Block> program, String source) throws IOException {
    Path file = Files.writeString(folder.resolve("Program.java"), source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                complaints,
                null,
                null,
                List.of("-proc:none", "-classpath", System.getProperty("java.class.path")),
                null,
                compiler.getStandardFileManager(null, null, null).getJavaFileObjects(file))
            .call();
    assertTrue(compiled, () -> program + "\n" + complaints + "\n" + source);
  }

  private void run(List<Block> program) throws Exception {
    PrintStream out = System.out;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      System.setOut(new PrintStream(folder.resolve("out").toFile(), StandardCharsets.UTF_8));
      Class<?> block = loader.loadClass("Program");
      block.getMethod("run").invoke(block.getDeclaredConstructor().newInstance());
    } catch (InvocationTargetException e) {
      throw new AssertionError(program + " fails", e.getCause());
    } finally {
      System.setOut(out);
    }
  }
}
