// SPDX-License-Identifier: Apache-2.0
/**
 * Other ways to fit categorical regressions, written for comparison: maximum likelihood, mean-field
 * ADVI, a Pólya-Gamma Gibbs sampler and the No-U-Turn sampler. Same seed, same result.
 */
package org.ibcavi.examples.baselines;
