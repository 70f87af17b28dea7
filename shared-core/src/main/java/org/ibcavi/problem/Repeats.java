// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.ibcavi.design.TrainingData;

/**
 * Training data with every kind of row once, if that leaves far fewer: rows with the same features,
 * offsets, category and weight are one with their weights' sum. Sums over the rows are the same but
 * for rounding, and a pass takes less time.
 */
public final class Repeats {
  /** Rows that merging may leave, as a share; more are not worth a copy of the features. */
  private static final double MERGING_SHARE = 0.75;

  private final TrainingData data;
  private final int[] copies;

  private Repeats(TrainingData data, int[] copies) {
    this.data = data;
    this.copies = copies;
  }

  /**
   * Looks for them all: a hash of every stored value, little beside a single sweep.
   *
   * @param given the data
   * @return each kind of row once, or the data themselves if there are few repeats
   */
  public static Repeats of(TrainingData given) {
    int most = (int) (MERGING_SHARE * given.rows());
    Map<Key, Integer> places = new HashMap<>();
    int[] firsts = new int[most];
    int[] copies = new int[most];
    for (int row = 0; row < given.rows(); row++) {
      int place = places.size();
      Integer earlier = places.putIfAbsent(new Key(given, row), place);
      if (earlier == null && place == most) {
        return new Repeats(given, null);
      }
      if (earlier == null) {
        firsts[place] = row;
      }
      copies[earlier == null ? place : earlier]++;
    }
    int[] rows = Arrays.copyOf(firsts, places.size());
    return new Repeats(merged(given, rows, copies), Arrays.copyOf(copies, places.size()));
  }

  private static TrainingData merged(TrainingData given, int[] rows, int[] copies) {
    return TrainingData.of(
            given.features().selectRows(rows),
            Arrays.stream(rows).map(given::label).toArray(),
            IntStream.range(0, rows.length)
                .mapToDouble(i -> copies[i] * given.weight(rows[i]))
                .toArray(),
            given.categories())
        .withOffsets(given.offsets().selectRows(rows));
  }

  /**
   * The rows that differ.
   *
   * @return in the order in which each kind came first
   */
  public TrainingData data() {
    return data;
  }

  /**
   * Whether there are fewer rows than before.
   *
   * @return false if the data are as they were given
   */
  public boolean areMerged() {
    return copies != null;
  }

  /** How many rows each stands for; null if each stands for itself. Not copied. */
  int[] copies() {
    return copies;
  }

  /** A row as what it is, not where. */
  private static final class Key {
    private final TrainingData data;
    private final int row;
    private final int hash;

    Key(TrainingData data, int row) {
      this.data = data;
      this.row = row;
      this.hash =
          Objects.hash(
              data.features().rowHash(row),
              data.offsets().rowHash(row),
              data.label(row),
              data.weight(row));
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && data.label(row) == data.label(key.row)
          && data.weight(row) == data.weight(key.row)
          && data.offsets().sameRows(row, key.row)
          && data.features().sameRows(row, key.row);
    }
  }
}
