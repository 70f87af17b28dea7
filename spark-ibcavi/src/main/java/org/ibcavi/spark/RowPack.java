// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/**
 * Some rows of a partition in a few arrays, in the order of their places: what is stored, sent and
 * merged takes a fraction of the time that an object for each row would. A pack knows what its rows
 * have in common, so that data are read once, to be checked, measured and packed.
 */
final class RowPack implements Serializable {
  private static final long serialVersionUID = 1;

  /** Values and rows of a pack, at the most but for the last row: 4 MB, a part of any heap. */
  private static final int MOST = 1 << 19;

  /** Null if the rows were taken out of a pack. */
  private final Profile profile;

  private final long[] places;
  private final int[] labels;
  private final double[] weights;
  private final int[] sizes;

  /** Where each row's values begin, and where the last one's end. */
  private final int[] valueStarts;

  private final double[] values;

  /** The same of indices; a row has none if all its values are stored. */
  private final int[] indexStarts;

  private final int[] indices;

  private RowPack(Profile profile, long[] places, List<LabeledRow> rows) {
    int count = rows.size();
    this.profile = profile;
    this.places = places;
    this.labels = rows.stream().mapToInt(LabeledRow::label).toArray();
    this.weights = rows.stream().mapToDouble(LabeledRow::weight).toArray();
    this.sizes = rows.stream().mapToInt(row -> row.features().size()).toArray();
    this.valueStarts = new int[count + 1];
    this.indexStarts = new int[count + 1];
    for (int i = 0; i < count; i++) {
      FeatureValues features = rows.get(i).features();
      valueStarts[i + 1] = valueStarts[i] + features.stored();
      indexStarts[i + 1] = indexStarts[i] + features.storedIndices();
    }
    this.values = new double[valueStarts[count]];
    this.indices = new int[indexStarts[count]];
    for (int i = 0; i < count; i++) {
      rows.get(i).features().copyTo(values, valueStarts[i], indices, indexStarts[i]);
    }
  }

  /** Some rows of a pack, whose profile they do not have. */
  private RowPack(RowPack all, int from, int to) {
    this.profile = null;
    this.places = Arrays.copyOfRange(all.places, from, to);
    this.labels = Arrays.copyOfRange(all.labels, from, to);
    this.weights = Arrays.copyOfRange(all.weights, from, to);
    this.sizes = Arrays.copyOfRange(all.sizes, from, to);
    this.valueStarts = shifted(all.valueStarts, from, to);
    this.indexStarts = shifted(all.indexStarts, from, to);
    this.values = Arrays.copyOfRange(all.values, all.valueStarts[from], all.valueStarts[to]);
    this.indices = Arrays.copyOfRange(all.indices, all.indexStarts[from], all.indexStarts[to]);
  }

  private static int[] shifted(int[] starts, int from, int to) {
    return IntStream.rangeClosed(from, to).map(i -> starts[i] - starts[from]).toArray();
  }

  /** Rows in any order. */
  private static RowPack sorted(Profile profile, List<LabeledRow> rows) {
    long[] unsorted = rows.stream().mapToLong(LabeledRow::place).toArray();
    List<Integer> order =
        IntStream.range(0, unsorted.length)
            .boxed()
            .sorted((i, j) -> Long.compare(unsorted[i], unsorted[j]))
            .toList();
    return new RowPack(
        profile,
        order.stream().mapToLong(i -> unsorted[i]).toArray(),
        order.stream().map(rows::get).toList());
  }

  /**
   * Packs the rows of a partition, up to the first fault. Rows without weight are left out.
   *
   * @param rows the partition
   * @param reader what knows the columns
   * @param refuses whether missing values are a fault; their rows are left out if not
   * @return the packs, each made when it is asked for
   */
  static Iterator<RowPack> packs(Iterator<Row> rows, RowReader reader, boolean refuses) {
    return new Iterator<>() {
      private boolean faulty;

      @Override
      public boolean hasNext() {
        return !faulty && rows.hasNext();
      }

      @Override
      public RowPack next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        Profile profile = Profile.empty(reader.featuresCol());
        List<LabeledRow> packed = new ArrayList<>();
        while (rows.hasNext() && profile.fault().isEmpty() && profile.values() < MOST) {
          reader.add(rows.next(), refuses, profile, packed);
        }
        faulty = profile.fault().isPresent();
        return sorted(profile, packed);
      }
    };
  }

  /** What the rows have in common, and the first fault. */
  Profile profile() {
    return profile;
  }

  private int rows() {
    return places.length;
  }

  /** A place in the pack's range, which says where it belongs. */
  long place() {
    return places[0];
  }

  private LabeledRow row(int i) {
    boolean all = indexStarts[i] == indexStarts[i + 1] && length(i) == sizes[i];
    FeatureValues features =
        FeatureValues.of(
            sizes[i],
            all ? null : Arrays.copyOfRange(indices, indexStarts[i], indexStarts[i + 1]),
            Arrays.copyOfRange(values, valueStarts[i], valueStarts[i + 1]));
    return new LabeledRow(features, labels[i], weights[i]);
  }

  private int length(int i) {
    return valueStarts[i + 1] - valueStarts[i];
  }

  /** The rows of each partition that has some. */
  List<RowPack> split(PlacePartitioner partitioner) {
    List<RowPack> parts = new ArrayList<>();
    int from = 0;
    while (from < rows()) {
      int to = from + 1;
      while (to < rows()
          && partitioner.getPartition(places[to]) == partitioner.getPartition(places[from])) {
        to++;
      }
      parts.add(new RowPack(this, from, to));
      from = to;
    }
    return parts;
  }

  /** The rows of several packs in the order of their places; those of one place are alike. */
  static Iterator<LabeledRow> merged(Iterator<RowPack> packs) {
    PriorityQueue<Cursor> cursors = new PriorityQueue<>();
    packs.forEachRemaining(
        pack -> {
          if (pack.rows() > 0) {
            cursors.add(new Cursor(pack));
          }
        });
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return !cursors.isEmpty();
      }

      @Override
      public LabeledRow next() {
        Cursor first = cursors.remove();
        LabeledRow row = first.pack.row(first.at++);
        if (first.at < first.pack.rows()) {
          cursors.add(first);
        }
        return row;
      }
    };
  }

  /** How far a pack has been merged. */
  private static final class Cursor implements Comparable<Cursor> {
    private final RowPack pack;
    private int at;

    Cursor(RowPack pack) {
      this.pack = pack;
    }

    @Override
    public int compareTo(Cursor other) {
      return Long.compare(pack.places[at], other.pack.places[other.at]);
    }
  }
}
