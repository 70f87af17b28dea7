// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.report.PriorReport;
import org.junit.jupiter.api.Test;

/** The weights of a linear member that leads and of one on another basis. */
class MemberWeightsTest {
  private static final int ROWS = 40;
  private static final double LEADING_ROWS = 5;

  private static Candidates member(double priorRows, double[] logDensities) {
    FittedMember member =
        new FittedMember(
            new Likelihood(Link.LOGIT, 1), PriorReport.continued(), null, null, null, 0);
    double[] rowWeights = new double[ROWS];
    Arrays.fill(rowWeights, 1);
    return new Candidates(
        Collections.singletonList(member),
        new double[] {priorRows},
        new double[][] {logDensities},
        rowWeights,
        false,
        List.of());
  }

  /** A row in so many is predicted with the first probability, the others with the second. */
  private static double[] logDensities(int every, double first, double others) {
    double[] densities = new double[ROWS];
    Arrays.setAll(densities, i -> Math.log(i % every == 0 ? first : others));
    return densities;
  }

  /** The maximum over the first weight by trying many. */
  private static double best(double[] rows, double[] linear, double[] other) {
    double best = Double.NEGATIVE_INFINITY;
    double at = 0;
    for (double w = 1e-4; w < 1; w += 1e-4) {
      double value = rows[0] * Math.log(w) + rows[1] * Math.log(1 - w);
      for (int i = 0; i < ROWS; i++) {
        value += Math.log(w * Math.exp(linear[i]) + (1 - w) * Math.exp(other[i]));
      }
      if (value > best) {
        best = value;
        at = w;
      }
    }
    return at;
  }

  private static double weight(double[] linear, double[] other) {
    return MemberWeights.of(List.of(member(LEADING_ROWS, linear), member(1, other)))[0];
  }

  @Test
  void aLinearMemberLeadsWhileNoOtherIsClearlyBetter() {
    double[] linear = logDensities(2, 0.5, 0.5);
    // Better in sum by 40·(½·log 1.6 + ½·log 0.7) = 2.3, with a standard error of 2.6.
    double[] other = logDensities(2, 0.8, 0.35);
    double expected = best(new double[] {LEADING_ROWS, 1}, linear, other);
    assertEquals(expected, weight(linear, other), 1e-3);
  }

  @Test
  void aClearlyBetterMemberIsNotHeldBack() {
    double[] linear = logDensities(2, 0.5, 0.5);
    double[] other = logDensities(4, 0.4, 0.7);
    double expected = best(new double[] {1, 1}, linear, other);
    assertEquals(expected, weight(linear, other), 1e-3);
  }
}
