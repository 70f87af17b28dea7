// SPDX-License-Identifier: Apache-2.0
/** Normal densities over a category's coefficients: what a prior is for a given length. */
package org.ibcavi.gaussian;
