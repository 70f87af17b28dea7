// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import org.ibcavi.problem.Cost;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.settings.PosteriorKind;

/** What is to be said of a posterior whose intervals do not hold what they promise. */
final class PosteriorCaveat {
  private PosteriorCaveat() {}

  /**
   * A sentence about a model's posterior.
   *
   * @param report how the model was fitted
   * @param size coefficients of a category
   * @param coefficients of all categories that have rows
   * @return null if nothing is to be said
   */
  static String of(FitReport report, int size, double coefficients) {
    if (report.members().isEmpty()) {
      boolean bound =
          report
              .binary()
              .flatMap(binary -> binary.posterior())
              .filter(kind -> kind == PosteriorKind.CAVI)
              .isPresent();
      return bound
          ? "The posterior is that of the binary regressions' bound: intervals are too narrow, above"
              + " all for rare categories."
          : "The posterior is that of independent binary regressions, not of the categorical model:"
              + " intervals may be too narrow.";
    }
    MemberReport leading = report.leadingMember().orElseThrow();
    if (leading.isDiagonal()) {
      return "The posterior leaves out correlations between coefficients: intervals may be too"
          + " narrow.";
    }
    if (leading.posterior() == PosteriorKind.LAPLACE
        && Cost.averagingMatters((double) report.allRows(), coefficients)) {
      return "The posterior is Laplace's, and rows are few: where categories are nearly separable"
          + " intervals are too wide. Posterior variational mends it.";
    }
    return report.allRows() < size
        ? "There are fewer rows than coefficients of a category, so that the prior's variance is"
            + " hardly known: intervals may be too narrow."
        : null;
  }
}
