// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

/**
 * A categorical likelihood that takes part in a model's predictions: p(label) ∝ H(η) / (1 − H(η))^α
 * at linear predictors η.
 *
 * @param basis what η is linear in, such as {@code linear} for the features themselves
 * @param link the name of the link with the inverse H, such as {@code logit}
 * @param alpha the power α, from 0 to 1; 1 with the logit is softmax
 * @param prior of the coefficients, such as {@code variance 0.53, learned}; members of one
 *     likelihood differ in it
 * @param weight its weight in the average
 */
public record Member(String basis, String link, double alpha, String prior, double weight) {}
