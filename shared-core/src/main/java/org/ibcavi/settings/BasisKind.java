// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

/** Which functions of the features the members of the categorical stage are linear in. */
public enum BasisKind {
  /** The features themselves. */
  NONE,
  /** The features, and for each numeric one steps at some of its quantiles. */
  THRESHOLDS,
  /** The features, and random waves that together make any smooth function of all features. */
  SMOOTH,
  /** The features, and indicators of the leaves of random trees that see no labels. */
  TREES,
  /** Members on each of these, weighed by leave-one-out. */
  AUTO
}
