// SPDX-License-Identifier: Apache-2.0
/** Rows, columns, labels and weights: what is fitted, validated once where it enters. */
package org.ibcavi.design;
