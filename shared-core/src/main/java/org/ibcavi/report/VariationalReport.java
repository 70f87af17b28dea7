// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.report;

/**
 * How the variational posterior of a categorical member was found.
 *
 * @param rounds of means and then covariances, at least 1
 * @param draws of each row's linear predictors, an even number
 * @param converged whether the posterior stopped changing before the limit of rounds
 * @param exactVariances whether the variances of the rows' linear predictors were computed from the
 *     covariances themselves; else the bound is not exact enough to compare members
 */
public record VariationalReport(int rounds, int draws, boolean converged, boolean exactVariances) {}
