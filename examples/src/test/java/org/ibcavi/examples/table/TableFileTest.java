// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as people have them are read, and what is wrong in them is named with its place. */
class TableFileTest {
  @TempDir private Path folder;

  private RawTable read(String name, byte[] bytes) throws IOException {
    return TableFile.read(Files.write(folder.resolve(name), bytes));
  }

  private RawTable csv(String text) throws IOException {
    return read("t.csv", text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private void assertRefused(String message, String text) {
    TableException e = assertThrows(TableException.class, () -> csv(text));
    assertEquals(message, e.getMessage());
  }

  private static List<String> row(RawTable table, int row) {
    String[] cells = new String[table.columns().size()];
    Arrays.setAll(cells, c -> table.cell(row, c));
    return Arrays.asList(cells);
  }

  @ParameterizedTest
  @CsvSource({"UTF-8, ''", "UTF-8, EFBBBF", "UTF-16LE, FFFE", "UTF-16BE, FEFF", "windows-1252, ''"})
  void everyEncodingGivesTheSameText(String charset, String mark) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < mark.length(); i += 2) {
      bytes.write(Integer.parseInt(mark.substring(i, i + 2), 16));
    }
    bytes.write("Größe,Stück\n1,naïve\n".getBytes(Charset.forName(charset)));
    RawTable table = read("t.csv", bytes.toByteArray());
    assertEquals(List.of("Größe", "Stück"), table.columns());
    assertEquals("naïve", table.cell(0, 1));
    boolean guessed = charset.equals("windows-1252");
    assertEquals(
        guessed ? List.of("The file is no UTF-8; it was read as windows-1252.") : List.of(),
        table.notes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"','", "';'", "'\t'"})
  void everySeparatorIsFound(String separator) throws IOException {
    RawTable table =
        csv(
            "a,b,c\r\n1,\"x,;\ty\",2\r\n"
                .replace("a,b,c", String.join(separator, "a", "b", "c"))
                .replace("1,\"", "1" + separator + "\"")
                .replace("\",2", "\"" + separator + "2"));
    assertEquals(List.of("a", "b", "c"), table.columns());
    assertEquals(Arrays.asList("1", "x,;\ty", "2"), row(table, 0));
  }

  @Test
  void quotesHoldSeparatorsLinesAndQuotes() throws IOException {
    RawTable table = csv("a,b\n\"x, \"\"y\"\"\nz\",1\n\n p , \"q\" \n");
    assertEquals("x, \"y\"\nz", table.cell(0, 0));
    assertEquals(List.of("p", "q"), row(table, 1));
    assertEquals(2, table.line(0));
    assertEquals(5, table.line(1));
  }

  @Test
  void missingValuesAreFound() throws IOException {
    RawTable table = csv("a,b,c,d,e,f,g\n,?,NA,NaN,n/a,null, \nNAN,none,0,-,nano,N,x\n");
    for (int c = 0; c < 7; c++) {
      assertNull(table.cell(0, c));
    }
    assertEquals(Arrays.asList(null, "none", "0", "-", "nano", "N", "x"), row(table, 1));
  }

  @Test
  void decimalCommasBecomePoints() throws IOException {
    RawTable table = csv("a;b\n1,5;x\n-0,25;y,z\n");
    assertEquals("1.5", table.cell(0, 0));
    assertEquals(List.of("-0.25", "y,z"), row(table, 1));
    assertEquals(List.of("Numbers have decimal commas."), table.notes());
  }

  @Test
  void aFileWithoutNamesHasNumberedColumns() throws IOException {
    RawTable table = csv("5.1,3.5,setosa\n4.9,3.0,setosa\n");
    assertEquals(List.of("column 1", "column 2", "column 3"), table.columns());
    assertEquals(2, table.size());
    assertTrue(table.notes().get(0).startsWith("The first line has no names"));
  }

  @Test
  void namesOfRowsNeedNoNameThemselves() throws IOException {
    RawTable table = csv("\"x\"\t\"y\"\n\"1\"\t2.5\t\"a\"\n\"2\"\t3\t\"b\"\n");
    assertEquals(List.of("row", "x", "y"), table.columns());
    assertEquals(List.of("2", "3", "b"), row(table, 1));
  }

  @Test
  void faultsAreNamedWithLineAndColumn() {
    assertRefused(
        "t.csv, line 3, column 2 'b': not there, the line has 1 values; must be 2, as in the first"
            + " line",
        "a,b\n1,2\n3\n");
    assertRefused(
        "t.csv, line 4, column 3: has no name, the line has 3 values; must be 2, as in the first"
            + " line (a value with a separator in it needs quotes)",
        "a,b\n\"1\n\",2\n3,4,5\n");
    assertRefused("t.csv, line 3, column 2: the quote has no end", "a,b\n1,2\n3,\"4\n5,6\n");
    assertRefused(
        "t.csv, line 3, column 2: 'x' after the end of the quote; a quote within quotes is written"
            + " twice",
        "a,b\n\"1\",2\n3,\"4\"x\n");
    assertRefused(
        "t.csv, column 3: 'a' is the name of column 1 too; must be there once", "a,b,a\n1,2,3\n");
    assertRefused(
        "t.csv, line 1: one column; columns are separated by comma, semicolon or tab", "a\n1\n");
    assertRefused("t.csv: empty; must have a line of names and rows below it", "");
    assertRefused("t.csv: has no rows; must have at least one below the names", "a,b\n");
    assertRefused(
        "t.csv, byte 2: a zero; must be text (UTF-16 needs its byte order mark)", "a\0,b\n");
    assertRefused(
        "t.csv: a zip archive or a spreadsheet's own format; save the sheet as CSV", "PK\3\4xx");
  }
}
