// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import org.ibcavi.prior.LearnedScale;

/** What of a prior is learned beside the one variance of all weights. */
public sealed interface Structure permits LearnedStructure, SpikeAndSlab, StructureChoice {
  /**
   * The prior with one variance for all weights, from which learning starts.
   *
   * @return its intercept variance, and how the variance is learned
   */
  LearnedScale common();
}
