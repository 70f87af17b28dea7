// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SizeEstimator;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What models of many classes and coefficients take of memory where they predict. */
class LargeModelTest {
  private static final SparkSession SESSION = Sessions.local();

  /** What the objects around a model's arrays may differ by. */
  private static final long FEW_BYTES = 1000;

  private static final CategoricalModel MODEL =
      new IBCaviClassifier()
          .setPosterior("laplace")
          .fit(TestRows.dataset(SESSION, TestRows.simulated(500, 20, 12, false, 3)))
          .categoricalModel();

  private static SentModel byJava(SentModel model) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(model);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (SentModel) in.readObject();
    }
  }

  private static SentModel byKryo(SentModel model) {
    SerializerInstance kryo = new KryoSerializer(SESSION.sparkContext().conf()).newInstance();
    scala.reflect.ClassTag<SentModel> tag = scala.reflect.ClassTag$.MODULE$.apply(SentModel.class);
    ByteBuffer bytes = kryo.serialize(model, tag);
    return kryo.deserialize(bytes, tag);
  }

  /** Executors have the model alone, not its file beside it. */
  @Test
  void aModelThatWasSentHasNothingBesideIt() throws Exception {
    double[] row = new double[20];
    row[3] = 1;
    long size = SizeEstimator.estimate(MODEL);
    SentModel sent = SentModel.of(MODEL);
    for (SentModel received : List.of(byJava(sent), byKryo(sent))) {
      assertArrayEquals(MODEL.probabilities(row), received.model().probabilities(row));
      long more = SizeEstimator.estimate(received) - size;
      assertTrue(Math.abs(more) < FEW_BYTES, more + " bytes more than " + size);
    }
  }

  @Test
  void theSizeIsThatOfTheFile() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    SentModel.of(MODEL).writeTo(file);
    assertEquals(file.size(), IBCaviClassificationModel.of(MODEL).estimatedSize());
  }

  /** The limit is Spark's. */
  @Test
  void aGatheredModelAboveTheLimitOfResultsIsRefusedByItsName() {
    SparkConf conf = SESSION.sparkContext().conf();
    Dataset<Row> data = TestRows.dataset(SESSION, TestRows.simulated(200, 40, 12, false, 3));
    IBCaviClassifier classifier = new IBCaviClassifier().setMethod("binary").setPriorVariance(1);
    conf.set("spark.driver.maxResultSize", "32k");
    try {
      Exception refused =
          assertThrows(Exception.class, () -> classifier.setStrategy("gather").fit(data));
      assertTrue(
          refused.getMessage().contains("is bigger than spark.driver.maxResultSize (32.0 KiB)"),
          refused.getMessage());
    } finally {
      conf.remove("spark.driver.maxResultSize");
    }
  }

  /** Of all these classes but three there are no rows. */
  private static CategoricalModel ofClasses(int classes) {
    TrainingData.Builder data = TrainingData.dense(1, classes);
    for (int i = 0; i < 30; i++) {
      data.add(new double[] {i % 3 + 0.1 * i}, i % 3);
    }
    IBCaviClassifier classifier = new IBCaviClassifier().setMethod("binary").setPriorVariance(1);
    return IbCavi.withDefaults().with(classifier.settings()).fit(data.build());
  }

  /** 4 194 304 values at the most: probabilities, and four more of an uncertainty's. */
  @ParameterizedTest
  @CsvSource({"100, '', 1024", "100000, '', 41", "100000, lower, 8", "1000000, '', 4"})
  void batchesAreSmallWhereClassesAreMany(int classes, String lowerCol, int expected) {
    IBCaviClassificationModel model =
        IBCaviClassificationModel.of(ofClasses(classes)).setLowerCol(lowerCol);
    OutputColumns columns =
        OutputColumns.of(model, TestRows.SCHEMA, model.transformSchema(TestRows.SCHEMA));
    Broadcast<SentModel> sent =
        JavaSparkContext.fromSparkContext(SESSION.sparkContext())
            .broadcast(SentModel.of(model.categoricalModel()));
    Row row = RowFactory.create(Vectors.dense(1), 0.0, 1.0);
    AtomicInteger taken = new AtomicInteger();
    Iterator<Row> rows =
        Collections.nCopies(2000, row).stream().peek(any -> taken.incrementAndGet()).iterator();
    Iterator<Row> predicted = new BatchScorer(sent, columns).call(rows);
    assertTrue(predicted.hasNext());
    assertEquals(expected, taken.get());
    Vector probabilities = predicted.next().getAs(TestRows.SCHEMA.length() + 1);
    assertEquals(classes, probabilities.size());
    sent.destroy();
  }
}
