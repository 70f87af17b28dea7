// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One HTML file that holds everything it shows: no scripts, no network. */
public final class HtmlReport {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1f2933; --soft: #52606d; --line: #e4e7eb; --accent: #1f5fa8;
        --page: #f7f8fa; --card: #fff; --shadow: #0003; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #a5b0bb; --line: #38424d; --accent: #7db8f0;
        --page: #14181d; --card: #1d232a; --shadow: #000; } }
      * { box-sizing: border-box; }
      body { margin: 0; background: var(--page); color: var(--ink);
        font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
      main { max-width: 1180px; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
      h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .4rem; letter-spacing: -.01em; }
      .lead { color: var(--soft); font-size: 1.1rem; margin: 0 0 2rem; max-width: 46rem; }
      section { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
        padding: 1.4rem 1.8rem 1.8rem; margin: 0 0 1.6rem; }
      h2 { font-size: 1.35rem; margin: 0 0 .6rem; color: var(--accent); }
      h3 { font-size: 1rem; margin: 1.4rem 0 .5rem; }
      p { max-width: 50rem; margin: .5rem 0; white-space: pre-line; }
      /* A shadow at an edge says that the table goes on there. */
      .scroll { overflow-x: auto; background: linear-gradient(to right, var(--card) 40%, transparent) left / 3rem 100% local,
          linear-gradient(to left, var(--card) 40%, transparent) right / 3rem 100% local,
          linear-gradient(to right, var(--shadow), transparent) left / 1rem 100% scroll,
          linear-gradient(to left, var(--shadow), transparent) right / 1rem 100% scroll;
        background-repeat: no-repeat; }
      table { border-collapse: collapse; font-size: .86rem; font-variant-numeric: tabular-nums; }
      th, td { padding: .32rem .9rem .32rem 0; text-align: left; vertical-align: top; }
      th, td.n { white-space: nowrap; }
      th { border-bottom: 2px solid var(--ink); font-weight: 600; vertical-align: bottom; }
      td { border-bottom: 1px solid var(--line); }
      th.n, td.n { text-align: right; padding: .32rem 0 .32rem .9rem; }
      .n + :not(.n) { padding-left: .9rem; }
      figure { margin: 1.4rem 0 .4rem; }
      .row { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1rem; }
      .row img { max-width: 100%; height: auto; }
      figcaption { color: var(--soft); font-size: .9rem; max-width: 50rem; margin-top: .4rem; }
      @media (max-width: 600px) { main { padding: 1.2rem .6rem 2rem; } section { padding: 1rem; } h1 { font-size: 1.5rem; }
        table { font-size: .78rem; } th { white-space: normal; } th, td { padding-right: .4rem; }
        td:not(.n) { min-width: 3.4rem; max-width: 6.5rem; overflow-wrap: anywhere; } th.n, td.n { padding-left: .4rem; } }
      footer { color: var(--soft); font-size: .85rem; }
      """;

  private final String title;
  private final String lead;

  /**
   * A report without sections.
   *
   * @param title its heading
   * @param lead a sentence below it
   */
  public HtmlReport(String title, String lead) {
    this.title = title;
    this.lead = lead;
  }

  /**
   * Writes the report, and the folders above it where they are missing.
   *
   * @param path the file
   * @param sections its content
   * @throws IOException if it cannot be written
   */
  public void write(Path path, List<Section> sections) throws IOException {
    writeParts(path, sections.stream().map(Section::toHtml).toList());
  }

  /**
   * Writes a report of sections that are HTML already.
   *
   * @param path the file
   * @param sections section elements
   * @throws IOException if it cannot be written
   */
  public void writeParts(Path path, List<String> sections) throws IOException {
    StringBuilder html = new StringBuilder();
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>" + escaped(title) + "</title>\n<style>\n" + STYLE + "</style>\n")
        .append("</head>\n<body>\n<main>\n<h1>" + escaped(title) + "</h1>\n")
        .append("<p class=\"lead\">" + escaped(lead) + "</p>\n");
    sections.forEach(html::append);
    html.append("<footer>Made by the examples of ibcavi; this file needs no network.</footer>\n")
        .append("</main>\n</body>\n</html>\n");
    Path folder = path.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Files.write(path, html.toString().getBytes(StandardCharsets.UTF_8));
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
