// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;

/**
 * A category with its probability.
 *
 * @param category from 0
 * @param name the category's name
 * @param probability from 0 to 1
 */
public record RankedCategory(int category, String name, double probability) {
  /**
   * The most probable categories.
   *
   * @param probabilities one for each category
   * @param names one for each category
   * @param count how many, at least 1
   * @return best first; of equal ones the first category first
   */
  public static List<RankedCategory> top(double[] probabilities, List<String> names, int count) {
    PriorityQueue<RankedCategory> best =
        new PriorityQueue<>(
            Comparator.comparingDouble(RankedCategory::probability)
                .thenComparing(Comparator.comparingInt(RankedCategory::category).reversed()));
    for (int k = 0; k < probabilities.length; k++) {
      if (best.size() < count || probabilities[k] > best.element().probability()) {
        best.add(new RankedCategory(k, names.get(k), probabilities[k]));
      }
      if (best.size() > count) {
        best.remove();
      }
    }
    List<RankedCategory> ranked = new ArrayList<>();
    while (!best.isEmpty()) {
      ranked.add(best.remove());
    }
    Collections.reverse(ranked);
    return ranked;
  }

  /** Name and probability. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s %.4f", name, probability);
  }
}
