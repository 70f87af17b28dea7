// SPDX-License-Identifier: Apache-2.0
/**
 * Binary links and the likelihoods made from them.
 *
 * <p>{@link org.ibcavi.link.Link} turns a linear predictor into log probabilities, local bounds and
 * working weights. Nothing here knows a data set, a prior or a solver.
 */
package org.ibcavi.link;
