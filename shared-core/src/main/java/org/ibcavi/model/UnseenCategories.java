// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import org.ibcavi.design.DataSummary;

/**
 * Categories that the categorical stage left out because they had no rows. Nothing can be learned
 * about them, so each has the same probability whatever the row is: its base rate, that of a data
 * set with one more row which is shared evenly by all categories. The others share the rest.
 */
final class UnseenCategories {
  private final boolean[] unseen;
  private final double rate;
  private final double rest;

  private UnseenCategories(boolean[] unseen, double rate, double rest) {
    this.unseen = unseen;
    this.rate = rate;
    this.rest = rest;
  }

  /** No such categories: the model gives every category a regression. */
  static UnseenCategories none(int categories) {
    return new UnseenCategories(new boolean[categories], 0, 1);
  }

  static UnseenCategories of(DataSummary data) {
    double[] weights = data.categoryWeights();
    double[] rates = data.baseRates();
    boolean[] unseen = new boolean[weights.length];
    double rate = 0;
    double rest = 0;
    for (int k = 0; k < unseen.length; k++) {
      unseen[k] = !(weights[k] > 0);
      if (unseen[k]) {
        rate = rates[k];
      } else {
        rest += rates[k];
      }
    }
    return new UnseenCategories(unseen, rate, rest);
  }

  boolean contains(int category) {
    return unseen[category];
  }

  /**
   * Ends of intervals as they are if categories without rows have nothing, which is as possible as
   * their base rates: then the others have all, and their upper ends are so much higher.
   */
  void widen(double[] lower, double[] upper) {
    for (int k = 0; k < unseen.length && rest < 1; k++) {
      if (unseen[k]) {
        lower[k] = 0;
      } else {
        upper[k] = Math.min(1, upper[k] / rest);
      }
    }
  }

  /** The probabilities of all categories from those of the ones with rows, in place. */
  double[] complete(double[] probabilities) {
    if (rest < 1) {
      Arrays.setAll(probabilities, k -> unseen[k] ? rate : rest * probabilities[k]);
    }
    return probabilities;
  }
}
