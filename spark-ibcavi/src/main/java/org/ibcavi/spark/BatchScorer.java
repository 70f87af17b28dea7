// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.RankedCategory;
import org.ibcavi.model.Uncertainty;

/** Predicts the rows of a partition, batch after batch. */
final class BatchScorer implements MapPartitionsFunction<Row, Row> {
  private static final long serialVersionUID = 1;

  /** Rows of a batch: enough for the product kernels. */
  private static final int MOST_ROWS = 1024;

  /** Probabilities of a batch at the most, where categories are many. */
  private static final int MOST_PROBABILITIES = 1 << 22;

  private final Broadcast<ModelBytes> model;
  private final OutputColumns columns;

  BatchScorer(Broadcast<ModelBytes> model, OutputColumns columns) {
    this.model = model;
    this.columns = columns;
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    CategoricalModel fitted = model.value().model();
    int batch = Math.max(1, Math.min(MOST_ROWS, MOST_PROBABILITIES / fitted.categories()));
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
        valid.add(FeatureValues.of((Vector) row.get(columns.features())));
        isValid[kept.size()] = true;
      }
      if (fault.isEmpty() || columns.invalid() == InvalidRows.KEEP) {
        kept.add(row);
      }
    }
    Predictions predictions = new Predictions(fitted, valid, columns);
    List<Row> result = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < kept.size(); i++) {
      result.add(extended(kept.get(i), predictions, isValid[i] ? at++ : Predictions.NO_ROW));
    }
    return result;
  }

  private Row extended(Row row, Predictions predictions, int at) {
    int given = row.size();
    Object[] values = new Object[given + columns.count()];
    for (int i = 0; i < given; i++) {
      values[i] = row.get(i);
    }
    for (int i = given; i < values.length; i++) {
      values[i] = predictions.value(columns.content(i - given), at);
    }
    return RowFactory.create(values);
  }

  /** The predictions of a batch. */
  private static final class Predictions {
    /** Instead of a number: a row whose features are missing. */
    static final int NO_ROW = -1;

    private final CategoricalModel model;
    private final OutputColumns columns;
    private double[][] probabilities = new double[0][];
    private Uncertainty[] uncertainties = new Uncertainty[0];

    Predictions(CategoricalModel model, List<FeatureValues> rows, OutputColumns columns) {
      this.model = model;
      this.columns = columns;
      if (!rows.isEmpty()) {
        DesignMatrix matrix = FeatureValues.matrix(rows, model.features());
        probabilities = model.probabilities(matrix);
        if (columns.ofUncertainty()) {
          uncertainties = model.uncertainty(matrix, columns.level());
        }
      }
    }

    Object value(OutputColumns.Content content, int row) {
      if (content.ofUncertainty()) {
        return row == NO_ROW ? null : ofUncertainty(content, uncertainties[row]);
      }
      double[] p = row == NO_ROW ? model.data().baseRates() : probabilities[row];
      return switch (content) {
        case RAW -> Vectors.dense(Arrays.stream(p).map(Math::log).toArray());
        case PROBABILITY -> Vectors.dense(p);
        case PREDICTION -> (double) predicted(p);
        case TOP_CATEGORIES -> top(p).stream().map(RankedCategory::name).toArray(String[]::new);
        default -> top(p).stream().map(RankedCategory::probability).toArray(Double[]::new);
      };
    }

    private static Object ofUncertainty(OutputColumns.Content content, Uncertainty uncertainty) {
      return switch (content) {
        case LOWER -> Vectors.dense(uncertainty.lower());
        case UPPER -> Vectors.dense(uncertainty.upper());
        case NOISE -> uncertainty.expectedEntropy();
        default -> uncertainty.mutualInformation();
      };
    }

    private List<RankedCategory> top(double[] p) {
      return RankedCategory.top(p, model.categoryNames(), columns.top());
    }

    /** The category with the largest ratio of probability to threshold. */
    private int predicted(double[] p) {
      int best = 0;
      for (int k = 1; k < p.length; k++) {
        best = columns.scaled(p[k], k) > columns.scaled(p[best], best) ? k : best;
      }
      return best;
    }
  }
}
