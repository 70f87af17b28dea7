// SPDX-License-Identifier: Apache-2.0
/**
 * Passes over the rows as solvers know them: sums at coefficients that they ask for, and curvatures
 * made from such sums. Where the rows are and who sums is not said here.
 */
package org.ibcavi.pass;
