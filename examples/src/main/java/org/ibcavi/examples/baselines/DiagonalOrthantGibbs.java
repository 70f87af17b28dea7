// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;

/**
 * The Gibbs sampler of diagonal orthant models (Johndrow, Lum and Dunson, AISTATS 2013). With the
 * probit link a row has a normal variable for each category, of which its own is positive and the
 * others are negative; given these, each category's coefficients are those of a linear regression.
 * The logit link has Pólya-Gamma variables in their place.
 *
 * <p>As the authors give it, the last step leaves out the probability that exactly one variable is
 * positive, which depends on the coefficients. What is sampled is therefore the posterior of K
 * separate binary regressions (Wojnowicz et al., 2022, related work), and the model's likelihood,
 * {@link BinaryFamily} with conditioning, is used for predictions only.
 */
public final class DiagonalOrthantGibbs extends BinaryGibbs {
  /**
   * Starts at zero.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient, above 0
   * @param link probit or logit
   * @param seed of the draws
   */
  public DiagonalOrthantGibbs(TrainingData data, double precision, Link link, long seed) {
    super(regressions(data, precision, link), seed);
  }

  /** Each category against all others. */
  static BinaryRegressions regressions(TrainingData data, double precision, Link link) {
    return new BinaryRegressions(
        data,
        precision,
        link == Link.PROBIT ? BinaryAugmentation.PROBIT : BinaryAugmentation.LOGIT,
        data.categories(),
        (regression, category) -> regression == category ? 1 : -1);
  }
}
