// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;

/** Rows that were packed, split and merged beside a plain sort of the same rows. */
class RowPackTest {
  private static final RowReader READER = new RowReader("features", "label", "weight");

  /** Dense and sparse rows, some without a stored value and some twice. */
  private static List<Row> rows(int count, int columns) {
    List<Row> rows = new ArrayList<>();
    int number = 0;
    for (Row row : TestRows.simulated(count, columns, 3, false, 4)) {
      Vector features = (Vector) row.get(0);
      Vector none = Vectors.sparse(columns, new int[0], new double[0]);
      Vector other = number % 3 == 0 ? features.toSparse() : features;
      rows.add(RowFactory.create(number % 50 == 0 ? none : other, row.get(1), 1.0 + number % 2));
      if (number++ % 7 == 0) {
        rows.add(rows.get(rows.size() - 1));
      }
    }
    Collections.shuffle(rows, new Random(1));
    return rows;
  }

  private static List<RowPack> packs(List<Row> rows) {
    List<RowPack> packs = new ArrayList<>();
    RowPack.packs(rows.iterator(), READER, true).forEachRemaining(packs::add);
    return packs;
  }

  private static void assertSame(List<LabeledRow> expected, List<LabeledRow> found) {
    assertEquals(expected.size(), found.size());
    for (int i = 0; i < found.size(); i++) {
      assertEquals(expected.get(i).place(), found.get(i).place());
      assertEquals(expected.get(i).label(), found.get(i).label());
      assertEquals(expected.get(i).weight(), found.get(i).weight());
      assertArrayEquals(
          expected.get(i).features().allValues(), found.get(i).features().allValues());
    }
  }

  private static List<LabeledRow> sorted(List<Row> rows) {
    return rows.stream()
        .map(READER::read)
        .sorted(Comparator.comparingLong(LabeledRow::place))
        .toList();
  }

  private static List<LabeledRow> merged(List<RowPack> packs) {
    List<LabeledRow> rows = new ArrayList<>();
    RowPack.merged(packs.iterator()).forEachRemaining(rows::add);
    return rows;
  }

  /** 3000 rows of 400 columns are more than the 2^19 values of a pack. */
  @Test
  void rowsOfSeveralPacksComeInTheOrderOfTheirPlaces() {
    List<Row> rows = rows(3000, 400);
    List<RowPack> packs = packs(rows);
    assertTrue(packs.size() > 1, "packs: " + packs.size());
    assertSame(sorted(rows), merged(packs));
  }

  @Test
  void partsOfPacksAreTheRowsOfEachPartition() {
    List<Row> rows = rows(500, 5);
    PlacePartitioner partitioner = new PlacePartitioner(7);
    List<RowPack> parts =
        packs(rows).stream().flatMap(pack -> pack.split(partitioner).stream()).toList();
    for (int partition = 0; partition < 7; partition++) {
      int own = partition;
      assertSame(
          sorted(rows).stream()
              .filter(row -> partitioner.getPartition(row.place()) == own)
              .toList(),
          merged(
              parts.stream()
                  .filter(part -> partitioner.getPartition(part.place()) == own)
                  .toList()));
    }
  }

  @Test
  void rowsWithoutWeightAreLeftOutAndNothingFollowsAFault() {
    Vector one = Vectors.dense(1, 2);
    List<Row> rows =
        List.of(
            RowFactory.create(one, 0.0, 0.0),
            RowFactory.create(one, 1.0, 2.0),
            RowFactory.create(one, 1.5, 1.0),
            RowFactory.create(one, 0.0, 1.0));
    RowPack pack = packs(rows).get(0);
    assertEquals(1, packs(rows).size());
    assertEquals(1, pack.profile().rows());
    assertFalse(pack.profile().fault().isEmpty());
    assertEquals(1, merged(List.of(pack)).size());
  }

  /** The numbers of stored zeros and their absence must not move a row. */
  @Test
  void aRowHasOnePlaceInEitherForm() {
    LabeledRow dense = READER.read(RowFactory.create(Vectors.dense(0, 3, 0), 1.0, 1.0));
    Vector stored = Vectors.sparse(3, new int[] {0, 1}, new double[] {0, 3});
    assertEquals(dense.place(), READER.read(RowFactory.create(stored, 1.0, 1.0)).place());
  }
}
