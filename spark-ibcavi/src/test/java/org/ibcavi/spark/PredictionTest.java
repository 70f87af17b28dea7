// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models and predictions beside the core's. */
class PredictionTest {
  private static final SparkSession SESSION = Sessions.local();

  /** The core's model of the same rows, in the order that their contents decide. */
  static CategoricalModel byTheCore(IbCavi method, List<Row> rows, int categories) {
    int columns = ((Vector) rows.get(0).get(0)).size();
    TrainingData.DenseBuilder builder = TrainingData.dense(columns, categories);
    RowReader reader = new RowReader("features", "label", "weight");
    rows.stream()
        .map(reader::read)
        .sorted(Comparator.comparingLong(LabeledRow::place))
        .forEach(row -> builder.add(row.features().allValues(), row.label(), row.weight()));
    return method.fit(builder.build());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void probabilitiesAreTheCoresToTheBit(int partitions) {
    List<Row> rows = TestRows.simulated(300, 4, 3, false, 5);
    CategoricalModel core = byTheCore(IbCavi.withDefaults(), rows, 3);
    Dataset<Row> data = TestRows.dataset(SESSION, rows).repartition(partitions);
    IBCaviClassificationModel model =
        new IBCaviClassifier().setWeightCol("weight").setStrategy("gather").fit(data);
    for (Row row : model.transform(data).select("features", "probability").collectAsList()) {
      double[] expected = core.probabilities(((Vector) row.get(0)).toArray());
      assertArrayEquals(expected, ((Vector) row.get(1)).toArray(), 0);
    }
  }

  @Test
  void glassIsFitted() {
    IBCaviClassificationModel model = new IBCaviClassifier().fit(TestRows.preparedGlass(SESSION));
    assertEquals(6, model.numClasses());
    assertEquals(9, model.numFeatures());
  }
}
