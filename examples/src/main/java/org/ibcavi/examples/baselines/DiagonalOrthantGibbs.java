// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.SplittableRandom;
import org.ibcavi.design.TrainingData;

/**
 * The Gibbs sampler of the diagonal orthant probit model (Johndrow, Lum and Dunson, AISTATS 2013):
 * a row has a normal variable for each category, of which its own is positive and the others are
 * negative; given these, each category's coefficients are those of a linear regression.
 *
 * <p>As the authors give it, the last step leaves out the probability that exactly one variable is
 * positive, which depends on the coefficients. What is sampled is therefore the posterior of K
 * separate probit regressions (Wojnowicz et al., 2022, related work), and the model's likelihood,
 * {@link BinaryFamily} with conditioning, is used for predictions only.
 */
public final class DiagonalOrthantGibbs implements GibbsSampler {
  private final BinaryRegressions regressions;
  private final SplittableRandom random;

  /**
   * Starts at zero.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient, above 0
   * @param seed of the draws
   */
  public DiagonalOrthantGibbs(TrainingData data, double precision, long seed) {
    this.regressions = regressions(data, precision);
    this.random = new SplittableRandom(seed);
  }

  /** Each category against all others. */
  static BinaryRegressions regressions(TrainingData data, double precision) {
    return new BinaryRegressions(
        data,
        precision,
        BinaryAugmentation.PROBIT,
        data.categories(),
        (regression, category) -> regression == category ? 1 : -1);
  }

  @Override
  public void sweep() {
    regressions.draw(random);
  }

  @Override
  public double[] theta() {
    return regressions.theta();
  }
}
