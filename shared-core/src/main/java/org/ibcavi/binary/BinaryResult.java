// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.List;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.report.BinaryReport;

/** What the binary stage found. */
public final class BinaryResult {
  private final Coefficients means;
  private final PosteriorCovariance covariance;
  private final AlphaWeights weights;
  private final BinaryReport report;
  private final List<String> notes;

  BinaryResult(
      Coefficients means,
      PosteriorCovariance covariance,
      AlphaWeights weights,
      BinaryReport report,
      List<String> notes) {
    this.means = means;
    this.covariance = covariance;
    this.weights = weights;
    this.report = report;
    this.notes = List.copyOf(notes);
  }

  /**
   * The posterior means.
   *
   * @return a vector for each regression, not copied
   */
  public Coefficients means() {
    return means;
  }

  /**
   * The posterior covariances.
   *
   * @return of each regression; null for a start
   */
  public PosteriorCovariance covariance() {
    return covariance;
  }

  /**
   * The weights of the categorical family's members.
   *
   * @return null for a start
   */
  public AlphaWeights weights() {
    return weights;
  }

  /**
   * What the stage did.
   *
   * @return its section of the report
   */
  public BinaryReport report() {
    return report;
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
