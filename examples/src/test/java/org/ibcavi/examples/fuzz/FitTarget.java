// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.fuzz;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Method;

/**
 * Any small data are fitted or refused, and a fitted model gives probabilities to its rows. The
 * bytes are: a byte each for method, link, basis, rows, features, categories and flags; then the
 * rows, each a label, a weight where there are weights, and values.
 */
public final class FitTarget {
  private static final int MOST_ROWS = 24;
  private static final int MOST_FEATURES = 4;
  private static final int MOST_CATEGORIES = 5;

  private static final int SPARSE = 1;
  private static final int WEIGHTED = 2;
  private static final int NO_INTERCEPT = 4;
  private static final int NOT_STANDARDIZED = 8;

  /** A byte below this is a number itself; from here on it announces the eight bytes of one. */
  private static final int LEAST_MARK = 240;

  private final ByteBuffer input;

  private FitTarget(byte[] input) {
    this.input = ByteBuffer.wrap(input);
  }

  /**
   * What Jazzer calls.
   *
   * @param input any bytes
   */
  public static void fuzzerTestOneInput(byte[] input) {
    try {
      new FitTarget(input).fit();
    } catch (IllegalArgumentException | MemoryLimitException e) {
      if (e.getMessage() == null || e.getMessage().isBlank()) {
        throw new AssertionError("refused without a reason", e);
      }
    }
  }

  private void fit() {
    IbCavi settings = IbCavi.withDefaults().method(choice(Method.values()));
    int link = next() % (Link.ALL.size() + 1);
    settings = link == 0 ? settings : settings.link(Link.ALL.get(link - 1));
    BasisKind basis = choice(BasisKind.values());
    settings = basis == BasisKind.NONE ? settings : settings.basis(basis);
    int rows = next() % MOST_ROWS + 1;
    int features = next() % (MOST_FEATURES + 1);
    int categories = next() % MOST_CATEGORIES + 1;
    int flags = next();
    settings = (flags & NO_INTERCEPT) == 0 ? settings : settings.intercept(false);
    settings = (flags & NOT_STANDARDIZED) == 0 ? settings : settings.standardize(false);
    double[][] values = new double[rows][features];
    int[] labels = new int[rows];
    double[] weights = new double[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = next() % categories;
      weights[i] = (flags & WEIGHTED) == 0 ? 1 : number();
      for (int m = 0; m < features; m++) {
        values[i][m] = number();
      }
    }
    boolean sparse = (flags & SPARSE) != 0;
    check(settings.fit(data(values, labels, weights, categories, sparse)), values);
  }

  private static TrainingData data(
      double[][] values, int[] labels, double[] weights, int categories, boolean sparse) {
    int features = values[0].length;
    if (!sparse) {
      TrainingData.Builder dense = TrainingData.dense(features, categories);
      for (int i = 0; i < labels.length; i++) {
        dense.add(values[i], labels[i], weights[i]);
      }
      return dense.build();
    }
    int[] columns = new int[features];
    Arrays.setAll(columns, m -> m);
    TrainingData.Builder builder = TrainingData.sparse(features, categories);
    for (int i = 0; i < labels.length; i++) {
      builder.add(columns, values[i], labels[i], weights[i]);
    }
    return builder.build();
  }

  private static void check(CategoricalModel model, double[][] rows) {
    for (double[] row : rows) {
      double[] probabilities = model.probabilities(row);
      if (!(Math.abs(Arrays.stream(probabilities).sum() - 1) < 1e-9)) {
        throw new AssertionError(Arrays.toString(row) + ": " + Arrays.toString(probabilities));
      }
    }
  }

  private <T> T choice(T[] values) {
    return values[next() % values.length];
  }

  /** The next byte, 0 behind the end. */
  private int next() {
    return input.hasRemaining() ? Byte.toUnsignedInt(input.get()) : 0;
  }

  private double number() {
    int first = next();
    if (first < LEAST_MARK || input.remaining() < Double.BYTES) {
      return (first - 32) / 16.0;
    }
    return input.getDouble();
  }
}
