// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Follows docs/extending.md for a third link: one new file, and three words in {@code Link}. The
 * library is compiled with it, and its fits are compared with those of the logit link, which they
 * must equal up to the scale.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThirdLinkTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path NEW_FILES = Path.of("src/test/resources/extending");

  private URLClassLoader extended;

  @BeforeAll
  void compileTheLibraryWithTheLink(@TempDir Path folder) throws IOException {
    Path sources = folder.resolve("sources");
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Path copy = sources.resolve(SOURCES.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    Files.delete(sources.resolve("module-info.java")); // The class path has all that is needed.
    Path links = sources.resolve("org/ibcavi/link");
    Files.copy(NEW_FILES.resolve("ScaledLogit.java"), links.resolve("ScaledLogit.java"));
    edit(links.resolve("Link.java"));
    Files.copy(
        NEW_FILES.resolve("ThirdLinkFit.java"), sources.resolve("org/ibcavi/ThirdLinkFit.java"));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    compile(sources, classes);
    extended =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, ClassLoader.getPlatformClassLoader()) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            return name.startsWith("org.ibcavi.")
                ? super.findClass(name)
                : ThirdLinkTest.class.getClassLoader().loadClass(name);
          }
        };
  }

  /** The edits of step 2. */
  private static void edit(Path link) throws IOException {
    String text = Files.readString(link);
    text = replaceOnce(text, "permits Probit, Logit", "permits Probit, Logit, ScaledLogit");
    text =
        replaceOnce(
            text,
            "  Link LOGIT = new Logit();\n",
            "  Link LOGIT = new Logit();\n  Link SCALED_LOGIT = new ScaledLogit();\n");
    text = replaceOnce(text, "List.of(PROBIT, LOGIT)", "List.of(PROBIT, LOGIT, SCALED_LOGIT)");
    Files.writeString(link, text);
  }

  private static String replaceOnce(String text, String from, String to) {
    assertEquals(2, text.split(Pattern.quote(from), -1).length, from);
    return text.replace(from, to);
  }

  private static void compile(Path sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (Stream<Path> files = Files.walk(sources);
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<Path> all = files.filter(path -> path.toString().endsWith(".java")).toList();
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  List.of(
                      "-proc:none",
                      "-nowarn",
                      "-encoding",
                      "UTF-8",
                      "-d",
                      classes.toString(),
                      "-cp",
                      classPath()),
                  null,
                  manager.getJavaFileObjectsFromPaths(all))
              .call();
      assertTrue(compiled, messages::toString);
    }
  }

  /** Where tests run on the module path, dependencies are there. */
  private static String classPath() {
    return System.getProperty("java.class.path")
        + File.pathSeparator
        + System.getProperty("jdk.module.path", "");
  }

  @AfterAll
  void close() throws IOException {
    extended.close();
  }

  private double difference(String... options) throws ReflectiveOperationException {
    return (double)
        extended
            .loadClass("org.ibcavi.ThirdLinkFit")
            .getMethod("difference", String[].class)
            .invoke(null, (Object) options);
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "diagonal"})
  void theBinaryStageFitsWithIt(String covariance) throws ReflectiveOperationException {
    assertEquals(0, difference("method", "binary", "covariance", covariance), 1e-6);
  }

  @Test
  void plainCaviFitsWithIt() throws ReflectiveOperationException {
    assertEquals(0, difference("method", "binary", "solver", "cavi"), 1e-6);
  }

  /** At modes: a variational posterior ends sooner than to this precision. */
  @Test
  void theCategoricalStageFitsWithIt() throws ReflectiveOperationException {
    assertEquals(0, difference("method", "categorical", "posterior", "laplace"), 1e-6);
  }
}
