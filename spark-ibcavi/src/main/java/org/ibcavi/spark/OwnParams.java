// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.List;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** Makes the Params that are no options of the core, and their defaults. */
final class OwnParams {
  private static final double LEVEL = 0.9;
  private static final int TOP = 5;

  private OwnParams() {}

  static Param<String> choice(Params owner, String name, String doc, List<String> texts) {
    List<String> known = List.copyOf(texts);
    return new Param<>(
        owner.uid(),
        name,
        doc,
        new Check<>(name, "one of " + String.join(", ", known), known::contains));
  }

  static Param<String> column(Params owner, String name, String content) {
    return new Param<>(owner.uid(), name, "column of " + content + "; none if the name is empty");
  }

  static DoubleParam level(Params owner) {
    return new DoubleParam(
        owner.uid(),
        "level",
        "probability that a credible interval holds, above 0 and below 1",
        new Check<>(
            "level", "above 0 and below 1", value -> value instanceof Double d && d > 0 && d < 1));
  }

  static IntParam atLeast(Params owner, String name, int least, String doc) {
    return new IntParam(
        owner.uid(),
        name,
        doc,
        new Check<>(
            name,
            "a whole number, at least " + least,
            value -> value instanceof Integer i && i >= least));
  }

  static void setOutputDefaults(IBCaviOutputs owner) {
    owner.setDefault(owner.handleInvalid(), Words.of(InvalidRows.ERROR));
    owner.setDefault(owner.level(), LEVEL);
    owner.setDefault(owner.topCount(), TOP);
    for (Param<String> column : columns(owner)) {
      owner.setDefault(column, "");
    }
  }

  private static List<Param<String>> columns(IBCaviOutputs owner) {
    return List.of(
        owner.lowerCol(),
        owner.upperCol(),
        owner.noiseCol(),
        owner.lackOfDataCol(),
        owner.topCategoriesCol(),
        owner.topProbabilitiesCol());
  }
}
