// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.List;

/** What the categorical stage found. */
public final class CategoricalResult {
  private final List<FittedMember> members;
  private final double[] weights;
  private final List<String> notes;

  private CategoricalResult(List<FittedMember> members, double[] weights, List<String> notes) {
    this.members = members;
    this.weights = weights;
    this.notes = notes;
  }

  /**
   * Weighs members together.
   *
   * @param groups of each form of the rows its members; with several forms the linear one first
   * @return members and weights, group after group
   */
  public static CategoricalResult of(List<Candidates> groups) {
    return new CategoricalResult(
        groups.stream().flatMap(group -> group.members().stream()).toList(),
        MemberWeights.of(groups),
        groups.stream().flatMap(group -> group.notes().stream()).distinct().toList());
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
