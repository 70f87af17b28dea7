// SPDX-License-Identifier: Apache-2.0
/**
 * The categorical likelihood of all categories' coefficients together, or its expectation where
 * linear predictors spread, and the ascent to its mode.
 */
package org.ibcavi.joint;
