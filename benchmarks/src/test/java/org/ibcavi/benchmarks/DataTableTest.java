// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class DataTableTest {
  private static final List<String> LINES =
      List.of(
          "size,colour,class", "1,red,b", "?,blue,a", "3,?,a", "5,red,b", "7,blue,a", "9,red,b");

  @Test
  void nominalColumnsBecomeIndicators() {
    DataTable table = DataTable.parse(LINES);
    assertEquals(3, table.columns());
    assertEquals(2, table.categories());
    assertArrayEquals(new double[] {1, 0, 1}, table.row(0));
    assertArrayEquals(new double[] {3, 0, 0}, table.row(2));
    assertEquals(1, table.label(0));
  }

  @Test
  void missingNumbersAreTheMeanOfTheTrainingRows() {
    DataTable.Split split = DataTable.parse(LINES).split(new int[] {1, 0, 1, 0, 0, 1}, 1);
    assertEquals(6, split.training().row(0)[0]); // (5 + 7) / 2; rows 1, 9 and 3 test.
    assertEquals(3, split.test().rows());
  }

  @Test
  void partsAreAboutEvenInEveryClass() {
    int[] part = DataTable.parse(LINES).deal(3, 1);
    int[] counts = new int[3];
    int[] ofA = new int[3];
    for (int i = 0; i < part.length; i++) {
      counts[part[i]]++;
      ofA[part[i]] += LINES.get(i + 1).endsWith("a") ? 1 : 0;
    }
    assertArrayEquals(new int[] {2, 2, 2}, counts);
    assertArrayEquals(new int[] {1, 1, 1}, ofA);
  }
}
