// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns that predictions fill, as executors know them. */
final class OutputColumns implements Serializable {
  private static final long serialVersionUID = 1;

  private final int features;
  private final String featuresCol;
  private final Content[] contents;
  private final InvalidRows invalid;
  private final double level;
  private final int top;
  private final double[] thresholds;

  private OutputColumns(IBCaviClassificationModel model, StructType input, StructType output) {
    features = input.fieldIndex(model.getFeaturesCol());
    featuresCol = model.getFeaturesCol();
    contents = new Content[output.fields().length - input.fields().length];
    Arrays.setAll(contents, i -> content(model, output.fields()[input.fields().length + i]));
    invalid = Words.constant(InvalidRows.class, model.getOrDefault(model.handleInvalid()));
    level = (Double) model.getOrDefault(model.level());
    top = (Integer) model.getOrDefault(model.topCount());
    thresholds = model.isDefined(model.thresholds()) ? model.getThresholds() : new double[0];
    if (thresholds.length > 0 && thresholds.length != model.numClasses()) {
      throw new IllegalArgumentException(
          "thresholds "
              + Arrays.toString(thresholds)
              + "; there must be one for each of the model's "
              + model.numClasses()
              + " classes");
    }
  }

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

  /**
   * The columns of a transformation.
   *
   * @param model whose Params name them
   * @param input the columns of the data
   * @param output these and those of predictions
   * @return what executors need to know
   */
  static OutputColumns of(IBCaviClassificationModel model, StructType input, StructType output) {
    return new OutputColumns(model, input, output);
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

  /** The place of the column of features. */
  int features() {
    return features;
  }

  /** The name of the column of features. */
  String featuresCol() {
    return featuresCol;
  }

  /** How many columns are filled. */
  int count() {
    return contents.length;
  }

  /** What a column after those of the data holds. */
  Content content(int i) {
    return contents[i];
  }

  /** What is done with rows with missing values. */
  InvalidRows invalid() {
    return invalid;
  }

  /** Of credible intervals. */
  double level() {
    return level;
  }

  /** How many of the most probable categories. */
  int top() {
    return top;
  }

  /** A probability on the scale of its threshold, as Spark defines it. */
  double scaled(double probability, int category) {
    if (thresholds.length == 0) {
      return probability;
    }
    if (thresholds[category] == 0) {
      return probability == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    return probability / thresholds[category];
  }

  boolean ofUncertainty() {
    return Arrays.stream(contents).anyMatch(Content::ofUncertainty);
  }
}
