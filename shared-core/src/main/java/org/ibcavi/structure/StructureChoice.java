// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import java.util.List;
import java.util.Objects;
import org.ibcavi.prior.LearnedScale;

/**
 * One variance for all weights, or the structure that has more evidence.
 *
 * @param candidates to be compared with the one variance
 * @param common has the variance of the intercepts
 */
public record StructureChoice(List<LearnedStructure> candidates, LearnedScale common)
    implements Structure {
  /**
   * Checks that nothing is missing.
   *
   * @param candidates to be compared with the one variance
   * @param common has the variance of the intercepts
   */
  public StructureChoice {
    candidates = List.copyOf(candidates);
    Objects.requireNonNull(common, "common");
  }
}
