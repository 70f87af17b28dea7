// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;

/**
 * Coordinate ascent for the diagonal orthant models of {@link DiagonalOrthantGibbs}: their complete
 * conditionals are known distributions, so the updates are in closed form. They are those of
 * IB-CAVI.
 */
public final class DiagonalOrthantCavi extends BinaryAscent {
  private final BinaryFamily likelihood;

  /**
   * Starts at zero.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient, above 0
   * @param link probit or logit
   * @param workers who share the categories; the result does not depend on it
   */
  public DiagonalOrthantCavi(TrainingData data, double precision, Link link, Workers workers) {
    super(DiagonalOrthantGibbs.regressions(data, precision, link), workers);
    this.likelihood = new BinaryFamily(link, true, data.categories());
  }

  @Override
  public BinaryFamily likelihood() {
    return likelihood;
  }
}
