// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibcavi.site.Navigation.Group;
import org.ibcavi.site.Navigation.Page;

/**
 * The repository's Markdown texts and Javadoc as a folder of plain HTML: no script, nothing from
 * the network. Pages stand where their texts stand, so that relative addresses keep their meaning.
 */
public final class Site {
  private static final String REPOSITORY = "https://github.com/ibcavi/ibcavi/tree/main/";

  private final Path root;
  private final Path out;

  private Site(Path root, Path out) {
    this.root = root.toAbsolutePath().normalize();
    this.out = out.toAbsolutePath().normalize();
  }

  /**
   * Makes the site.
   *
   * @param args the repository's root, and the folder to write to
   * @throws IOException if a text cannot be read or a page not written
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException(
          "two folders are needed: the repository's root, and where to write");
    }
    Path out = Path.of(args[1]);
    make(Path.of(args[0]), out);
    System.out.println("Open " + out.resolve("index.html").toAbsolutePath().normalize().toUri());
  }

  /**
   * Makes the site. Javadoc is part of it where it has been made.
   *
   * @param root the repository's root
   * @param out the folder to write to
   * @throws IOException if a text cannot be read or a page not written
   */
  static void make(Path root, Path out) throws IOException {
    Site site = new Site(root, out);
    site.write("style.css", resource("style.css"));
    for (String module : Navigation.JAVADOC.values()) {
      Path javadoc = site.javadoc(module);
      if (Files.isDirectory(javadoc)) {
        copy(javadoc, site.out.resolve(javadocTarget(module)));
      }
    }
    for (Group group : Navigation.GROUPS) {
      for (Page page : group.pages()) {
        site.write(page.target(), site.html(group, page));
      }
    }
  }

  private String html(Group group, Page page) throws IOException {
    Document document =
        Document.of(Files.readString(root.resolve(page.source())), link -> address(page, link));
    String contents = String.join("\n", document.contents());
    return resource("page.html")
        .replace("{title}", document.title())
        .replace("{style}", up(page) + "style.css")
        .replace("{groups}", groups(group, page))
        .replace("{pages}", siblings(group, page))
        .replace(
            "{contents}",
            contents.isEmpty()
                ? ""
                : "<details><summary>On this page</summary>\n" + contents + "\n</details>")
        .replace("{body}", document.html());
  }

  private String groups(Group current, Page page) {
    return Navigation.GROUPS.stream()
        .map(
            group ->
                menuLink(page, group.pages().get(0).target(), group.label(), group.equals(current)))
        .collect(Collectors.joining("\n"));
  }

  private String siblings(Group group, Page current) {
    Stream<String> pages =
        group.pages().size() == 1
            ? Stream.of()
            : group.pages().stream()
                .map(page -> menuLink(current, page.target(), page.label(), page.equals(current)));
    Stream<String> javadoc =
        Optional.ofNullable(Navigation.JAVADOC.get(group.label()))
            .filter(module -> Files.isDirectory(javadoc(module)))
            .map(
                module ->
                    menuLink(current, javadocTarget(module) + "/index.html", "Javadoc", false))
            .stream();
    return Stream.concat(pages, javadoc).collect(Collectors.joining("\n"));
  }

  private static String menuLink(Page from, String target, String label, boolean current) {
    return "<a href=\""
        + up(from)
        + target
        + "\""
        + (current ? " aria-current=\"page\"" : "")
        + ">"
        + label
        + "</a>";
  }

  /** The way from a page to the site's root. */
  private static String up(Page page) {
    return "../".repeat((int) page.target().chars().filter(c -> c == '/').count());
  }

  /**
   * What an address in a text becomes: a page, a copy of a file, or the source at its home on the
   * network.
   */
  private String address(Page page, String link) {
    if (link.startsWith("https://") || link.startsWith("#")) {
      return link;
    }
    int hash = link.indexOf('#');
    String anchor = hash < 0 ? "" : link.substring(hash);
    String path = hash < 0 ? link : link.substring(0, hash);
    Path target = root.resolve(page.source()).resolveSibling(path).normalize();
    if (!target.startsWith(root) || !Files.exists(target)) {
      throw new IllegalArgumentException(page.source() + ": there is no " + link);
    }
    String source = root.relativize(target).toString();
    if (Files.isDirectory(target)) {
      return Navigation.page(source + "/README.md")
          .map(found -> up(page) + found.target())
          .orElse(REPOSITORY + source);
    }
    return Navigation.page(source)
        .map(found -> up(page) + found.target() + anchor)
        .orElseGet(() -> copied(page, source));
  }

  private String copied(Page page, String source) {
    try {
      Path target = out.resolve(source);
      Files.createDirectories(target.getParent());
      Files.copy(root.resolve(source), target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return up(page) + source;
  }

  private Path javadoc(String module) {
    return root.resolve(module).resolve("target/reports/apidocs");
  }

  private static String javadocTarget(String module) {
    return "javadoc/" + module;
  }

  private void write(String target, String text) throws IOException {
    Path file = out.resolve(target);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Site.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
