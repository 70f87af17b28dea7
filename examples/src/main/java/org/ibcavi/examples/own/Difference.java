// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import java.util.Arrays;

/**
 * A mean over rows.
 *
 * @param mean the mean
 * @param error its standard error
 */
record Difference(double mean, double error) {
  static Difference of(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return new Difference(
        mean, Math.sqrt(squares / values.length / Math.max(1, values.length - 1)));
  }

  /** Whether it is above 0 by more than two standard errors. */
  boolean isAboveZero() {
    return mean > 2 * error;
  }

  /** Whether it is below 0 by more than two standard errors. */
  boolean isBelowZero() {
    return mean < -2 * error;
  }
}
