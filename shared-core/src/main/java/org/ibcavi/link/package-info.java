// SPDX-License-Identifier: Apache-2.0
/**
 * Binary links and the categorical models made from them.
 *
 * <p>{@link org.ibcavi.link.Link} turns a linear predictor into log probabilities, local bounds and
 * working weights; {@link org.ibcavi.link.PowerFamily} turns K binary links into one categorical
 * distribution. Nothing here knows a data set, a prior or a solver.
 */
package org.ibcavi.link;
