// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.RankedCategory;
import org.ibcavi.model.Uncertainty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of predictions beside what the core says of each row. */
class PredictionTest {
  private static final SparkSession SESSION = Sessions.local();
  private static final List<Row> ROWS = TestRows.simulated(2500, 4, 3, false, 5);
  private static final Dataset<Row> DATA = TestRows.dataset(SESSION, ROWS).repartition(2);

  private static final IBCaviClassificationModel MODEL =
      new IBCaviClassifier().setMethod("binary").setPriorVariance(1).fit(DATA);

  private static final CategoricalModel CORE = MODEL.categoricalModel();

  private static IBCaviClassificationModel model() {
    return MODEL.copy(new ParamMap());
  }

  private static double[] array(Row row, String column) {
    return ((Vector) row.getAs(column)).toArray();
  }

  @Test
  void probabilitiesRawAndPredictionAreTheCores() {
    List<Row> predicted = MODEL.transform(DATA).collectAsList();
    assertEquals(ROWS.size(), predicted.size());
    for (Row row : predicted) {
      double[] expected = CORE.probabilities(array(row, "features"));
      assertArrayEquals(expected, array(row, "probability"));
      assertArrayEquals(
          Arrays.stream(expected).map(Math::log).toArray(), array(row, "rawPrediction"));
      assertEquals(CORE.predict(array(row, "features")), row.<Double>getAs("prediction"));
    }
  }

  @Test
  void rowsAndColumnsOfTheDataStayAsTheyAre() {
    Dataset<Row> data = DATA.coalesce(1);
    List<Row> before = data.collectAsList();
    List<Row> after = MODEL.transform(data).select("features", "label", "weight").collectAsList();
    assertEquals(before, after);
  }

  /** Sparse rows give the bits of dense ones. */
  @Test
  void sparseRowsArePredictedAsDenseOnes() {
    List<Row> sparse =
        ROWS.stream()
            .limit(300)
            .map(row -> RowFactory.create(((Vector) row.get(0)).toSparse(), 0.0, 1.0))
            .toList();
    for (Row row : MODEL.transform(TestRows.dataset(SESSION, sparse)).collectAsList()) {
      assertArrayEquals(CORE.probabilities(array(row, "features")), array(row, "probability"));
    }
  }

  @Test
  void uncertaintyComesAsColumns() {
    Dataset<Row> predicted =
        model()
            .setLowerCol("lower")
            .setUpperCol("upper")
            .setLevel(0.8)
            .setNoiseCol("noise")
            .setLackOfDataCol("lack")
            .transform(DATA.limit(20));
    for (Row row : predicted.collectAsList()) {
      Uncertainty expected =
          CORE.uncertainty(DesignMatrix.ofRow(4, array(row, "features")), 0.8)[0];
      assertArrayEquals(expected.lower(), array(row, "lower"));
      assertArrayEquals(expected.upper(), array(row, "upper"));
      assertEquals(expected.expectedEntropy(), row.<Double>getAs("noise"));
      assertEquals(expected.mutualInformation(), row.<Double>getAs("lack"));
    }
  }

  /** Counted by tasks, which run in this process. */
  private static final AtomicInteger TIMES_PROBABILITIES = new AtomicInteger();

  private static final AtomicInteger TIMES_UNCERTAINTIES = new AtomicInteger();

  /** The rows as one batch whose computations are counted. */
  private static Iterator<Row> counted(Iterator<Row> rows, OutputColumns columns) {
    List<Row> batch = new ArrayList<>();
    rows.forEachRemaining(batch::add);
    double[][] features =
        batch.stream().map(row -> array(row, "features")).toArray(double[][]::new);
    Predictions predictions =
        new Predictions(
            CORE,
            columns,
            () -> {
              TIMES_PROBABILITIES.incrementAndGet();
              return CORE.probabilities(features);
            },
            () -> {
              TIMES_UNCERTAINTIES.incrementAndGet();
              return CORE.uncertainty(features);
            });
    return IntStream.range(0, batch.size())
        .<Row>mapToObj(i -> new PredictedRow(batch.get(i), predictions, columns, i))
        .iterator();
  }

