// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Locale;

/**
 * A finished categorical likelihood in a fit's report.
 *
 * @param link the name of its link
 * @param alpha its power α
 * @param weightVariance the prior variance of the weights; NaN if the prior has none for all
 * @param logEvidence of the finished model
 * @param passes over the rows for its mode
 * @param weight in the average; 0 if it was left out
 */
public record MemberReport(
    String link,
    double alpha,
    double weightVariance,
    double logEvidence,
    int passes,
    double weight) {
  /**
   * Such as {@code probit, alpha 1, variance 0.53: weight 0.41, log evidence -123.4, 17 passes}.
   */
  @Override
  public String toString() {
    String variance =
        Double.isNaN(weightVariance)
            ? ""
            : String.format(Locale.ROOT, ", variance %.3g", weightVariance);
    return String.format(
        Locale.ROOT,
        "%s, alpha %.3g%s: weight %.3f, log evidence %.6g, %d passes",
        link,
        alpha,
        variance,
        weight,
        logEvidence,
        passes);
  }
}
