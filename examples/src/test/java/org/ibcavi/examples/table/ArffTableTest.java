// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weka.core.Attribute;
import weka.core.Instance;
import weka.core.Instances;

/** ARFF is read as Weka reads it. */
class ArffTableTest {
  private static final String HEADER =
      """
      % a comment
      @RELATION 'a b'
      @attribute 'first one' REAL
      @attribute x\\=y integer % numbers
      @attribute colour {red, 'dark blue', "o'range", 'it\\'s'}
      @attribute words string
      @data
      """;

  private static final String ROWS =
      """
      1.5, 2, red, 'a, b'

      ?, -3e2, 'dark blue', ?
      % nothing
      +4,5,"o'range",plain
      0.25 , ? , 'it\\'s' , "two words"
      {1 7, 2 'dark blue', 3 x}
      {}
      """;

  @Test
  void everyCellIsTheOneThatWekaReads() throws Exception {
    String text = HEADER + ROWS.replace("{}\n", "{3 y}\n");
    RawTable ours = ArffTable.read("t.arff", text);
    Instances theirs = new Instances(new StringReader(text));
    assertEquals(theirs.numInstances(), ours.size());
    for (int c = 0; c < theirs.numAttributes(); c++) {
      Attribute attribute = theirs.attribute(c);
      assertEquals(attribute.name(), ours.columns().get(c));
      for (int i = 0; i < theirs.numInstances(); i++) {
        Instance instance = theirs.instance(i);
        String cell = ours.cell(i, c);
        String place = "row " + i + ", column " + c;
        if (instance.isMissing(c)) {
          assertEquals(null, cell, place);
        } else if (attribute.isNumeric()) {
          assertEquals(instance.value(c), Double.parseDouble(cell), place);
        } else {
          assertEquals(instance.stringValue(c), cell, place);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x, 2, red, a|t.arff, line 8, column 1 'first one': 'x'; must be a finite number, as"
            + " declared",
        "1, 2, green, a|t.arff, line 8, column 3 'colour': 'green'; must be one of the values"
            + " declared",
        "1, 2, red|t.arff, line 8: 3 values; must be 4, as declared",
        "1, 2, 'red, a|t.arff, line 8: the quote at character 7 has no end",
        "{9 1}|t.arff, line 8: column '9'; must be between 0 and 3",
        "{1}|t.arff, line 8: sparse row; must be pairs of a column's number and a value within {"
            + " and }"
      })
  void faultsInRowsAreNamed(String row, String message) {
    TableException e =
        assertThrows(TableException.class, () -> ArffTable.read("t.arff", HEADER + row + "\n"));
    assertEquals(message, e.getMessage());
  }

  @Test
  void faultsInTheHeaderAreNamed() {
    String message =
        assertThrows(
                TableException.class,
                () -> ArffTable.read("t.arff", "@relation r\n@attribute a relational\n@data\n"))
            .getMessage();
    assertTrue(message.startsWith("t.arff, line 2: type 'relational'"), message);
    String twice =
        assertThrows(
                TableException.class,
                () -> ArffTable.read("t.arff", "@relation r\n@attribute a {p,q,p}\n@data\n"))
            .getMessage();
    assertEquals("t.arff, line 2: value 'p' of 'a'; must be declared once", twice);
    assertThrows(TableException.class, () -> ArffTable.read("t.arff", "@relation r\n"));
  }
}
