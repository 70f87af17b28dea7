// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads Weka's attribute-relation file format, with dense or sparse rows. */
final class ArffTable {
  private final String name;
  private final String[] lines;
  private final List<String> columns = new ArrayList<>();
  private final List<List<String>> declared = new ArrayList<>();
  private int line;

  private ArffTable(String name, String text) {
    this.name = name;
    this.lines = text.split("\\R", -1);
  }

  static RawTable read(String name, String text) throws TableException {
    return new ArffTable(name, text).read();
  }

  private record Token(String text, boolean quoted) {
    boolean is(String mark) {
      return !quoted && text.equals(mark);
    }
  }

  private RawTable read() throws TableException {
    readHeader();
    RawTable table = new RawTable(name, columns, declared);
    for (; line < lines.length; line++) {
      List<Token> tokens = tokens(lines[line]);
      if (!tokens.isEmpty()) {
        boolean sparse = tokens.get(0).is("{");
        table.add(line + 1, sparse ? sparseRow(tokens) : denseRow(tokens));
        check(table, table.size() - 1);
      }
    }
    return table;
  }

  private void readHeader() throws TableException {
    for (; line < lines.length; line++) {
      List<Token> tokens = tokens(lines[line]);
      String word = tokens.isEmpty() ? "" : tokens.get(0).text().toLowerCase(Locale.ROOT);
      switch (word) {
        case "", "@relation" -> {}
        case "@attribute" -> addAttribute(tokens);
        case "@data" -> {
          if (columns.isEmpty()) {
            throw error("@data without columns; must come after at least one @attribute");
          }
          line++;
          return;
        }
        default -> throw error("'" + tokens.get(0).text() + "'; must be @attribute or @data");
      }
    }
    throw new TableException(name + ": has no @data; must have rows after such a line");
  }

  private void addAttribute(List<Token> tokens) throws TableException {
    if (tokens.size() < 3) {
      throw error("attribute without name or type; must be @attribute name type");
    }
    columns.add(tokens.get(1).text());
    Token type = tokens.get(2);
    if (type.is("{")) {
      if (!tokens.get(tokens.size() - 1).is("}")) {
        throw error("values without end; must be within { and }");
      }
      List<String> values = tokens.subList(3, tokens.size() - 1).stream().map(Token::text).toList();
      Set<String> once = new HashSet<>();
      for (String value : values) {
        if (!once.add(value)) {
          String column = columns.get(columns.size() - 1);
          throw error("value '" + value + "' of '" + column + "'; must be declared once");
        }
      }
      declared.add(values);
      return;
    }
    switch (type.text().toLowerCase(Locale.ROOT)) {
      case "numeric", "real", "integer" -> declared.add(List.of());
      case "string", "date" -> declared.add(null);
      default ->
          throw error(
              "type '" + type.text() + "'; must be numeric, a list of values, string or date");
    }
  }

  private String[] denseRow(List<Token> tokens) throws TableException {
    if (tokens.size() != columns.size()) {
      throw error(tokens.size() + " values; must be " + columns.size() + ", as declared");
    }
    return tokens.stream().map(ArffTable::cell).toArray(String[]::new);
  }

  /** Values that a sparse row leaves out are 0, or the first value that was declared. */
  private String[] sparseRow(List<Token> tokens) throws TableException {
    String[] cells = new String[columns.size()];
    for (int c = 0; c < cells.length; c++) {
      List<String> values = declared.get(c);
      cells[c] = values == null || values.isEmpty() ? "0" : values.get(0);
    }
    int end = tokens.size() - 1;
    if (!tokens.get(end).is("}") || end % 2 == 0) {
      throw error("sparse row; must be pairs of a column's number and a value within { and }");
    }
    for (int t = 1; t < end; t += 2) {
      cells[place(tokens.get(t).text())] = cell(tokens.get(t + 1));
    }
    return cells;
  }

  private int place(String number) throws TableException {
    int place = number.matches("\\d{1,9}") ? Integer.parseInt(number) : -1;
    if (place < 0 || place >= columns.size()) {
      throw error("column '" + number + "'; must be between 0 and " + (columns.size() - 1));
    }
    return place;
  }

  private static String cell(Token token) {
    return token.is("?") ? null : token.text();
  }

  private void check(RawTable table, int row) throws TableException {
    for (int c = 0; c < columns.size(); c++) {
      String cell = table.cell(row, c);
      List<String> values = declared.get(c);
      if (cell == null || values == null) {
        continue;
      }
      if (values.isEmpty() && !Numbers.is(cell)) {
        throw table.error(row, c, "'" + cell + "'; must be a finite number, as declared");
      }
      if (!values.isEmpty() && !values.contains(cell)) {
        throw table.error(row, c, "'" + cell + "'; must be one of the values declared");
      }
    }
  }

  private TableException error(String what) {
    return new TableException(name + ", line " + (line + 1) + ": " + what);
  }

  /** Words between blanks and commas; braces stand alone, a percent sign begins a comment. */
  private List<Token> tokens(String text) throws TableException {
    List<Token> tokens = new ArrayList<>();
    int at = 0;
    while (at < text.length() && text.charAt(at) != '%') {
      char c = text.charAt(at);
      if (c == ',' || Character.isWhitespace(c)) {
        at++;
      } else if (c == '{' || c == '}') {
        tokens.add(new Token(String.valueOf(c), false));
        at++;
      } else if (c == '\'' || c == '"') {
        at = addQuoted(text, at, tokens);
      } else {
        int end = at;
        while (end < text.length()
            && "{},%".indexOf(text.charAt(end)) < 0
            && !Character.isWhitespace(text.charAt(end))) {
          end++;
        }
        tokens.add(new Token(text.substring(at, end), false));
        at = end;
      }
    }
    return tokens;
  }

  private int addQuoted(String text, int open, List<Token> tokens) throws TableException {
    StringBuilder word = new StringBuilder();
    for (int at = open + 1; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == text.charAt(open)) {
        tokens.add(new Token(word.toString(), true));
        return at + 1;
      }
      if (c == '\\' && at + 1 < text.length()) {
        at++;
        c = text.charAt(at);
      }
      word.append(c);
    }
    throw error("the quote at character " + (open + 1) + " has no end");
  }
}
