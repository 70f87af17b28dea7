// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import java.util.Objects;
import org.ibcavi.prior.LearnedScale;

/**
 * Weights of which some are zero and the others normal: β = 0 with probability 1 − π, else N(0,
 * σ²), with π and σ² learned. The posterior tells of each weight how probable it is not to be zero.
 *
 * @param common has the variance of the intercepts, which are never zero, and the evidence that
 *     tells how curved the log likelihoods are taken to be
 */
public record SpikeAndSlab(LearnedScale common) implements Structure {
  /**
   * Checks that nothing is missing.
   *
   * @param common has the variance of the intercepts
   */
  public SpikeAndSlab {
    Objects.requireNonNull(common, "common");
  }
}
