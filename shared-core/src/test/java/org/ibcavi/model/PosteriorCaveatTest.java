// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;

/** When a model warns of its intervals, by the number of rows. */
class PosteriorCaveatTest {
  private static final int FEATURES = 9;

  /** Of a model with one variational member. */
  private static String caveat(int rows, int categories, long earlierRows) {
    MemberReport member =
        new MemberReport(
            "linear",
            "logit",
            1,
            new PriorReport(PriorReport.Kind.LEARNED, 1, 25),
            false,
            PosteriorKind.VARIATIONAL,
            -1,
            new double[] {-1},
            true,
            1);
    FitReport report =
        new FitReport.Builder()
            .size(rows, FEATURES, categories, categories, (long) rows * FEATURES)
            .earlierRows(earlierRows)
            .method(Method.CATEGORICAL, "as asked for")
            .member(member)
            .build();
    return PosteriorCaveat.of(report, FEATURES + 1, (FEATURES + 1.0) * categories);
  }

  @Test
  void aModelWarnsWhereRowsAreFewerThanACategorysCoefficients() {
    assertTrue(caveat(FEATURES, 3, 0).contains("fewer rows than coefficients"));
    assertNull(caveat(FEATURES + 1, 3, 0));
  }

  @Test
  void rowsOfEarlierFitsCountToo() {
    assertNull(caveat(1, 3, FEATURES));
  }

  /** Three million rows of a thousand categories are more than the largest int. */
  @Test
  void manyRowsOfManyCategoriesAreNotTakenForFew() {
    assertNull(caveat(3_000_000, 1000, 0));
  }
}
