// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.junit.jupiter.api.Test;

/** Rows become the numbers that the documentation promises, after a model was saved too. */
class RowEncodingTest {
  /** Names with an equals sign and a backslash, a number and a name that are missing. */
  private static final String TEXT =
      "a=b,c\\d,colour,class\n1,5,red,u\n2,,blue,v\n6,7,?,u\n3,9,red,v\n";

  private static final double[][] EXPECTED = {
    {1, 5, 0, 0, 0, 1}, {2, 7, 1, 0, 1, 0}, {6, 7, 0, 1, 0, 0}, {3, 9, 0, 0, 0, 1}
  };

  private static RowEncoding learned(DataSet data) {
    return RowEncoding.learn(data, IntStream.range(0, data.size()).toArray());
  }

  private static DataSet data() throws TableException {
    return DataSet.of(CsvTable.read("t.csv", TEXT), ColumnChoices.ofClass(null));
  }

  private static CategoricalModel saved(DataSet data) throws IOException {
    int[] rows = IntStream.range(0, data.size()).toArray();
    CategoricalModel model = IbCavi.withDefaults().fit(learned(data).trainingData(data, rows));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ModelFile.write(model, out);
    return ModelFile.read(new ByteArrayInputStream(out.toByteArray()));
  }

  @Test
  void numbersNamesAndMissingValuesHaveTheirFeatures() throws TableException {
    DataSet data = data();
    RowEncoding encoding = learned(data);
    assertEquals(
        List.of("a\\=b", "c\\\\d", "c\\\\d=?", "colour=?", "colour=blue", "colour=red"),
        encoding.features());
    double[][] rows = encoding.rows(data.table(), new ArrayList<>());
    for (int i = 0; i < EXPECTED.length; i++) {
      assertArrayEquals(EXPECTED[i], rows[i]);
    }
  }

  @Test
  void aSavedModelKnowsItsColumnsInAnyOrder() throws IOException {
    RowEncoding encoding = RowEncoding.of(saved(data()));
    String other = "extra,colour,c\\d,a=b\n1,red,5,1\n2,blue,NA,2\n3,,7,6\n4,mauve,9,3\n";
    List<List<String>> remarks = new ArrayList<>();
    double[][] rows = encoding.rows(CsvTable.read("n.csv", other), remarks);
    for (int i = 0; i < 3; i++) {
      assertArrayEquals(EXPECTED[i], rows[i], 1e-14);
    }
    assertArrayEquals(new double[] {3, 9, 0, 0, 0, 0}, rows[3], "none of the values seen");
    assertEquals(
        List.of(List.of(), List.of(), List.of(), List.of("colour=mauve, never so in training")),
        remarks);
  }

  @Test
  void aTableThatDoesNotFitIsRefused() throws IOException {
    RowEncoding encoding = RowEncoding.of(saved(data()));
    RawTable without = CsvTable.read("n.csv", "colour,a=b\nred,1\n");
    assertEquals(
        "n.csv: has no column 'c\\d', which the model needs; there are colour, a=b",
        assertThrows(TableException.class, () -> encoding.rows(without, new ArrayList<>()))
            .getMessage());
    RawTable words = CsvTable.read("n.csv", "a=b,c\\d,colour\n1,2,red\n2,many,red\n");
    assertEquals(
        "n.csv, line 3, column 2 'c\\d': 'many'; must be a finite number, as in training",
        assertThrows(TableException.class, () -> encoding.rows(words, new ArrayList<>()))
            .getMessage());
  }
}
