// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns that predictions fill, as executors know them.
 *
 * @param features the place of the column of features
 * @param featuresCol its name
 * @param contents what each column after those of the data holds
 * @param invalid what is done with rows with missing values
 * @param level of credible intervals
 * @param top how many of the most probable categories
 * @param thresholds of predictions; empty for the most probable category
 */
record OutputColumns(
    int features,
    String featuresCol,
    List<Content> contents,
    InvalidRows invalid,
    double level,
    int top,
    double[] thresholds)
    implements Serializable {

  /** What a column holds. */
  enum Content {
    RAW,
    PROBABILITY,
    PREDICTION,
    LOWER,
    UPPER,
    NOISE,
    LACK_OF_DATA,
    TOP_CATEGORIES,
    TOP_PROBABILITIES;

    /** Whether the posterior must be looked at, which takes far longer than probabilities. */
    boolean ofUncertainty() {
      return switch (this) {
        case LOWER, UPPER, NOISE, LACK_OF_DATA -> true;
        case RAW, PROBABILITY, PREDICTION, TOP_CATEGORIES, TOP_PROBABILITIES -> false;
      };
    }
  }

  /** A schema with the columns that have names beside Spark's own. */
  static StructType appended(StructType schema, IBCaviOutputs params) {
    DataType vector = SQLDataTypes.VectorType();
    StructType result = schema;
    result = appended(result, params.getOrDefault(params.lowerCol()), vector);
    result = appended(result, params.getOrDefault(params.upperCol()), vector);
    result = appended(result, params.getOrDefault(params.noiseCol()), DataTypes.DoubleType);
    result = appended(result, params.getOrDefault(params.lackOfDataCol()), DataTypes.DoubleType);
    result =
        appended(
            result,
            params.getOrDefault(params.topCategoriesCol()),
            DataTypes.createArrayType(DataTypes.StringType, false));
    return appended(
        result,
        params.getOrDefault(params.topProbabilitiesCol()),
        DataTypes.createArrayType(DataTypes.DoubleType, false));
  }

  private static StructType appended(StructType schema, String name, DataType type) {
    if (name.isEmpty()) {
      return schema;
    }
    if (List.of(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(
          "column '" + name + "' for predictions; there is one of this name already");
    }
    return schema.add(name, type, true);
  }

  static OutputColumns of(IBCaviClassificationModel model, StructType input, StructType output) {
    List<Content> contents = new ArrayList<>();
    for (int i = input.fields().length; i < output.fields().length; i++) {
      contents.add(content(model, output.fields()[i]));
    }
    return new OutputColumns(
        input.fieldIndex(model.getFeaturesCol()),
        model.getFeaturesCol(),
        List.copyOf(contents),
        InvalidRows.of(model.getOrDefault(model.handleInvalid())),
        (Double) model.getOrDefault(model.level()),
        (Integer) model.getOrDefault(model.topCount()),
        model.isDefined(model.thresholds()) ? model.getThresholds() : new double[0]);
  }

  private static Content content(IBCaviClassificationModel model, StructField field) {
    String name = field.name();
    if (name.equals(model.getRawPredictionCol())) {
      return Content.RAW;
    }
    if (name.equals(model.getProbabilityCol())) {
      return Content.PROBABILITY;
    }
    if (name.equals(model.getPredictionCol())) {
      return Content.PREDICTION;
    }
    if (name.equals(model.getOrDefault(model.lowerCol()))) {
      return Content.LOWER;
    }
    if (name.equals(model.getOrDefault(model.upperCol()))) {
      return Content.UPPER;
    }
    if (name.equals(model.getOrDefault(model.noiseCol()))) {
      return Content.NOISE;
    }
    if (name.equals(model.getOrDefault(model.lackOfDataCol()))) {
      return Content.LACK_OF_DATA;
    }
    return name.equals(model.getOrDefault(model.topCategoriesCol()))
        ? Content.TOP_CATEGORIES
        : Content.TOP_PROBABILITIES;
  }

  boolean ofUncertainty() {
    return contents.stream().anyMatch(Content::ofUncertainty);
  }
}
