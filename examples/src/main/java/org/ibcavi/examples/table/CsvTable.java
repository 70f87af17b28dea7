// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads comma-separated values, or those separated by semicolons or tabs. */
final class CsvTable {
  private static final char[] SEPARATORS = {',', ';', '\t'};

  private static final Set<String> MISSING = Set.of("", "?", "na", "n/a", "nan", "null");

  /** A number with a decimal comma, as spreadsheets of many countries write it. */
  private static final Pattern DECIMAL_COMMA = Pattern.compile("[+-]?\\d+,\\d+([eE][+-]?\\d+)?");

  private static final Pattern DECIMAL_POINT = Pattern.compile("[+-]?\\d*\\.\\d+([eE][+-]?\\d+)?");

  private final String name;
  private final String text;
  private final char separator;

  private CsvTable(String name, String text) {
    this.name = name;
    this.text = text;
    this.separator = separator(text);
  }

  static RawTable read(String name, String text) throws TableException {
    return new CsvTable(name, text).read();
  }

  static boolean isMissing(String cell) {
    return MISSING.contains(cell.toLowerCase(Locale.ROOT));
  }

  /** The separator that the first line has most of, outside quotes. */
  private static char separator(String text) {
    int[] counts = new int[SEPARATORS.length];
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '"';
      if (!quoted && (c == '\n' || c == '\r')) {
        break;
      }
      for (int s = 0; s < SEPARATORS.length && !quoted; s++) {
        counts[s] += c == SEPARATORS[s] ? 1 : 0;
      }
    }
    int most = 0;
    for (int s = 1; s < SEPARATORS.length; s++) {
      most = counts[s] > counts[most] ? s : most;
    }
    return SEPARATORS[most];
  }

  private RawTable read() throws TableException {
    List<CsvRecord> records = records();
    if (records.isEmpty()) {
      throw new TableException(name + ": empty; must have a line of names and rows below it");
    }
    List<String> first = records.get(0).getFields();
    if (first.size() == 1) {
      throw new TableException(
          name
              + ", line "
              + records.get(0).getStartingLineNumber()
              + ": one column; columns are separated by comma, semicolon or tab");
    }
    boolean header =
        first.stream().filter(cell -> Numbers.is(cell.strip())).count() * 2 <= first.size();
    List<CsvRecord> rows = header ? records.subList(1, records.size()) : records;
    List<String> names = names(first, header);
    // R writes names of rows so, without a name for their column.
    boolean rowNames =
        !rows.isEmpty() && rows.stream().allMatch(row -> row.getFieldCount() == first.size() + 1);
    if (rowNames) {
      names.add(0, "row");
    }
    RawTable table = new RawTable(name, names, Collections.nCopies(names.size(), null));
    if (!header) {
      table.note("The first line has no names but values; columns are called by their number.");
    }
    if (rowNames) {
      table.note("The first line has a name too few; the first column is called 'row'.");
    }
    boolean commas = separator != ',' && hasDecimalCommas(rows);
    if (commas) {
      table.note("Numbers have decimal commas.");
    }
    for (CsvRecord row : rows) {
      table.add(row.getStartingLineNumber(), cells(row, table.columns(), commas));
    }
    return table;
  }

  private List<CsvRecord> records() throws TableException {
    List<CsvRecord> records = new ArrayList<>();
    try {
      CsvReader.builder()
          .fieldSeparator(separator)
          .allowUnclosedQuote(false)
          .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
          .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
          .trimWhitespacesAroundQuotes(true)
          .ofCsvRecord(text)
          .forEach(records::add);
    } catch (CsvParseException e) {
      String place =
          QuoteFault.find(text, separator)
              .map(
                  fault ->
                      ", line " + fault.line() + ", column " + fault.column() + ": " + fault.what())
              .orElse(": " + e.getMessage());
      throw new TableException(name + place);
    }
    return records;
  }

  private static List<String> names(List<String> first, boolean header) {
    List<String> names = new ArrayList<>();
    for (int c = 0; c < first.size(); c++) {
      String given = header ? first.get(c).strip() : "";
      names.add(given.isEmpty() ? "column " + (c + 1) : given);
    }
    return names;
  }

  private static boolean hasDecimalCommas(List<CsvRecord> rows) {
    boolean found = false;
    for (CsvRecord row : rows) {
      for (String cell : row.getFields()) {
        String value = cell.strip();
        if (DECIMAL_POINT.matcher(value).matches()) {
          return false;
        }
        found |= DECIMAL_COMMA.matcher(value).matches();
      }
    }
    return found;
  }

  private String[] cells(CsvRecord row, List<String> columns, boolean commas)
      throws TableException {
    List<String> fields = row.getFields();
    if (fields.size() != columns.size()) {
      throw new TableException(wrongLength(row, columns));
    }
    String[] cells = new String[columns.size()];
    for (int c = 0; c < cells.length; c++) {
      String cell = fields.get(c).strip();
      if (commas && DECIMAL_COMMA.matcher(cell).matches()) {
        cell = cell.replace(',', '.');
      }
      cells[c] = isMissing(cell) ? null : cell;
    }
    return cells;
  }

  private String wrongLength(CsvRecord row, List<String> columns) {
    int values = row.getFieldCount();
    String place = name + ", line " + row.getStartingLineNumber() + ", column ";
    String rule = values + " values; must be " + columns.size() + ", as in the first line";
    return values < columns.size()
        ? place + (values + 1) + " '" + columns.get(values) + "': not there, the line has " + rule
        : place
            + (columns.size() + 1)
            + ": has no name, the line has "
            + rule
            + " (a value with a separator in it needs quotes)";
  }
}
