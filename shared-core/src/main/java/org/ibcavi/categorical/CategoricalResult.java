// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.List;

/** What the categorical stage found. */
public final class CategoricalResult {
  private final List<FittedMember> members;
  private final double[] weights;
  private final List<String> notes;

  CategoricalResult(List<FittedMember> members, double[] weights, List<String> notes) {
    this.members = List.copyOf(members);
    this.weights = weights;
    this.notes = List.copyOf(notes);
  }

  /**
   * The members that were fitted, those of no weight included.
   *
   * @return at least one
   */
  public List<FittedMember> members() {
    return members;
  }

  /**
   * The weight of a member.
   *
   * @param member which of the members
   * @return from 0 to 1; they sum to 1
   */
  public double weight(int member) {
    return weights[member];
  }

  /**
   * What was sampled or simplified, and warnings.
   *
   * @return sentences
   */
  public List<String> notes() {
    return notes;
  }
}
