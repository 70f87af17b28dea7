// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.exact;

import java.util.Arrays;

/**
 * What one run of the sampler is about: rows to learn from, rows to predict, a categorical member
 * and its prior.
 *
 * @param name says what is special about it
 * @param link logit or probit
 * @param alpha power of the member
 * @param weightVariance prior variance of the weights
 * @param categories how many, those without rows too
 * @param rows to learn from
 * @param labels of these rows
 * @param weights of these rows
 * @param testRows to predict
 */
@SuppressWarnings("ArrayRecordComponent") // Read by the two classes beside it, which change none.
record MemberProblem(
    String name,
    String link,
    double alpha,
    double weightVariance,
    int categories,
    double[][] rows,
    int[] labels,
    double[] weights,
    double[][] testRows) {
  /** Prior variance of the intercepts, the default of the core. */
  static final double INTERCEPT_VARIANCE = 25;

  /** Decimals of features and weights: those of the file are those of the run. */
  private static final double DECIMALS = 1e4;

  /** The same with numbers as they stand in the file. */
  MemberProblem rounded() {
    return new MemberProblem(
        name,
        link,
        alpha,
        weightVariance,
        categories,
        rounded(rows),
        labels,
        rounded(weights),
        rounded(testRows));
  }

  private static double[][] rounded(double[][] values) {
    return Arrays.stream(values).map(MemberProblem::rounded).toArray(double[][]::new);
  }

  private static double[] rounded(double[] values) {
    return Arrays.stream(values).map(v -> Math.rint(v * DECIMALS) / DECIMALS).toArray();
  }
}
