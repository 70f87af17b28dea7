// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

/**
 * A category with its probability.
 *
 * @param category from 0
 * @param probability from 0 to 1
 */
public record RankedCategory(int category, double probability) {}
