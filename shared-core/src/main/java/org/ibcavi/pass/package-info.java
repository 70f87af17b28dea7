// SPDX-License-Identifier: Apache-2.0
/**
 * Passes over the rows: sums of scores, gradients and curvatures, with the same bits for any number
 * of threads.
 */
package org.ibcavi.pass;
