// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.Arrays;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;

/**
 * A data set in the form that every program can read: rows as column numbers and values, the first
 * of them for training.
 */
final class Split {
  final String name;
  final int features;
  final int classes;
  final boolean sparse;
  final int[][] columns;
  final double[][] values;
  final int[] labels;
  final int trainingRows;

  Split(
      String name,
      int features,
      int classes,
      int[][] columns,
      double[][] values,
      int[] labels,
      int trainingRows) {
    this.name = name;
    this.features = features;
    this.classes = classes;
    this.sparse = columns != null;
    this.columns = columns;
    this.values = values;
    this.labels = labels;
    this.trainingRows = trainingRows;
  }

  static Split dense(String name, double[][] rows, int[] labels, int classes, double training) {
    int count = (int) (training * rows.length);
    return new Split(name, rows[0].length, classes, null, rows, labels, count);
  }

  int rows() {
    return labels.length;
  }

  int testRows() {
    return labels.length - trainingRows;
  }

  int[] testLabels() {
    return Arrays.copyOfRange(labels, trainingRows, labels.length);
  }

  /** The column numbers of a row's values. */
  int[] columnsOf(int row) {
    if (sparse) {
      return columns[row];
    }
    int[] all = new int[features];
    Arrays.setAll(all, m -> m);
    return all;
  }

  /** A row with its zeros. */
  double[] denseRow(int row) {
    if (!sparse) {
      return values[row];
    }
    double[] dense = new double[features];
    for (int i = 0; i < columns[row].length; i++) {
      dense[columns[row][i]] = values[row][i];
    }
    return dense;
  }

  /**
   * Dense columns centred and divided by their deviation over the training rows; sparse as it is.
   */
  Split standardized() {
    if (sparse) {
      return this;
    }
    double[] mean = new double[features];
    double[] square = new double[features];
    for (int i = 0; i < trainingRows; i++) {
      for (int m = 0; m < features; m++) {
        mean[m] += values[i][m] / trainingRows;
        square[m] += values[i][m] * values[i][m] / trainingRows;
      }
    }
    double[][] result = new double[rows()][features];
    for (int i = 0; i < rows(); i++) {
      for (int m = 0; m < features; m++) {
        double deviation = Math.sqrt(Math.max(1e-12, square[m] - mean[m] * mean[m]));
        result[i][m] = (values[i][m] - mean[m]) / deviation;
      }
    }
    return new Split(name, features, classes, null, result, labels, trainingRows);
  }

  TrainingData training() {
    if (sparse) {
      TrainingData.Builder data = TrainingData.sparse(features, classes);
      for (int i = 0; i < trainingRows; i++) {
        data.add(columns[i], values[i], labels[i]);
      }
      return data.build();
    }
    TrainingData.Builder data = TrainingData.dense(features, classes);
    for (int i = 0; i < trainingRows; i++) {
      data.add(values[i], labels[i]);
    }
    return data.build();
  }

  DesignMatrix test() {
    if (sparse) {
      DesignMatrix.Builder rows = DesignMatrix.sparse(features);
      for (int i = trainingRows; i < rows(); i++) {
        rows.add(columns[i], values[i]);
      }
      return rows.build();
    }
    DesignMatrix.Builder rows = DesignMatrix.dense(features);
    for (int i = trainingRows; i < rows(); i++) {
      rows.add(values[i]);
    }
    return rows.build();
  }
}
