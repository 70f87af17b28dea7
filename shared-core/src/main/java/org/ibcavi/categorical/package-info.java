// SPDX-License-Identifier: Apache-2.0
/**
 * The categorical stage: the categorical model itself, fitted from the means of the binary stage
 * on.
 */
package org.ibcavi.categorical;
