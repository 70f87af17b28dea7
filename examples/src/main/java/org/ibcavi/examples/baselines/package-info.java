// SPDX-License-Identifier: Apache-2.0
/**
 * Other ways to fit categorical regressions, written for comparison: maximum likelihood, mean-field
 * ADVI and the No-U-Turn sampler; and the models of the paper's table with auxiliary variables, by
 * Gibbs sampling and by coordinate ascent: softmax, stick-breaking, multinomial probit, diagonal
 * orthant and logistic-softmax. Same seed, same result.
 */
package org.ibcavi.examples.baselines;
