// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

/** What is fitted: which stages run, and with whose defaults. */
public enum Method {
  /** {@link #CATEGORICAL} where the size of the data allows it, else {@link #BINARY}. */
  AUTO,
  /** Both stages: the binary one is the start of categorical models of all categories together. */
  CATEGORICAL,
  /** The binary stage alone: one regression for each category, joined by a categorical family. */
  BINARY,
  /**
   * The binary stage with the settings of the paper that proposed it (Wojnowicz et al. 2022): logit
   * link, standard normal prior, plain coordinate ascent until the gain of the ELBO is small, the
   * average of two categorical likelihoods, features as they are.
   */
  PUBLISHED
}
