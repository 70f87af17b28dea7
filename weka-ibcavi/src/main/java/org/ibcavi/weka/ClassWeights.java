// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.Arrays;
import weka.core.Attribute;
import weka.core.Instance;
import weka.core.Instances;

/**
 * What the weights of a class's instances are multiplied by. A class that weighs twice as much is
 * fitted as if each of its instances were there twice; predicted probabilities are those of a
 * population with such shares.
 */
public final class ClassWeights {
  /** All classes as they are. */
  public static final String EQUAL = "equal";

  private static final String BALANCED = "balanced";
  private static final String RULE =
      "equal, balanced, or class:weight pairs with commas between them, weights above 0";

  private ClassWeights() {}

  /**
   * The weights that a text asks for.
   *
   * @param text {@code equal}, {@code balanced} or such as {@code sick:5,well:1}; classes that are
   *     not mentioned have weight 1
   * @param data the training data
   * @return one for each class
   * @throws IllegalArgumentException if the text says something else or names no class of the data
   */
  public static double[] of(String text, Instances data) {
    String asked = text.trim();
    double[] weights = new double[data.numClasses()];
    Arrays.fill(weights, 1);
    if (asked.equals(BALANCED)) {
      return balanced(data);
    }
    if (!asked.isEmpty() && !asked.equals(EQUAL)) {
      for (String pair : asked.split(",", -1)) {
        put(pair.trim(), data.classAttribute(), weights);
      }
    }
    return weights;
  }

  private static void put(String pair, Attribute classes, double[] weights) {
    int colon = pair.lastIndexOf(':');
    int category = colon < 0 ? -1 : classes.indexOfValue(pair.substring(0, colon).trim());
    double weight = colon < 0 ? Double.NaN : number(pair.substring(colon + 1));
    if (category < 0 && colon >= 0) {
      throw new IllegalArgumentException(
          "-class-weights "
              + pair
              + ": '"
              + classes.name()
              + "' has no such value; must be one of those in the data");
    }
    if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("-class-weights " + pair + ": must be " + RULE);
    }
    weights[category] = weight;
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text.trim());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** All classes that have instances get the same total weight, and the sum stays as it is. */
  private static double[] balanced(Instances data) {
    double[] totals = new double[data.numClasses()];
    for (Instance instance : data) {
      if (!instance.classIsMissing()) {
        totals[(int) instance.classValue()] += instance.weight();
      }
    }
    double seen = Arrays.stream(totals).filter(total -> total > 0).count();
    double share = Arrays.stream(totals).sum() / seen;
    return Arrays.stream(totals).map(total -> total > 0 ? share / total : 1).toArray();
  }
}
