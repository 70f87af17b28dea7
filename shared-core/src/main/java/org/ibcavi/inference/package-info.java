// SPDX-License-Identifier: Apache-2.0
/**
 * Fitting the K independent binary regressions: plain coordinate ascent, the accelerated solvers,
 * the search for the prior's scale, and what they report.
 */
package org.ibcavi.inference;
