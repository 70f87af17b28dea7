// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.random.RandomGenerator;
import org.ibcavi.family.PowerFamily;
import org.ibcavi.link.Link;

/**
 * A categorical likelihood made from a binary link H. Conditioning (CBC) takes K binary variables
 * given that exactly one is 1, p_k ∝ H(η_k)/(1 − H(η_k)): softmax with the logit link, and with the
 * probit link the diagonal orthant model of Johndrow, Lum and Dunson (2013). Marginalization (CBM)
 * has p_k ∝ H(η_k): with the logit link the logistic-softmax of Galy-Fajou et al. (2020).
 *
 * @param link H
 * @param conditioning whether p_k ∝ H/(1 − H), else H
 * @param categories K
 */
public record BinaryFamily(Link link, boolean conditioning, int categories)
    implements CategoricalLikelihood {
  @Override
  public int predictors() {
    return categories;
  }

  @Override
  public void probabilities(double[] eta, double[] p) {
    PowerFamily.logProbabilities(link, conditioning ? 1 : 0, eta, p);
    for (int k = 0; k < p.length; k++) {
      p[k] = Math.exp(p[k]);
    }
  }

  /**
   * Conditioning draws all binary variables until one alone is 1; marginalization proposes a
   * category evenly until its variable is 1.
   */
  @Override
  public int simulate(double[] eta, RandomGenerator random) {
    int category = -1;
    while (category < 0) {
      category = conditioning ? onlySuccess(eta, random) : evenProposal(eta, random);
    }
    return category;
  }

  private int onlySuccess(double[] eta, RandomGenerator random) {
    int successes = 0;
    int last = -1;
    for (int k = 0; k < categories; k++) {
      if (succeeds(eta[k], random)) {
        successes++;
        last = k;
      }
    }
    return successes == 1 ? last : -1;
  }

  private int evenProposal(double[] eta, RandomGenerator random) {
    int k = random.nextInt(categories);
    return succeeds(eta[k], random) ? k : -1;
  }

  private boolean succeeds(double eta, RandomGenerator random) {
    return Math.log(random.nextDouble()) < link.logCdf(eta);
  }
}
