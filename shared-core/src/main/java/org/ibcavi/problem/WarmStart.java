// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

/**
 * Where a fit starts that knows of an earlier one.
 *
 * @param means of the regressions then, on the scale of this fit
 * @param weightVariance of the prior then; NaN if there was none for all weights
 */
public record WarmStart(RegressionMeans means, double weightVariance) {}
