// SPDX-License-Identifier: Apache-2.0
/**
 * Priors of which more than one number is learned: what is known of these numbers, and how the
 * coefficients' moments change it.
 */
package org.ibcavi.structure;
