// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a model keeps of its training data: the names of features and categories, and the weight of
 * each category's rows. Immutable.
 */
public final class DataSummary {
  private static final String FEATURE_NAMES = "feature names";
  private static final String CATEGORY_NAMES = "category names";

  /** How many rows a category without any counts as, at the most: others may have just one. */
  private static final double MOST_OF_UNSEEN = 0.25;

  private final int features;
  private final List<String> featureNames;
  private final List<String> categoryNames;
  private final double[] categoryWeights;

  private DataSummary(
      int features,
      List<String> featureNames,
      List<String> categoryNames,
      double[] categoryWeights) {
    this.features = features;
    this.featureNames = featureNames;
    this.categoryNames = categoryNames;
    this.categoryWeights = categoryWeights;
  }

  /**
   * A summary without names.
   *
   * @param features how many features there are
   * @param categoryWeights the weight of each category's rows, finite and at least 0
   * @return the summary; the weights are copied
   */
  public static DataSummary of(int features, double[] categoryWeights) {
    requireWeights(categoryWeights);
    return new DataSummary(features, null, null, categoryWeights.clone());
  }

  /** Refuses weights of categories that no rows can have. */
  static void requireWeights(double[] categoryWeights) {
    for (int k = 0; k < categoryWeights.length; k++) {
      if (!(categoryWeights[k] >= 0) || categoryWeights[k] == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "category " + k + ": weight " + categoryWeights[k] + "; must be finite and at least 0");
      }
    }
  }

  /** The same names with other weights of the categories' rows. */
  DataSummary withCategoryWeights(double[] weights) {
    return new DataSummary(features, featureNames, categoryNames, weights);
  }

  /**
   * The same with names of the features.
   *
   * @param names one for each feature, no two the same
   * @return a changed summary
   */
  public DataSummary withFeatureNames(List<String> names) {
    List<String> checked = Names.checked(FEATURE_NAMES, names, features);
    return new DataSummary(features, checked, categoryNames, categoryWeights);
  }

  /**
   * The same with names of the categories.
   *
   * @param names one for each category, no two the same
   * @return a changed summary
   */
  public DataSummary withCategoryNames(List<String> names) {
    List<String> checked = Names.checked(CATEGORY_NAMES, names, categoryWeights.length);
    return new DataSummary(features, featureNames, checked, categoryWeights);
  }

  /**
   * The summary of these data and of later ones about the same features and categories. Names that
   * only one of the two has are kept.
   *
   * @param later the later data
   * @return the summary of both
   * @throws IllegalArgumentException if they have different names or are of different sizes
   */
  public DataSummary and(DataSummary later) {
    if (features != later.features || categoryWeights.length != later.categoryWeights.length) {
      throw new IllegalArgumentException(
          later.sizes() + " after " + sizes() + "; must be as many of each");
    }
    double[] sums = new double[categoryWeights.length];
    Arrays.setAll(sums, k -> categoryWeights[k] + later.categoryWeights[k]);
    return new DataSummary(
        features,
        agreed(FEATURE_NAMES, featureNames, later.featureNames),
        agreed(CATEGORY_NAMES, categoryNames, later.categoryNames),
        sums);
  }

  private String sizes() {
    return features + " features and " + categoryWeights.length + " categories";
  }

  private static List<String> agreed(String what, List<String> earlier, List<String> later) {
    if (earlier == null || later == null) {
      return earlier == null ? later : earlier;
    }
    for (int i = 0; i < earlier.size(); i++) {
      if (!earlier.get(i).equals(later.get(i))) {
        throw new IllegalArgumentException(
            what
                + ": number "
                + i
                + " is '"
                + later.get(i)
                + "' and was '"
                + earlier.get(i)
                + "' before; must be the same");
      }
    }
    return earlier;
  }

  /**
   * The number of features.
   *
   * @return M
   */
  public int features() {
    return features;
  }

  /**
   * The number of categories.
   *
   * @return K
   */
  public int categories() {
    return categoryWeights.length;
  }

  /**
   * The names of the features.
   *
   * @return those given, else x0, x1, …; unchangeable
   */
  public List<String> featureNames() {
    return givenFeatureNames().orElseGet(() -> Names.generated("x", features));
  }

  /**
   * The names of the categories.
   *
   * @return those given, else 0, 1, …; unchangeable
   */
  public List<String> categoryNames() {
    return givenCategoryNames().orElseGet(() -> Names.generated("", categories()));
  }

  /**
   * The names of the features if somebody gave them.
   *
   * @return one for each feature, or empty
   */
  public Optional<List<String>> givenFeatureNames() {
    return Optional.ofNullable(featureNames);
  }

  /**
   * What each feature is made of, by its name: a nominal attribute's indicators are called {@code
   * attribute=value}, a text's words {@code field@word}, and other features are on their own.
   *
   * @return what the name has before the first of = and @, or the whole name; one for each feature
   */
  public List<String> attributes() {
    return featureNames().stream().map(DataSummary::attribute).toList();
  }

  private static String attribute(String name) {
    for (int at = 1; at < name.length(); at++) {
      if (name.charAt(at) == '=' || name.charAt(at) == '@') {
        return name.substring(0, at);
      }
    }
    return name;
  }

  /**
   * The names of the categories if somebody gave them.
   *
   * @return one for each category, or empty
   */
  public Optional<List<String>> givenCategoryNames() {
    return Optional.ofNullable(categoryNames);
  }

  /**
   * The weight of each category's rows.
   *
   * @return a copy of K sums
   */
  public double[] categoryWeights() {
    return categoryWeights.clone();
  }

  /**
   * The probability of each category for a row about which nothing is known: the posterior mean of
   * the shares under a Dirichlet prior that weighs one row in all, (n_k + 1/K) / (n + 1). A
   * category without rows keeps a small probability however many categories there are (Perks 1947;
   * Berger, Bernardo and Sun 2015 recommend this prior where there may be many).
   *
   * <p>Where some categories have a single row, those without any are likely to turn up too: all of
   * them together are given as many rows more as there are single ones (Good 1953), though each at
   * most a quarter of one, and the others share the rest.
   *
   * @return one for each category; they sum to 1
   */
  public double[] baseRates() {
    double even = 1.0 / categoryWeights.length;
    double total = Arrays.stream(categoryWeights).sum();
    double unseen = Arrays.stream(categoryWeights).filter(weight -> !(weight > 0)).count();
    double single = Arrays.stream(categoryWeights).filter(w -> w > 0 && w <= 1).count();
    double more = unseen > 0 ? Math.min(MOST_OF_UNSEEN, single / unseen) : 0;
    double rate = (even + more) / (total + 1);
    double seen = (1 - unseen * rate) / (total + (categoryWeights.length - unseen) * even);
    return Arrays.stream(categoryWeights)
        .map(weight -> weight > 0 ? seen * (weight + even) : rate)
        .toArray();
  }

  @Override
  public String toString() {
    return sizes() + ", weights " + Arrays.toString(categoryWeights);
  }
}
