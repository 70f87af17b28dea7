// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.site;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A Markdown text as HTML, formulas included. */
final class Document {
  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());
  private static final Pattern HEADING =
      Pattern.compile("<h([123]) id=\"([^\"]*)\">(.*?)</h\\1>", Pattern.DOTALL);

  /**
   * Code in which a dollar is a dollar; then formulas with lines of their own, then those within
   * lines.
   */
  private static final Pattern CODE_OR_FORMULA =
      Pattern.compile(
          "(?m)^[ ]*```math\\n(?<block>.*?)^[ ]*```$|^[ ]*```.*?^[ ]*```$|`[^`]*`|\\$(?<inline>[^$]+)\\$",
          Pattern.DOTALL | Pattern.MULTILINE);

  /** Markdown changes neither of these, which no text of ours has. */
  private static final char OPEN = '\uE000';

  private static final char CLOSE = '\uE001';
  private static final Pattern MARK =
      Pattern.compile("(<p>)?" + OPEN + "(\\d+)" + CLOSE + "(</p>)?");

  private final String html;

  private Document(String html) {
    this.html = html;
  }

  /**
   * Translates a text.
   *
   * @param markdown the text
   * @param address what an address in it becomes
   * @return its HTML
   */
  static Document of(String markdown, UnaryOperator<String> address) {
    List<String> formulas = new ArrayList<>();
    Node root = Parser.builder().extensions(EXTENSIONS).build().parse(marked(markdown, formulas));
    String html =
        HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(
                context ->
                    (node, tag, attributes) -> {
                      attributes.computeIfPresent("href", (name, value) -> address.apply(value));
                      attributes.computeIfPresent("src", (name, value) -> address.apply(value));
                    })
            .build()
            .render(root)
            .replace("<table>", "<div class=\"scroll\"><table>")
            .replace("</table>", "</table></div>");
    return new Document(
        MARK.matcher(html)
            .replaceAll(
                found -> {
                  String formula = formulas.get(Integer.parseInt(found.group(2)));
                  boolean alone = formula.startsWith("<div");
                  String open = found.group(1) == null || alone ? "" : found.group(1);
                  String close = found.group(3) == null || alone ? "" : found.group(3);
                  return Matcher.quoteReplacement(open + formula + close);
                }));
  }

  String html() {
    return html;
  }

  /** The text of the first heading, without elements. */
  String title() {
    Matcher heading = HEADING.matcher(html);
    if (!heading.find()) {
      throw new IllegalArgumentException("a document must have a heading");
    }
    return plain(heading.group(3));
  }

  /** Links to the headings of the second level. */
  List<String> contents() {
    return HEADING
        .matcher(html)
        .results()
        .filter(heading -> heading.group(1).equals("2"))
        .map(heading -> "<a href=\"#" + heading.group(2) + "\">" + plain(heading.group(3)) + "</a>")
        .toList();
  }

  private static String plain(String html) {
    return html.replaceAll("<[^>]*>", "");
  }

  /**
   * The text with a mark in the place of each formula, since Markdown has its own ideas of
   * underscores.
   */
  private static String marked(String markdown, List<String> formulas) {
    return CODE_OR_FORMULA
        .matcher(markdown)
        .replaceAll(
            found -> {
              Matcher groups = (Matcher) found;
              if (groups.group("block") != null) {
                String math = Formula.toMathml(groups.group("block"), true);
                return mark(formulas, "<div class=\"scroll\">" + math + "</div>");
              }
              if (groups.group("inline") != null) {
                return mark(formulas, Formula.toMathml(groups.group("inline"), false));
              }
              return Matcher.quoteReplacement(found.group());
            });
  }

  private static String mark(List<String> formulas, String html) {
    formulas.add(html);
    return "" + OPEN + (formulas.size() - 1) + CLOSE;
  }
}
