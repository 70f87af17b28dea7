// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

/** Whether the posterior knows correlations between coefficients. */
public enum CovarianceShape {
  /** Full where its cost and memory are moderate, else diagonal; the report says which. */
  AUTO,
  /** A P×P covariance. */
  FULL,
  /** Coefficients independent of each other. */
  DIAGONAL
}
