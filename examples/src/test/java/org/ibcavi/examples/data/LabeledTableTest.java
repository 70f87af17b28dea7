// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The embedded tables have the published sizes, and a bad cell is named. */
class LabeledTableTest {
  private static LabeledTable parse(String text) throws IOException {
    return LabeledTable.read("t", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({"glass, 214, 9, 6", "vowel, 990, 10, 11", "letter, 20000, 16, 26"})
  void embeddedTablesAreWhole(String name, int rows, int features, int classes) throws IOException {
    LabeledTable table = LabeledTable.named(name);
    assertEquals(rows, table.size());
    assertEquals(features, table.features().size());
    assertEquals(classes, table.classes().size());
  }

  @Test
  void readsRowsAndSortsClasses() throws IOException {
    LabeledTable table = parse("a,b,class\n1,2.5,z\n-3,4e2,y\n");
    assertEquals(List.of("a", "b"), table.features());
    assertEquals(List.of("y", "z"), table.classes());
    assertArrayEquals(new int[] {1, 0}, table.labels());
    assertArrayEquals(new double[] {-3, 400}, table.row(1));
  }

  @Test
  void shufflingKeepsRowsAndLabelsTogether() throws IOException {
    LabeledTable table = LabeledTable.named("glass").shuffled(7);
    LabeledTable again = LabeledTable.named("glass").shuffled(7);
    LabeledTable original = LabeledTable.named("glass");
    assertArrayEquals(table.labels(), again.labels());
    int[] sorted = table.labels();
    Arrays.sort(sorted);
    int[] expected = original.labels();
    Arrays.sort(expected);
    assertArrayEquals(expected, sorted);
    for (int i = 0; i < 5; i++) {
      double[] row = table.row(i);
      int label = table.label(i);
      long found =
          java.util.stream.IntStream.range(0, original.size())
              .filter(j -> Arrays.equals(original.row(j), row) && original.label(j) == label)
              .count();
      assertTrue(found >= 1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'1,?,z', 't, line 2, column ''b'': ''?''; must be a number'",
    "'1,NaN,z', 't, line 2, column ''b'': NaN; must be finite'",
    "'1,z', 't, line 2: 2 values; the header has 3'"
  })
  void badRowsAreNamed(String row, String message) {
    IOException e = assertThrows(IOException.class, () -> parse("a,b,class\n" + row + "\n"));
    assertEquals(message, e.getMessage());
  }

  @Test
  void unknownTablesAreNamed() {
    IOException e = assertThrows(IOException.class, () -> LabeledTable.named("iris"));
    assertEquals("table 'iris'; there are glass, vowel and letter", e.getMessage());
  }
}