  /** What no column of a query asks for is not computed; what one does, once for the batch. */
  @Test
  void queriesComputeWhatTheyAskFor() {
    IBCaviClassificationModel model =
        model().setLowerCol("lower").setLackOfDataCol("lack").setTopCategoriesCol("best");
    StructType schema = model.transformSchema(TestRows.SCHEMA);
    OutputColumns columns = OutputColumns.of(model, TestRows.SCHEMA, schema);
    Dataset<Row> predicted =
        DATA.limit(20)
            .coalesce(1)
            .mapPartitions(
                (MapPartitionsFunction<Row, Row>) rows -> counted(rows, columns),
                Encoders.row(schema));
    List<Integer> times = new ArrayList<>();
    for (String[] asked :
        new String[][] {
          {"weight"}, {"prediction"}, {"prediction", "rawPrediction", "best"}, {"lower", "lack"}
        }) {
      TIMES_PROBABILITIES.set(0);
      TIMES_UNCERTAINTIES.set(0);
      Column[] selected = Stream.of(asked).map(functions::col).toArray(Column[]::new);
      assertEquals(20, predicted.select(selected).collectAsList().size());
      times.add(TIMES_PROBABILITIES.get());
      times.add(TIMES_UNCERTAINTIES.get());
    }
    assertEquals(List.of(0, 0, 1, 0, 1, 0, 0, 1), times);
  }

  @Test
  void theMostProbableCategoriesComeAsColumns() {
    Dataset<Row> predicted =
        model()
            .setTopCount(2)
            .setTopCategoriesCol("best")
            .setTopProbabilitiesCol("chances")
            .setRawPredictionCol("")
            .setProbabilityCol("")
            .transform(DATA.limit(20));
    assertFalse(List.of(predicted.columns()).contains("probability"));
    for (Row row : predicted.collectAsList()) {
      List<RankedCategory> expected = CORE.topCategories(array(row, "features"), 2);
      assertEquals(
          expected.stream().map(RankedCategory::name).toList(),
          row.getList(row.fieldIndex("best")));
      assertEquals(
          expected.stream().map(RankedCategory::probability).toList(),
          row.getList(row.fieldIndex("chances")));
    }
  }

  @Test
  void thresholdsActAsInSpark() {
    IBCaviClassificationModel model = model().setThresholds(new double[] {0.9, 0.05, 0.9});
    for (Row row : model.transform(DATA.limit(200)).collectAsList()) {
      assertEquals(
          model.probability2prediction(row.getAs("probability")), row.<Double>getAs("prediction"));
      assertEquals(model.predict(row.getAs("features")), row.<Double>getAs("prediction"));
    }
  }

  @Test
  void oneRowIsPredictedAsInABatch() {
    Vector features = (Vector) ROWS.get(0).get(0);
    assertArrayEquals(
        CORE.probabilities(features.toArray()), MODEL.predictProbability(features).toArray());
    assertArrayEquals(
        CORE.probabilities(features.toArray()),
        MODEL.predictProbability(features.toSparse()).toArray());
  }

  @Test
  void aColumnThatExistsIsNotOverwritten() {
    IBCaviClassificationModel model = model().setLowerCol("weight");
    assertThrows(IllegalArgumentException.class, () -> model.transform(DATA));
  }

  private static Dataset<Row> withInvalid(Vector invalid) {
    return TestRows.dataset(
        SESSION, List.of(ROWS.get(0), RowFactory.create(invalid, 1.0, 1.0), ROWS.get(1)));
  }

  private static final Vector WITH_NAN = Vectors.dense(1, Double.NaN, 3, 4);

