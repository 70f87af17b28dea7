// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import org.ibcavi.design.Regressors;

/**
 * Rows in the forms that predictions ask for.
 *
 * @param original on the original scale
 * @param fitted on the fitted scale
 * @param squares of the fitted ones; null if no covariance is diagonal
 */
record RowsToPredict(Regressors original, Regressors fitted, Regressors squares) {}
