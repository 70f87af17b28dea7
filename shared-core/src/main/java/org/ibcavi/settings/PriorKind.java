// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

/** What is learned about the prior of the coefficients. */
public enum PriorKind {
  /** One variance for all weights. */
  SHARED,
  /** One variance for all weights about a mean for each feature that the categories share. */
  HIERARCHICAL,
  /** A variance for each feature. */
  PER_FEATURE,
  /** A variance for each attribute, whose name is what features' names have before = or @. */
  PER_ATTRIBUTE,
  /** A variance for each category. */
  PER_CATEGORY,
  /** A variance for each single weight: Cauchy tails. */
  HEAVY_TAILED,
  /** Some weights are zero and the others share a variance: inclusion probabilities. */
  SPIKE_SLAB,
  /** One of shared, hierarchical, per feature and per attribute: that with the most evidence. */
  EVIDENCE
}
