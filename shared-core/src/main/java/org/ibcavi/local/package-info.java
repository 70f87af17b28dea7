// SPDX-License-Identifier: Apache-2.0
/**
 * Passes over rows in the memory of this machine: sums by several threads with the same bits for
 * any number of them. A single chunk of rows is held at a time; the N×K values never are.
 */
package org.ibcavi.local;
