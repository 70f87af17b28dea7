// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of text that prints aligned and turns into HTML. */
public final class TextTable {
  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * An empty table.
   *
   * @param header the names of the columns
   */
  public TextTable(String... header) {
    this.header = List.of(header);
  }

  /**
   * Adds a row.
   *
   * @param cells one for each column
   * @return this
   */
  public TextTable row(Object... cells) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException(
          "row of " + cells.length + " cells; the table has " + header.size() + " columns");
    }
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(String.valueOf(cell));
    }
    rows.add(List.copyOf(row));
    return this;
  }

  /**
   * A number as text.
   *
   * @param digits after the point
   * @param value the number
   * @return fixed-point text, the same everywhere
   */
  public static String fixed(int digits, double value) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /**
   * A number as text with three significant digits.
   *
   * @param value the number
   * @return such as 0.0123 or 1.2e+03
   */
  public static String brief(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }

  /**
   * The names of the columns.
   *
   * @return in order
   */
  public List<String> header() {
    return header;
  }

  /**
   * The number of rows.
   *
   * @return at least 0
   */
  public int size() {
    return rows.size();
  }

  /**
   * A cell.
   *
   * @param row from 0
   * @param column its name
   * @return its text
   */
  public String cell(int row, String column) {
    int index = header.indexOf(column);
    if (index < 0) {
      throw new IllegalArgumentException("column '" + column + "'; there are " + header);
    }
    return rows.get(row).get(index);
  }

  /**
   * A cell that holds a number.
   *
   * @param row from 0
   * @param column its name
   * @return its value
   */
  public double number(int row, String column) {
    return Double.parseDouble(cell(row, column));
  }

  private static boolean isNumber(String text) {
    return text.matches("[-+]?[0-9.]+(e[-+]?[0-9]+)?( ?(s|ms|%|×))?|NaN|-?Infinity|–|");
  }

  private boolean rightAligned(int column) {
    return rows.stream().allMatch(row -> isNumber(row.get(column)));
  }

  /** The table as lines of text, numbers to the right. */
  @Override
  public String toString() {
    int[] widths = new int[header.size()];
    boolean[] right = new boolean[widths.length];
    for (int c = 0; c < widths.length; c++) {
      int column = c;
      widths[c] =
          Math.max(
              header.get(c).length(),
              rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
      right[c] = rightAligned(c);
    }
    StringBuilder text = new StringBuilder();
    appendLine(text, header, widths, right);
    int total = 2 * (widths.length - 1);
    for (int width : widths) {
      total += width;
    }
    text.append("-".repeat(total)).append(System.lineSeparator());
    rows.forEach(row -> appendLine(text, row, widths, right));
    return text.toString();
  }

  private static void appendLine(
      StringBuilder text, List<String> cells, int[] widths, boolean[] right) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      String padding = " ".repeat(widths[c] - cells.get(c).length());
      line.append(c == 0 ? "" : "  ")
          .append(right[c] ? padding + cells.get(c) : cells.get(c) + padding);
    }
    text.append(line.toString().stripTrailing()).append(System.lineSeparator());
  }

  /**
   * The table in HTML.
   *
   * @return a table element
   */
  public String toHtml() {
    StringBuilder html = new StringBuilder("<div class=\"scroll\"><table>\n<thead><tr>");
    for (int c = 0; c < header.size(); c++) {
      html.append(rightAligned(c) ? "<th class=\"n\">" : "<th>")
          .append(HtmlReport.escaped(header.get(c)))
          .append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : rows) {
      html.append("<tr>");
      for (int c = 0; c < row.size(); c++) {
        html.append(rightAligned(c) ? "<td class=\"n\">" : "<td>")
            .append(HtmlReport.escaped(row.get(c)))
            .append("</td>");
      }
      html.append("</tr>\n");
    }
    return html.append("</tbody></table></div>\n").toString();
  }
}
