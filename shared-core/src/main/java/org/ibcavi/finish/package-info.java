// SPDX-License-Identifier: Apache-2.0
/** From the independent binary fit to the categorical model itself, and the weights of several. */
package org.ibcavi.finish;
