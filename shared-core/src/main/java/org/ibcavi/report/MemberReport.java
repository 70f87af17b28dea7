// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.report;

import java.util.Locale;

/**
 * A finished categorical likelihood in a fit's report.
 *
 * @param link the name of its link
 * @param alpha its power α
 * @param weightVariance the prior variance of the weights; NaN if the prior has none for all; the
 *     squared scale of a prior with heavy tails
 * @param heavyTails whether the prior of the weights is Cauchy instead of normal
 * @param logEvidence of the finished model; NaN with heavy tails
 * @param passes over the rows for its mode
 * @param weight in the average; 0 if it was left out
 */
public record MemberReport(
    String link,
    double alpha,
    double weightVariance,
    boolean heavyTails,
    double logEvidence,
    int passes,
    double weight) {
  /** Such as {@code variance 0.53} or {@code Cauchy prior of scale 0.21}; empty without either. */
  private String prior() {
    if (Double.isNaN(weightVariance)) {
      return "";
    }
    return heavyTails
        ? String.format(Locale.ROOT, "Cauchy prior of scale %.3g", Math.sqrt(weightVariance))
        : String.format(Locale.ROOT, "variance %.3g", weightVariance);
  }

  /**
   * Such as {@code probit, alpha 1, variance 0.53: weight 0.41, log evidence -123.4, 17 passes}.
   */
  @Override
  public String toString() {
    String evidence =
        Double.isNaN(logEvidence)
            ? ""
            : String.format(Locale.ROOT, "log evidence %.6g, ", logEvidence);
    return String.format(
        Locale.ROOT,
        "%s, alpha %.3g%s: weight %.3f, %s%d passes",
        link,
        alpha,
        prior().isEmpty() ? "" : ", " + prior(),
        weight,
        evidence,
        passes);
  }
}
