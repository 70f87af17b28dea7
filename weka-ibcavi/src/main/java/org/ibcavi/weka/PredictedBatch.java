// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.lang.ref.WeakReference;
import java.util.BitSet;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Uncertainty;

/**
 * Where the probabilities of a batch came from. Weka hands an output of predictions nothing but the
 * probabilities and the instance, often as it was before a filter: this finds the model and the row
 * that the probabilities were computed from. It holds nothing longer than Weka holds the
 * probabilities.
 */
public final class PredictedBatch {
  /** By the identity of the array, which is what equality of arrays means. */
  private static final Map<double[][], PredictedBatch> BATCHES =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Weka prints what the same thread has just predicted. */
  private static final ThreadLocal<WeakReference<double[][]>> LAST =
      ThreadLocal.withInitial(() -> new WeakReference<>(null));

  private final CategoricalModel model;
  private final DesignMatrix rows;
  private final BitSet unknown;

  /** Where the last search ended: instances are printed in order. */
  private int next;

  private PredictedBatch(CategoricalModel model, DesignMatrix rows, BitSet unknown) {
    this.model = model;
    this.rows = rows;
    this.unknown = unknown;
  }

  /**
   * Remembers a batch while the array of its predictions is in use.
   *
   * @param predicted probabilities of each row
   * @param model that predicted
   * @param rows that were predicted
   * @param unknown those of which nothing is known, so that no uncertainty can be computed
   */
  public static void remember(
      double[][] predicted, CategoricalModel model, DesignMatrix rows, BitSet unknown) {
    BATCHES.put(predicted, new PredictedBatch(model, rows, unknown));
    LAST.set(new WeakReference<>(predicted));
  }

  /**
   * How sure the model is of one of the predictions that this thread made last.
   *
   * @param probabilities the very array that the classifier returned for the instance
   * @param level the probability that an interval holds
   * @return empty if they are from somewhere else, or nothing is known of the instance
   */
  public static Optional<Uncertainty> uncertainty(double[] probabilities, double level) {
    double[][] last = LAST.get().get();
    PredictedBatch batch = last == null ? null : BATCHES.get(last);
    return batch == null ? Optional.empty() : batch.find(last, probabilities, level);
  }

  private synchronized Optional<Uncertainty> find(
      double[][] predicted, double[] probabilities, double level) {
    for (int tried = 0; tried < predicted.length; tried++) {
      int row = (next + tried) % predicted.length;
      if (predicted[row] == probabilities) {
        next = row + 1;
        if (unknown.get(row)) {
          return Optional.empty();
        }
        double[] values = new double[rows.columns()];
        rows.copyRow(row, values);
        return Optional.of(model.uncertainty(DesignMatrix.ofRow(values.length, values), level)[0]);
      }
    }
    return Optional.empty();
  }
}
