// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ibcavi.design.DataSummary;

/** The fields of what a model keeps of its training data: weights of categories, names. */
final class DataFields {
  private static final String WEIGHT = "weight of a category";
  private static final String WEIGHT_RULE =
      "the weights of the categories sum to 0 or overflow; there must be some finite weight";

  private DataFields() {}

  static void write(DataSummary data, FieldOutput out) throws IOException {
    double[] weights = data.categoryWeights();
    out.numbers(WEIGHT, weights, Range.AT_LEAST_ZERO);
    out.require(hasSum(weights), WEIGHT_RULE);
    writeNames("name of a feature", data.givenFeatureNames(), out);
    writeNames("name of a category", data.givenCategoryNames(), out);
  }

  static DataSummary read(FieldInput in, int features, int categories) throws IOException {
    double[] weights = in.numbers(WEIGHT, categories, Range.AT_LEAST_ZERO);
    in.require(hasSum(weights), WEIGHT_RULE);
    DataSummary data = DataSummary.of(features, weights);
    if (in.flag("names of the features")) {
      data = data.withFeatureNames(readNames("name of a feature", features, in));
    }
    if (in.flag("names of the categories")) {
      data = data.withCategoryNames(readNames("name of a category", categories, in));
    }
    return data;
  }

  private static boolean hasSum(double[] weights) {
    return Range.ABOVE_ZERO.holds(Arrays.stream(weights).sum());
  }

  private static void writeNames(String what, Optional<List<String>> names, FieldOutput out)
      throws IOException {
    out.flag(names.isPresent());
    for (String name : names.orElse(List.of())) {
      out.text(what, name);
    }
  }

  private static List<String> readNames(String what, int count, FieldInput in) throws IOException {
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < count; i++) {
      String name = in.text(what);
      in.require(seen.add(name), what + " twice; must be there once");
      names.add(name);
    }
    return names;
  }
}
