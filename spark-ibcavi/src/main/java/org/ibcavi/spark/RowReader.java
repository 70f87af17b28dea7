// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;

/** Reads rows of features, label and perhaps weight, and says what is wrong with them. */
final class RowReader implements Serializable {
  private static final long serialVersionUID = 1;

  /** Characters of a vector in a message; the others would make it unreadable. */
  private static final int SHOWN = 80;

  /**
   * What is wrong with a row.
   *
   * @param message column, value and rule
   * @param missing whether a value is null, NaN or infinite, which may be allowed, and no mistake
   */
  record Fault(String message, boolean missing) implements Serializable {}

  private final String featuresCol;
  private final String labelCol;
  private final String weightCol;

  /** For rows whose columns are features, label and weight, the last only if it has a name. */
  RowReader(String featuresCol, String labelCol, String weightCol) {
    this.featuresCol = featuresCol;
    this.labelCol = labelCol;
    this.weightCol = weightCol;
  }

  /** What is wrong with a row to fit, if anything. */
  Optional<Fault> fault(Row row) {
    return fault(featuresCol, row.get(0))
        .or(() -> labelFault(row))
        .or(() -> weightCol.isEmpty() ? Optional.empty() : weightFault(row));
  }

  /** What is wrong with features, if anything. */
  static Optional<Fault> fault(String column, Object features) {
    if (features == null) {
      return missing(column, "null; must be a vector");
    }
    Vector vector = (Vector) features;
    int place = FeatureValues.of(vector).firstInvalid();
    return place < 0
        ? Optional.empty()
        : missing(
            column,
            vector.apply(place)
                + " at place "
                + place
                + " of "
                + shown(vector)
                + "; values must be finite");
  }

  private static String shown(Vector vector) {
    String text = vector.toString();
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }

  private Optional<Fault> labelFault(Row row) {
    String rule = "; labels must be whole numbers from 0, as StringIndexer makes them";
    if (row.isNullAt(1) || !Double.isFinite(row.getDouble(1))) {
      return missing(labelCol, row.get(1) + rule);
    }
    double label = row.getDouble(1);
    boolean category = label >= 0 && label < Integer.MAX_VALUE && label == Math.rint(label);
    return category ? Optional.empty() : mistake(labelCol, label + rule);
  }

  private Optional<Fault> weightFault(Row row) {
    String rule = "; weights must be finite and at least 0";
    if (row.isNullAt(2) || !Double.isFinite(row.getDouble(2))) {
      return missing(weightCol, row.get(2) + rule);
    }
    double weight = row.getDouble(2);
    return weight >= 0 ? Optional.empty() : mistake(weightCol, weight + rule);
  }

  private static Optional<Fault> missing(String column, String rest) {
    return Optional.of(new Fault("column '" + column + "': " + rest, true));
  }

  private static Optional<Fault> mistake(String column, String rest) {
    return Optional.of(new Fault("column '" + column + "': " + rest, false));
  }

  /** The column of features. */
  String featuresCol() {
    return featuresCol;
  }

  /**
   * Adds a row with weight to a list and its profile, or its fault to the profile.
   *
   * @param row the row
   * @param refuses whether missing values are a fault; their row is left out if not
   * @param profile of the rows
   * @param rows the list
   */
  void add(Row row, boolean refuses, Profile profile, List<LabeledRow> rows) {
    Optional<Fault> fault = fault(row);
    if (fault.isPresent()) {
      if (refuses || !fault.get().missing()) {
        profile.add(fault.get().message());
      }
      return;
    }
    LabeledRow read = read(row);
    if (read.weight() > 0) {
      profile.add(read);
      rows.add(read);
    }
  }

  /** The row, which has no fault. */
  LabeledRow read(Row row) {
    return new LabeledRow(
        FeatureValues.of((Vector) row.get(0)),
        (int) row.getDouble(1),
        weightCol.isEmpty() ? 1 : row.getDouble(2));
  }
}
