// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Commands in the documents name profiles, modules, programs and files that are there. */
class CommandsTest {
  private static final Pattern COMMAND = Pattern.compile("mvn (?:[^`\\n\\\\]|\\\\\\n)+");
  private static final Pattern VERSION =
      Pattern.compile("<version>([^<]+)</version>|-ibcavi-([0-9][^ \"]*?)-package\\.zip");
  private static final String OWN_ARTIFACT =
      "<groupId>org\\.ibcavi</groupId>\\s*<artifactId>([^<]+)<";
  private static final List<String> SOURCES =
      List.of("src/main/java", "src/test/java", "src/main/scripts");

  /** All commands of Maven, in blocks and within lines. */
  static Stream<String> commands() {
    return Navigation.pages().stream()
        .flatMap(
            page ->
                COMMAND
                    .matcher(Repository.read(page.source()))
                    .results()
                    .map(found -> page.source() + ": " + found.group().replace("\\\n", " ")))
        .distinct();
  }

  @TestFactory
  Stream<DynamicTest> commandNamesWhatIsThere() {
    return commands().map(command -> DynamicTest.dynamicTest(command, () -> check(command)));
  }

  @Test
  void documentsHaveCommands() {
    assertTrue(commands().count() > 20);
  }

  private static void check(String command) {
    String poms = poms(modules(command));
    for (String profile : all(" -P([\\w.-]+)", command)) {
      assertTrue(poms.contains("<id>" + profile + "</id>"), "profile " + profile);
    }
    for (String example : all("-Dexample=([\\w.]+)", command)) {
      assertProgram("examples", "org.ibcavi.examples." + example);
    }
    for (String program : all("-Dcomparison\\.main=([\\w.]+)", command)) {
      assertProgram("weka-ibcavi", program);
    }
    for (String program : all("-Dbench\\.main=([\\w.]+)(?= |$)", command)) {
      if (!program.endsWith(".")) {
        assertProgram("benchmarks", program);
      }
    }
  }

  private static List<String> modules(String command) {
    List<String> modules =
        all("-pl ([\\w,-]+)", command).stream()
            .flatMap(list -> Stream.of(list.split(",", -1)))
            .toList();
    for (String module : modules) {
      assertTrue(Files.isRegularFile(Repository.ROOT.resolve(module).resolve("pom.xml")), module);
    }
    return modules;
  }

  /** The text of the root's pom and those of the named modules; of all if none is named. */
  private static String poms(List<String> modules) {
    List<String> named =
        modules.isEmpty() ? all("<module>([\\w-]+)</module>", Repository.read("pom.xml")) : modules;
    return Repository.read("pom.xml")
        + named.stream()
            .map(module -> Repository.read(module + "/pom.xml"))
            .collect(Collectors.joining());
  }

  private static void assertProgram(String module, String name) {
    String file = name.replace('.', '/') + ".java";
    assertTrue(
        SOURCES.stream()
            .anyMatch(
                source ->
                    Files.exists(Repository.ROOT.resolve(module).resolve(source).resolve(file))),
        name);
  }

  @Test
  void filesInBlocksOfShellAreThere() {
    Stream.of("sh", "")
        .flatMap(language -> Repository.blocks(language).stream())
        .forEach(
            block -> {
              for (String file :
                  all(
                      "(?<=[\\s\"/])((?:docs|examples|[\\w]+-ibcavi|shared-core)/[\\w./-]+)",
                      block.code())) {
                Path path = Repository.ROOT.resolve(file);
                assertTrue(
                    (file + "/").contains("/target/") || Files.exists(path),
                    block + " names " + file);
              }
            });
  }

  @Test
  void versionsAreTheProjects() {
    String version =
        all(
                "<artifactId>ibcavi-parent</artifactId>\\s*<version>([^<]+)<",
                Repository.read("pom.xml"))
            .get(0);
    for (String language : List.of("xml", "sh")) {
      for (Repository.Block block : Repository.blocks(language)) {
        for (String said : all(VERSION.pattern(), block.code())) {
          assertEquals(version, said, block.toString());
        }
      }
    }
  }

  @Test
  void artifactsInBlocksAreOfTheProject() {
    String poms = poms(List.of());
    List<String> named =
        Repository.blocks("xml").stream()
            .flatMap(block -> all(OWN_ARTIFACT, block.code()).stream())
            .toList();
    assertTrue(named.size() >= 3, named::toString);
    for (String artifact : named) {
      assertTrue(
          poms.contains("</parent>\n\n  <artifactId>" + artifact + "</artifactId>"), artifact);
    }
  }

  /** Packages that a module keeps to itself may change between releases, others may not. */
  @Test
  void exportedPackagesAreComparedWithTheLastRelease() {
    Set<String> compared =
        Set.copyOf(all("<include>([\\w.]+)</include>", profile("compatibility")));
    Set<String> exported = new TreeSet<>();
    for (String module : List.of("shared-core", "tribuo-ibcavi")) {
      String source = Repository.read(module + "/src/main/java/module-info.java");
      exported.addAll(all("exports ([\\w.]+);", source));
    }
    Set<String> others = new TreeSet<>(compared);
    others.removeAll(exported);
    assertTrue(compared.containsAll(exported), exported::toString);
    assertTrue(
        others.stream().allMatch(name -> name.matches("weka\\..*|org\\.ibcavi\\.(weka|spark)")),
        others::toString);
  }

  private static String profile(String id) {
    return all("(?s)<profile>\\s*<id>" + id + "</id>(.*?)</profile>", Repository.read("pom.xml"))
        .get(0);
  }

  /** What the groups of a pattern hold, wherever it is found. */
  private static List<String> all(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return matcher.results().map(CommandsTest::group).toList();
  }

  private static String group(MatchResult found) {
    return found.group(1) != null ? found.group(1) : found.group(2);
  }
}
