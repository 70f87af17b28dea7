// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

/**
 * A categorical likelihood that takes part in a model's predictions: p(label) ∝ H(η) / (1 − H(η))^α
 * at linear predictors η.
 *
 * @param link the name of the link with the inverse H: {@code probit} or {@code logit}
 * @param alpha the power α, from 0 to 1; 1 with the logit is softmax
 * @param weight its weight in the average
 */
public record Member(String link, double alpha, double weight) {}
