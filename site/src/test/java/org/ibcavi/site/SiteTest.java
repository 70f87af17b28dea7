// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/**
 * The site is whole: links lead somewhere, formulas are well formed, nothing comes from the
 * network.
 */
class SiteTest {
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

  @TempDir static Path site;

  @BeforeAll
  static void make() throws IOException {
    Site.make(Repository.ROOT, site);
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      LINK.matcher(Files.readString(page))
          .results()
          .map(found -> found.group(1))
          .filter(link -> !link.startsWith("https://") && !leadsSomewhere(page, link))
          .forEach(link -> broken.add(site.relativize(page) + ": " + link));
    }
    assertEquals(List.of(), broken);
  }

  private static boolean leadsSomewhere(Path page, String link) {
    String[] parts = link.split("#", -1);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    if (!target.startsWith(site) || !Files.isRegularFile(target)) {
      return false;
    }
    try {
      return parts.length == 1 || Files.readString(target).contains(" id=\"" + parts[1] + "\"");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void everyTextForReadersIsAPage() throws IOException {
    try (Stream<Path> docs = Files.walk(Repository.ROOT.resolve("docs"))) {
      Set<String> texts =
          docs.map(file -> Repository.ROOT.relativize(file).toString())
              .filter(file -> file.endsWith(".md"))
              .collect(Collectors.toSet());
      texts.removeAll(Navigation.pages().stream().map(Navigation.Page::source).toList());
      assertEquals(Set.of(), texts);
    }
  }

  @Test
  void nothingComesFromTheNetwork() throws IOException {
    Pattern fetched =
        Pattern.compile("(?:src=\"|<link[^>]*href=\"|url\\()\\s*(?:https?:)?//|<script");
    for (Path page : pages()) {
      assertFalse(fetched.matcher(Files.readString(page)).find(), page.toString());
    }
  }

  @Test
  void formulasAreWellFormedAndNoneIsLeftInTex() throws Exception {
    String page = Files.readString(site.resolve("docs/mathematics.html"));
    List<String> formulas =
        Pattern.compile("<math.*?</math>")
            .matcher(page)
            .results()
            .map(found -> found.group())
            .toList();
    assertTrue(formulas.size() > 150, "formulas: " + formulas.size());
    for (String formula : formulas) {
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(formula)));
    }
    assertFalse(page.contains("$"));
  }

  /** The pages of texts: the build of Javadoc has checks of its own. */
  private static List<Path> pages() {
    return Navigation.pages().stream().map(page -> site.resolve(page.target())).toList();
  }
}
