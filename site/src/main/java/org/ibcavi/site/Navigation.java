// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.site;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which texts of the repository are pages, and where readers find them. */
final class Navigation {
  /**
   * A page.
   *
   * @param label what it is called in a menu
   * @param source the Markdown file, from the repository's root
   */
  record Page(String label, String source) {
    /** Where the page stands in the site; a folder's README is what one sees of the folder. */
    String target() {
      return source.endsWith("README.md")
          ? source.replace("README.md", "index.html")
          : source.replaceFirst("\\.md$", ".html");
    }
  }

  /**
   * Pages for one kind of reader; the first stands for all of them.
   *
   * @param label what they are called
   * @param pages at least one
   */
  record Group(String label, List<Page> pages) {}

  private static final String LABORATORY = "docs/laboratory/";

  static final List<Group> GROUPS =
      List.of(
          new Group(
              "Start",
              List.of(
                  new Page("What it is", "README.md"),
                  new Page("Your own data", "docs/own-data.md"),
                  new Page("Examples", "examples/README.md"),
                  new Page("Options", "docs/options.md"),
                  new Page("Bases", "docs/bases.md"),
                  new Page("Learned priors", "docs/priors.md"),
                  new Page("Draws and diagnoses", "docs/draws.md"),
                  new Page("Offsets and weights", "docs/offsets.md"),
                  new Page("Changes", "CHANGES.md"),
                  new Page("Security", "SECURITY.md"))),
          new Group("Weka", List.of(new Page("Weka", "weka-ibcavi/README.md"))),
          new Group("Tribuo", List.of(new Page("Tribuo", "tribuo-ibcavi/README.md"))),
          new Group(
              "Spark",
              List.of(
                  new Page("Spark", "spark-ibcavi/README.md"),
                  new Page("Which strategy when", "docs/spark.md"))),
          new Group(
              "Core",
              List.of(
                  new Page("In a program", "shared-core/README.md"),
                  new Page("Model files", "docs/model-format.md"))),
          new Group(
              "How good",
              List.of(
                  new Page("Overview", LABORATORY + "README.md"),
                  new Page("Categorical stage", LABORATORY + "categorical-stage.md"),
                  new Page("Beside Weka's", LABORATORY + "weka-comparison.md"),
                  new Page("Beside Tribuo's", LABORATORY + "tribuo-comparison.md"),
                  new Page("Spark", LABORATORY + "spark.md"),
                  new Page("Texts", LABORATORY + "texts.md"),
                  new Page("Bases", LABORATORY + "bases.md"),
                  new Page("Priors", LABORATORY + "priors.md"),
                  new Page("Uncertainty", LABORATORY + "posterior.md"),
                  new Page("The paper's experiments", LABORATORY + "experiments.md"),
                  new Page("Speed", LABORATORY + "performance.md"),
                  new Page("Attacks and accidents", LABORATORY + "hardening.md"),
                  new Page("Benchmarks", "benchmarks/README.md"))),
          new Group(
              "How it works",
              List.of(
                  new Page("Mathematics", "docs/mathematics.md"),
                  new Page("Architecture", "docs/architecture.md"))),
          new Group(
              "Extend",
              List.of(
                  new Page("How to extend", "docs/extending.md"),
                  new Page("Contributing", "CONTRIBUTING.md"),
                  new Page("The site", "site/README.md"),
                  new Page("Releasing", "docs/releasing.md"))));

  /** Modules with Javadoc, and the group in which it stands. */
  static final Map<String, String> JAVADOC =
      Map.of(
          "Weka", "weka-ibcavi",
          "Tribuo", "tribuo-ibcavi",
          "Spark", "spark-ibcavi",
          "Core", "shared-core");

  private Navigation() {}

  static List<Page> pages() {
    return GROUPS.stream().flatMap(group -> group.pages().stream()).toList();
  }

  static Optional<Page> page(String source) {
    return pages().stream().filter(page -> page.source().equals(source)).findFirst();
  }
}
