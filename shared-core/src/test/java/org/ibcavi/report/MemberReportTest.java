// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;

/** What the line of a member says. */
class MemberReportTest {
  private static MemberReport member(
      PriorReport.Kind prior, PosteriorKind posterior, double weight, double... trace) {
    return new MemberReport(
        "linear",
        "logit",
        1,
        new PriorReport(prior, 0.5, 25),
        false,
        posterior,
        -12.5,
        trace,
        true,
        weight);
  }

  @Test
  void aBoundIsNotCalledEvidence() {
    assertEquals(
        "logit, alpha 1.00, prior variance 0.500, learned: weight 1.000, full variational posterior,"
            + " bound -12.5000, converged after 1 pass",
        member(PriorReport.Kind.LEARNED, PosteriorKind.VARIATIONAL, 1, -9).toString());
    assertEquals(
        "logit, alpha 1.00, prior variance 0.500, learned: weight 1.000, full Laplace posterior, log"
            + " evidence -12.5000, converged after 2 passes",
        member(PriorReport.Kind.LEARNED, PosteriorKind.LAPLACE, 1, -10, -9).toString());
  }

  @Test
  void theObjectiveIsThatOfTheLeadingMember() {
    for (double weight : new double[] {0.4, 0.6}) {
      MemberReport first = member(PriorReport.Kind.LEARNED, PosteriorKind.LAPLACE, 1 - weight, -3);
      MemberReport second = member(PriorReport.Kind.BINARY, PosteriorKind.LAPLACE, weight, -7, -5);
      FitReport report =
          new FitReport.Builder()
              .method(Method.CATEGORICAL, "as asked for")
              .member(first)
              .member(second)
              .build();
      boolean regressions = weight > 0.5;
      assertEquals(regressions ? "ELBO" : "log posterior", report.objectiveName());
      assertEquals(regressions ? 2 : 1, report.objectiveTrace().length);
    }
    assertTrue(
        member(PriorReport.Kind.BINARY, PosteriorKind.LAPLACE, 1, -5)
            .toString()
            .endsWith("after 1 sweep"));
  }

  @Test
  void howAVariationalPosteriorWasFoundIsKept() {
    MemberReport plain = member(PriorReport.Kind.LEARNED, PosteriorKind.VARIATIONAL, 1, -9);
    assertEquals(OptionalInt.empty(), plain.rounds());
    assertEquals(OptionalInt.empty(), plain.draws());
    MemberReport found = plain.foundBy(3, 32);
    assertEquals(OptionalInt.of(3), found.rounds());
    assertEquals(OptionalInt.of(32), found.draws());
    assertArrayEquals(plain.trace(), found.trace());
    assertEquals(plain.toString(), found.toString());
  }
}