  @Test
  void missingValuesAreRefusedWithColumnValueAndRule() {
    Exception thrown =
        assertThrows(Exception.class, () -> MODEL.transform(withInvalid(WITH_NAN)).collect());
    String text = thrown + " " + thrown.getCause();
    String expected =
        "column 'features': NaN at place 1 of [1.0,NaN,3.0,4.0]; values must be finite";
    assertTrue(text.contains(expected), text);
  }

  @Test
  void missingValuesAreSkipped() {
    assertEquals(
        2, model().setHandleInvalid("skip").transform(withInvalid(null)).collectAsList().size());
  }

  @Test
  void keptRowsGetBaseRates() {
    for (Vector invalid : Arrays.asList(null, WITH_NAN)) {
      List<Row> rows =
          model()
              .setHandleInvalid("keep")
              .setLackOfDataCol("lack")
              .transform(withInvalid(invalid))
              .collectAsList();
      assertEquals(3, rows.size());
      assertArrayEquals(CORE.data().baseRates(), array(rows.get(1), "probability"));
      assertTrue(rows.get(1).isNullAt(rows.get(1).fieldIndex("lack")));
      assertFalse(rows.get(2).isNullAt(rows.get(2).fieldIndex("lack")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"skip", "keep"})
  void rowsWithMissingValuesTakeNoPartInAFit(String handling) {
    IBCaviClassifier classifier =
        new IBCaviClassifier().setMethod("binary").setPriorVariance(1).setWeightCol("weight");
    List<Row> some = ROWS.subList(0, 200);
    List<Row> more = new ArrayList<>(some);
    more.add(RowFactory.create(WITH_NAN, 1.0, 1.0));
    more.add(RowFactory.create(null, 1.0, 1.0));
    more.add(RowFactory.create(ROWS.get(0).get(0), null, 1.0));
    more.add(RowFactory.create(ROWS.get(0).get(0), 0.0, null));
    for (double infinite : List.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)) {
      more.add(RowFactory.create(Vectors.dense(1, infinite, 3, 4), 1.0, 1.0));
      more.add(RowFactory.create(ROWS.get(0).get(0), infinite, 1.0));
      more.add(RowFactory.create(ROWS.get(0).get(0), 0.0, infinite));
    }
    Vector row = (Vector) ROWS.get(0).get(0);
    assertArrayEquals(
        classifier.fit(TestRows.dataset(SESSION, some)).predictProbability(row).toArray(),
        classifier
            .setHandleInvalid(handling)
            .fit(TestRows.dataset(SESSION, more))
            .predictProbability(row)
            .toArray());
  }

  private static String refusal(Object features, Object label, Object weight) {
    Dataset<Row> data =
        TestRows.dataset(SESSION, List.of(ROWS.get(0), RowFactory.create(features, label, weight)));
    IBCaviClassifier classifier = new IBCaviClassifier().setWeightCol("weight");
    return assertThrows(IllegalArgumentException.class, () -> classifier.fit(data)).getMessage();
  }

  @Test
  void aBadRowIsNamedByColumnValueAndRule() {
    Vector good = Vectors.dense(1, 2, 3, 4);
    String label = "labels must be whole numbers from 0, as StringIndexer makes them";
    assertEquals("column 'label': 1.5; " + label, refusal(good, 1.5, 1.0));
    assertEquals("column 'label': -1.0; " + label, refusal(good, -1.0, 1.0));
    assertEquals("column 'label': null; " + label, refusal(good, null, 1.0));
    assertEquals(
        "column 'label': Infinity; " + label, refusal(good, Double.POSITIVE_INFINITY, 1.0));
    assertEquals(
        "column 'weight': Infinity; weights must be finite and at least 0",
        refusal(good, 1.0, Double.POSITIVE_INFINITY));
    assertEquals(
        "column 'weight': -2.0; weights must be finite and at least 0", refusal(good, 1.0, -2.0));
    assertEquals("column 'features': null; must be a vector", refusal(null, 1.0, 1.0));
    assertTrue(
        refusal(Vectors.dense(1, 2), 1.0, 1.0).endsWith("all must be of one size"),
        "another number of features");
  }
}
