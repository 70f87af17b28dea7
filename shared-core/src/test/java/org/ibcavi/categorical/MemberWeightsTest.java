// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.report.PriorReport;
import org.junit.jupiter.api.Test;

/** The weights of a linear member that leads and of one on another basis. */
class MemberWeightsTest {
  private static final int ROWS = 40;
  private static final double LEADING_ROWS = 5;

  private static Candidates members(
      double priorRows, boolean leads, List<PriorReport> priors, double[]... logDensities) {
    List<FittedMember> members =
        priors.stream()
            .map(
                prior ->
                    new FittedMember(new Likelihood(Link.LOGIT, 1), prior, null, null, null, 0))
            .toList();
    double[] rowWeights = new double[ROWS];
    Arrays.fill(rowWeights, 1);
    double[] rows = new double[priors.size()];
    Arrays.fill(rows, priorRows);
    return new Candidates(members, rows, logDensities, rowWeights, leads, List.of());
  }

  private static PriorReport prior(PriorReport.Kind kind) {
    return PriorReport.of(kind, new LearnedScale(1, LearnedScale.Evidence.AUTO), 2, true);
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

  private static double[] weights(Candidates linear, double[] other) {
    return MemberWeights.of(
        List.of(linear, members(1, false, List.of(prior(PriorReport.Kind.LEARNED)), other)));
  }

  private static double weight(double[] linear, double[] other) {
    List<PriorReport> priors = List.of(prior(PriorReport.Kind.LEARNED));
    return weights(members(LEADING_ROWS, true, priors, linear), other)[0];
  }

  @Test
  void aLinearMemberLeadsWhileItPredictsBetter() {
    double[] linear = logDensities(2, 0.5, 0.5);
    // Worse in sum by 40·(½·log 1.6 + ½·log 0.6) = -0.8.
    double[] other = logDensities(2, 0.8, 0.3);
    double expected = best(new double[] {LEADING_ROWS, 1}, linear, other);
    assertEquals(expected, weight(linear, other), 1e-3);
  }

  @Test
  void aLinearMemberLeadsWhileTheOtherIsBetterByLessThanAStandardError() {
    double[] linear = logDensities(2, 0.5, 0.5);
    // Better in sum by 40·(½·log 1.6 + ½·log 0.7) = 2.3; the standard error is √40·0.413 = 2.6.
    double[] other = logDensities(2, 0.8, 0.35);
    double expected = best(new double[] {LEADING_ROWS, 1}, linear, other);
    assertEquals(expected, weight(linear, other), 1e-3);
  }

  @Test
  void aBetterMemberIsNotHeldBack() {
    double[] linear = logDensities(2, 0.5, 0.5);
    // Better in sum by 40·(½·log 1.6 + ½·log 0.84) = 5.9; the standard error is √40·0.322 = 2.0.
    double[] other = logDensities(2, 0.8, 0.42);
    double expected = best(new double[] {1, 1}, linear, other);
    assertEquals(expected, weight(linear, other), 1e-3);
  }

  @Test
  void aHeavyTailedMemberDoesNotSpeakForTheLinearOnes() {
    double[] normal = logDensities(2, 0.5, 0.5);
    double[] heavyTailed = logDensities(2, 0.9, 0.9);
    double[] other = logDensities(2, 0.8, 0.42);
    List<PriorReport> priors =
        List.of(prior(PriorReport.Kind.LEARNED), prior(PriorReport.Kind.HEAVY_TAILED));
    double[] weights = weights(members(LEADING_ROWS, true, priors, normal, heavyTailed), other);
    assertEquals(1 - best(new double[] {1, 1}, normal, other), weights[2], 1e-3);
    double ofNormal = best(new double[] {LEADING_ROWS, LEADING_ROWS}, normal, heavyTailed);
    assertEquals(ofNormal, weights[0] / (weights[0] + weights[1]), 1e-3);
  }

  @Test
  void aRowOfWeightTwoCountsAsTwoWhereMembersAreCompared() {
    double[] gains = {0.5, -0.3, 0.2, 0.1};
    double[] none = new double[4];
    // The sum 0.5 is below the error 0.57, and with the third row twice 0.7 is above 0.58.
    assertFalse(MemberWeights.isClearlyBetter(gains, none, new double[] {1, 1, 1, 1}));
    assertTrue(MemberWeights.isClearlyBetter(gains, none, new double[] {1, 1, 2, 1}));
  }

  @Test
  void inAFitThatGoesOnNoMemberLeads() {
    double[] linear = logDensities(2, 0.5, 0.5);
    double[] other = logDensities(2, 0.8, 0.3);
    Candidates earlier = members(LEADING_ROWS, true, List.of(PriorReport.continued()), linear);
    Candidates next = members(4, true, List.of(PriorReport.continued()), other);
    double expected = best(new double[] {LEADING_ROWS, 4}, linear, other);
    assertEquals(expected, MemberWeights.of(List.of(earlier, next))[0], 1e-3);
  }
}
