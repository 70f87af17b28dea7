// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.ibcavi.model.CategoricalModel;

/** Predicts the rows of a partition, batch after batch. */
final class BatchScorer implements MapPartitionsFunction<Row, Row> {
  private static final long serialVersionUID = 1;

  /** Rows of a batch: enough for the product kernels. */
  private static final int MOST_ROWS = 1024;

  /** Values that the predictions of a batch have at the most, where categories are many: 32 MB. */
  private static final int MOST_VALUES = 1 << 22;

  /** Values of a category and row: the probability, and four of its uncertainty. */
  private static final int UNCERTAIN_VALUES = 5;

  private final Broadcast<SentModel> model;
  private final OutputColumns columns;

  BatchScorer(Broadcast<SentModel> model, OutputColumns columns) {
    this.model = model;
    this.columns = columns;
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    CategoricalModel fitted = model.value().model();
    int values = MOST_VALUES / (columns.ofUncertainty() ? UNCERTAIN_VALUES : 1);
    int batch = Math.max(1, Math.min(MOST_ROWS, values / fitted.categories()));
    return new Iterator<>() {
      private final ArrayDeque<Row> done = new ArrayDeque<>();

      @Override
      public boolean hasNext() {
        while (done.isEmpty() && rows.hasNext()) {
          done.addAll(scored(fitted, batchOf(rows, batch)));
        }
        return !done.isEmpty();
      }

      @Override
      public Row next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return done.remove();
      }
    };
  }

  private static List<Row> batchOf(Iterator<Row> rows, int count) {
    List<Row> batch = new ArrayList<>();
    while (batch.size() < count && rows.hasNext()) {
      batch.add(rows.next());
    }
    return batch;
  }

  private List<Row> scored(CategoricalModel fitted, List<Row> batch) {
    List<Row> kept = new ArrayList<>();
    List<FeatureValues> valid = new ArrayList<>();
    boolean[] isValid = new boolean[batch.size()];
    for (Row row : batch) {
      Optional<RowReader.Fault> fault =
          RowReader.fault(columns.featuresCol(), row.get(columns.features()));
      if (fault.isPresent() && columns.invalid() == InvalidRows.ERROR) {
        throw new IllegalArgumentException(fault.get().message());
      }
      if (fault.isEmpty()) {
        FeatureValues values = FeatureValues.of((Vector) row.get(columns.features()));
        values.requireSize(columns.featuresCol(), fitted.features());
        valid.add(values);
        isValid[kept.size()] = true;
      }
      if (fault.isEmpty() || columns.invalid() == InvalidRows.KEEP) {
        kept.add(row);
      }
    }
    Predictions predictions = Predictions.of(fitted, valid, columns);
    List<Row> result = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < kept.size(); i++) {
      result.add(
          new PredictedRow(
              kept.get(i), predictions, columns, isValid[i] ? at++ : Predictions.NO_ROW));
    }
    return result;
  }
}
