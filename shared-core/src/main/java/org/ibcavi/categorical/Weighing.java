// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

/** How the finished members get their weights. */
public enum Weighing {
  /**
   * The weights under which the mixed leave-one-out densities of the training rows are largest;
   * these densities are approximated from one fit. The better predictor.
   */
  STACKING,
  /** In proportion to the evidence, as if one of the members were true. */
  EVIDENCE
}
