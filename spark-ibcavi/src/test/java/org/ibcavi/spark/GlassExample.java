// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A pipeline on the glass data from text to probabilities with their doubt. It stands here and not
 * among the examples of other toolkits, whose class path Spark would triple.
 */
final class GlassExample {
  private GlassExample() {}

  /** Fits, predicts and prints; a session must be there or is made on two threads. */
  static Dataset<Row> run(SparkSession session) {
    Dataset<Row> glass = TestRows.glass(session);
    Dataset<Row> training = glass.sample(0.7, 1);
    PipelineModel model =
        new Pipeline()
            .setStages(
                new PipelineStage[] {
                  new StringIndexer()
                      .setInputCol("class")
                      .setOutputCol("index")
                      .setHandleInvalid("keep"),
                  new VectorAssembler()
                      .setInputCols(TestRows.glassFeatures(glass))
                      .setOutputCol("features"),
                  new IBCaviClassifier()
                      .setLabelCol("index")
                      .setTopCount(2)
                      .setTopCategoriesCol("best")
                      .setTopProbabilitiesCol("chances")
                      .setLackOfDataCol("lackOfData")
                })
            .fit(training);
    System.out.println(((IBCaviClassificationModel) model.stages()[2]).summary());
    return model.transform(glass.except(training)).select("class", "best", "chances", "lackOfData");
  }

  public static void main(String[] args) {
    run(Sessions.local()).show(false);
  }
}
