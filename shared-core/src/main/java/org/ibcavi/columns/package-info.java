// SPDX-License-Identifier: Apache-2.0
/** What is made of the columns of a matrix: their standardization, and an intercept beside them. */
package org.ibcavi.columns;
