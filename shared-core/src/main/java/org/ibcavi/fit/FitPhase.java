// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.fit;

/** The parts of a fit, in order. */
public enum FitPhase {
  /** Planning and standardizing. */
  PREPARATION,
  /** Searching the prior's scale. */
  SCALE,
  /** Fitting the binary regression of every category. */
  BINARY,
  /** Computing covariances at the fitted means. */
  COVARIANCE,
  /** Weighing the members of the categorical family. */
  AVERAGING,
  /** Fitting the categorical members. */
  CATEGORICAL
}
