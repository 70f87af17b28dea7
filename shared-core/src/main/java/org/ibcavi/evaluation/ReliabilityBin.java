// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.evaluation;

/**
 * How often predictions of about the same confidence are right.
 *
 * @param from the bin's lower end, exclusive except for 0
 * @param to the bin's upper end, inclusive
 * @param count predictions in it
 * @param weight the sum of their weights
 * @param confidence the mean probability of their predicted categories; NaN if there are none
 * @param accuracy the share of them that is right; NaN if there are none
 */
public record ReliabilityBin(
    double from, double to, long count, double weight, double confidence, double accuracy) {}
