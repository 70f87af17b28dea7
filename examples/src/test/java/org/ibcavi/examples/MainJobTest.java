// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.junit.jupiter.api.Test;

/** The main job on fewer letters. */
class MainJobTest {
  @Test
  void everyLearnerIsScoredAndEveryPictureDrawn() throws Exception {
    Section section = MainJob.run(900, 300);
    TextTable table = section.tables().get(0);
    assertEquals(11, table.size());
    for (int row = 0; row < table.size(); row++) {
      double classes = table.cell(row, "data").equals("glass") ? 6 : 26;
      assertTrue(table.number(row, "accuracy") > 1.5 / classes, table.toString());
      for (String column : List.of("log loss", "Brier", "calibration error")) {
        double value = table.number(row, column);
        assertTrue(value > 0 && value < 20, table.toString());
      }
    }
    assertEquals(19, section.figures());
    assertTrue(section.toString().contains("Most torn: truly class"));
  }
}
