// SPDX-License-Identifier: Apache-2.0
/**
 * Long runs of a sampler from the posterior of a categorical member, whose figures are kept in a
 * file that tests of the core compare its own posteriors with. Nothing here computes with the core.
 */
package org.ibcavi.examples.exact;
