// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

/**
 * A split of a tree: rows of one leaf whose feature is above the cut move to a new leaf.
 *
 * @param leaf which leaf is split; the others stay as they are
 * @param feature which feature is looked at
 * @param cut finite
 */
public record Split(int leaf, int feature, double cut) {}
