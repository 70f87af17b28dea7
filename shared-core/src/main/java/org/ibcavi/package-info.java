// SPDX-License-Identifier: Apache-2.0
/** Bayesian multiclass regression by IB-CAVI: {@link org.ibcavi.IbCavi} is where to begin. */
package org.ibcavi;
