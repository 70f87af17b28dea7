// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

/**
 * What the posterior says about a coefficient, on the original scale of the features.
 *
 * @param feature the name of its feature; {@link org.tribuo.Model#BIAS_FEATURE} for the intercept
 * @param mean its posterior mean
 * @param standardDeviation its posterior standard deviation
 * @param lower the lower end of its central credible interval
 * @param upper the upper end of its central credible interval
 */
public record Coefficient(
    String feature, double mean, double standardDeviation, double lower, double upper) {}
