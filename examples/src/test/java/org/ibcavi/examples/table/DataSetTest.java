// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Columns are taken for what they are, and the class column must have classes. */
class DataSetTest {
  /** A table whose columns are made from the row's number. */
  private static RawTable table(String header, int rows, IntFunction<String> line)
      throws TableException {
    StringBuilder text = new StringBuilder(header).append('\n');
    for (int i = 0; i < rows; i++) {
      text.append(line.apply(i)).append('\n');
    }
    return CsvTable.read("t.csv", text.toString());
  }

  private static DataSet data(RawTable table, String classColumn) throws TableException {
    return DataSet.of(table, ColumnChoices.ofClass(classColumn));
  }

  private static String refusal(RawTable table, ColumnChoices choices) {
    return assertThrows(TableException.class, () -> DataSet.of(table, choices)).getMessage();
  }

  @Test
  void columnsThatCannotHelpAreNoticed() throws TableException {
    RawTable table =
        table(
            "number,user id,name,unit,nothing,size,kind,class",
            40,
            i ->
                String.join(
                    ",",
                    "" + (i + 1),
                    "" + (1000 + 17 * i % 997),
                    "name" + i,
                    "cm",
                    "",
                    "" + (0.5 * (i * 7 % 40)),
                    "k" + i % 3,
                    i % 2 == 0 ? "a" : "b"));
    List<Column> columns = data(table, null).columns();
    assertEquals("looks like an identifier: 40 whole numbers in 40 rows", columns.get(0).leftOut());
    assertEquals(columns.get(0).leftOut(), columns.get(1).leftOut());
    assertEquals(
        "looks like an identifier or free text: 40 values in 40 rows", columns.get(2).leftOut());
    assertEquals("is always cm", columns.get(3).leftOut());
    assertEquals("has no values", columns.get(4).leftOut());
    assertTrue(columns.get(5).isUsed() && columns.get(5).kind() == ColumnKind.NUMBER);
    assertTrue(columns.get(6).isUsed() && columns.get(6).kind() == ColumnKind.TEXT);
    assertEquals("0.0 to 19.5", columns.get(5).summary());

    ColumnChoices choices =
        new ColumnChoices(null, List.of("size"), List.of("number"), List.of("kind"));
    List<Column> chosen = DataSet.of(table, choices).columns();
    assertTrue(chosen.get(0).isUsed());
    assertEquals(ColumnKind.TEXT, chosen.get(5).kind());
    assertEquals("as asked for", chosen.get(6).leftOut());
  }

  @Test
  void aMistakeAmongNumbersIsNamed() throws TableException {
    RawTable table =
        table(
            "size,class",
            60,
            i -> (i == 41 ? "1o.5" : i == 3 ? "NA" : "" + i * 1.5) + ",c" + i % 2);
    assertEquals(
        "t.csv, line 43, column 1 'size': '1o.5'; must be a finite number, as 58 of 59 values of"
            + " this column are. Mend it, leave it empty if it is not known, or say --text 'size'",
        refusal(table, ColumnChoices.ofClass(null)));
  }

  /** As a name it would leave the column out, as one that is different in every row. */
  @Test
  void aMistakeAmongFewDifferentNumbersIsNamedToo() throws TableException {
    RawTable table = table("size,class", 15, i -> (i == 4 ? "24x7" : "" + i * 1.5) + ",c" + i % 2);
    assertEquals(
        "t.csv, line 6, column 1 'size': '24x7'; must be a finite number, as 14 of 15 values of"
            + " this column are. Mend it, leave it empty if it is not known, or say --text 'size'",
        refusal(table, ColumnChoices.ofClass(null)));
  }

  @Test
  void aValueOfTwoLinesIsShownOnOne() throws TableException {
    RawTable table = table("kind,class", 20, i -> (i % 3 == 0 ? "\"a\nb\"" : "c") + ",c" + i % 2);
    assertEquals("a b, c", data(table, null).columns().get(0).summary());
  }

  @Test
  void fewNumbersWithAWordAreNames() throws TableException {
    RawTable table =
        table("cylinders,class", 60, i -> (i == 41 ? "rotary" : "" + (2 + i % 4)) + ",c" + i % 2);
    assertEquals(ColumnKind.TEXT, data(table, null).columns().get(0).kind());
  }

  @Test
  void classesAreFoundByNameAndByNumber() throws TableException {
    RawTable table = table("x,y,z", 20, i -> (i * i) + "," + (10 - i % 3) + ",w" + i % 2);
    DataSet byName = data(table, "y");
    assertEquals(List.of("8", "9", "10"), byName.classes());
    assertEquals(2, byName.label(0));
    assertEquals(List.of("The 3 numbers of 'y' are taken for classes."), byName.notes());
    assertEquals("y", data(table, "2").className());
    assertEquals("z", data(table, null).className());
    assertEquals(
        "t.csv: no column '4'; there are x, y, z", refusal(table, ColumnChoices.ofClass("4")));
    String message = refusal(table, ColumnChoices.ofClass("x"));
    assertTrue(
        message.startsWith(
            "t.csv, column 1 'x': 20 different numbers in 20 rows; classes must be at most 5."),
        message);
  }

  @Test
  void rowsWithoutClassAreLeftOut() throws TableException {
    RawTable table = table("x,y", 10, i -> i % 4 + "," + (i == 2 || i == 7 ? "?" : "c" + i % 2));
    DataSet data = data(table, null);
    assertEquals(8, data.size());
    assertEquals(List.of("Rows without class are left out: 2, the first in line 4."), data.notes());
    assertEquals(5, data.line(2));
    assertArrayEquals(new int[] {4, 4}, data.counts());
  }

  @Test
  void oneClassIsNone() throws TableException {
    String message = refusal(table("x,y", 5, i -> i + ",a"), ColumnChoices.ofClass(null));
    assertTrue(
        message.startsWith("t.csv, column 2 'y': one class, 'a'; must be at least two."), message);
  }
}
