// SPDX-License-Identifier: Apache-2.0
/**
 * The binary stage: one regression for each category, fitted independently (IB-CAVI), and the
 * average over the categorical family that predicts from it.
 */
package org.ibcavi.binary;
