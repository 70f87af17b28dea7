// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.List;
import org.ibcavi.report.PriorReport;

/**
 * Members that were fitted to one form of the rows, and how well each of them predicts rows left
 * out. They are weighed together with those of other forms ({@link CategoricalResult#of}).
 */
public final class Candidates {
  private final List<FittedMember> members;
  private final double[] priorRows;
  private final double[][] logDensities;
  private final double[] rowWeights;
  private final boolean keepsFirst;
  private final List<String> notes;

  /**
   * Takes them.
   *
   * @param members fitted
   * @param priorRows how many rows what is known of each member is worth
   * @param logDensities of each member for each row left out; null if there is nothing to weigh
   * @param rowWeights of these rows
   * @param keepsFirst whether the first member stays, however small its weight is
   * @param notes what was sampled or simplified, and warnings
   */
  Candidates(
      List<FittedMember> members,
      double[] priorRows,
      double[][] logDensities,
      double[] rowWeights,
      boolean keepsFirst,
      List<String> notes) {
    this.members = List.copyOf(members);
    this.priorRows = priorRows;
    this.logDensities = logDensities;
    this.rowWeights = rowWeights;
    this.keepsFirst = keepsFirst;
    this.notes = List.copyOf(notes);
  }

  /**
   * The members.
   *
   * @return at least one
   */
  public List<FittedMember> members() {
    return members;
  }

  MemberWeights.Weighed weighed(int member) {
    return new MemberWeights.Weighed(
        logDensities[member],
        priorRows[member],
        members.get(member).prior().kind() == PriorReport.Kind.HEAVY_TAILED);
  }

  /** Whether members of other bases have to earn their weight; in a fit that goes on they have. */
  boolean leads() {
    return keepsFirst && !members.get(0).prior().isContinued();
  }

  boolean keepsFirst() {
    return keepsFirst;
  }

  double[] rowWeights() {
    return rowWeights;
  }

  List<String> notes() {
    return notes;
  }
}
