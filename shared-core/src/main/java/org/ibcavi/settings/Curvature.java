// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

/** Which covariance stands beside the posterior means. */
public enum Curvature {
  /** Laplace's where its cost is moderate, else CAVI's; the report says which. */
  AUTO,
  /** That of the variational posterior: with the probit link too narrow for rare categories. */
  CAVI,
  /** The inverse curvature of each category's own log posterior at the mean. */
  LAPLACE
}
