// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A part of a report: text, tables and pictures in the order in which they were added. */
public final class Section {
  private final String title;
  private final List<TextTable> tables = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder html = new StringBuilder();
  private int figures;

  /**
   * An empty section.
   *
   * @param title its heading
   */
  public Section(String title) {
    this.title = title;
  }

  /**
   * Adds a paragraph.
   *
   * @param paragraph plain text
   * @return this
   */
  public Section paragraph(String paragraph) {
    text.append(paragraph).append(System.lineSeparator()).append(System.lineSeparator());
    html.append("<p>").append(HtmlReport.escaped(paragraph)).append("</p>\n");
    return this;
  }

  /**
   * Adds a table.
   *
   * @param caption what it shows
   * @param table the table
   * @return this
   */
  public Section table(String caption, TextTable table) {
    tables.add(table);
    text.append(caption)
        .append(System.lineSeparator())
        .append(System.lineSeparator())
        .append(table)
        .append(System.lineSeparator());
    html.append("<h3>")
        .append(HtmlReport.escaped(caption))
        .append("</h3>\n")
        .append(table.toHtml());
    return this;
  }

  /**
   * Adds pictures side by side.
   *
   * @param caption what they show
   * @param pictures SVG documents
   * @return this
   */
  public Section figure(String caption, String... pictures) {
    html.append("<figure><div class=\"row\">");
    for (String svg : pictures) {
      byte[] bytes = svg.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      html.append("<img alt=\"")
          .append(HtmlReport.escaped(caption))
          .append("\" src=\"data:image/svg+xml;base64,")
          .append(Base64.getEncoder().encodeToString(bytes))
          .append("\">");
      figures++;
    }
    html.append("</div><figcaption>")
        .append(HtmlReport.escaped(caption))
        .append("</figcaption></figure>\n");
    return this;
  }

  /**
   * The section's heading.
   *
   * @return the title
   */
  public String title() {
    return title;
  }

  /**
   * The tables.
   *
   * @return in the order in which they were added
   */
  public List<TextTable> tables() {
    return List.copyOf(tables);
  }

  /**
   * The number of pictures.
   *
   * @return at least 0
   */
  public int figures() {
    return figures;
  }

  /**
   * The section in HTML.
   *
   * @return a section element
   */
  public String toHtml() {
    return "<section>\n<h2>" + HtmlReport.escaped(title) + "</h2>\n" + html + "</section>\n";
  }

  /** Text and tables, without the pictures. */
  @Override
  public String toString() {
    String line = System.lineSeparator();
    return title + line + "=".repeat(title.length()) + line + line + text;
  }
}
