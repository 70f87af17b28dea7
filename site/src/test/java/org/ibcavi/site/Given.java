// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.ibcavi.IbCavi;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.tribuo.Example;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/**
 * What a block of code may take for given: the names that its comments speak of, with small data
 * behind them. A block is compiled as the body of {@link Core#run} in a subclass of one of these.
 */
public final class Given {
  private static final int ROWS = 60;
  private static final String[] LABELS = {"label", "other", "third"};

  private Given() {}

  /** Four features that tell three categories apart, not perfectly. */
  private static double[] features(int row) {
    Random random = new Random(row);
    double[] features = new double[4];
    Arrays.setAll(features, m -> random.nextGaussian() + (m == row % 3 ? 1.5 : 0));
    return features;
  }

  /** For the core. */
  public abstract static class Core {
    protected final int features = 2;
    protected final int classes = 2;
    protected final double[] row0 = {1, 2};
    protected final double[] row1 = {-1, 0.5};
    protected final double[] row = {0.5, 1};
    protected final int label0 = 0;
    protected final int label1 = 1;
    protected final double weight1 = 2;
    protected final int category = 1;
    protected final TrainingData newRows =
        TrainingData.dense(2, 2).add(row, 0).add(row1, 1).build();
    protected final TrainingData data = training();
    protected final DesignMatrix rows = data.features();
    protected final CategoricalModel model = IbCavi.withDefaults().fit(data);
    protected final Path path = file();

    /** The block. */
    public abstract void run() throws Exception;

    private static TrainingData training() {
      TrainingData.Builder builder = TrainingData.dense(4, 3);
      IntStream.range(0, ROWS).forEach(i -> builder.add(Given.features(i), i % 3));
      return builder.build();
    }
  }

  /** For Tribuo. */
  public abstract static class Tribuo {
    protected final MutableDataset<Label> trainingData = dataset(0, ROWS);
    protected final MutableDataset<Label> testData = dataset(ROWS, 2 * ROWS);
    protected final MutableDataset<Label> newExamples = dataset(2 * ROWS, 3 * ROWS);
    protected final Example<Label> example = testData.getExample(0);
    protected final Path path = file();

    /** The block. */
    public abstract void run() throws Exception;

    private static MutableDataset<Label> dataset(int from, int to) {
      LabelFactory labels = new LabelFactory();
      MutableDataset<Label> dataset =
          new MutableDataset<>(new SimpleDataSourceProvenance("made up", labels), labels);
      for (int i = from; i < to; i++) {
        dataset.add(
            new ArrayExample<>(
                new Label(LABELS[i % 3]), new String[] {"a", "b", "c", "d"}, features(i)));
      }
      return dataset;
    }
  }

  /** For Spark. */
  public abstract static class Spark {
    protected final Dataset<Row> training = dataset();
    protected final Dataset<Row> rows = training;
    protected final StringIndexer indexer =
        new StringIndexer().setInputCol("class").setOutputCol("index");
    protected final VectorAssembler assembler =
        new VectorAssembler()
            .setInputCols(new String[] {"a", "b", "c", "d"})
            .setOutputCol("features");
    protected final String path = file() + ".folder";

    /** The block. */
    public abstract void run() throws Exception;

    private static Dataset<Row> dataset() {
      StructType columns = new StructType().add("class", DataTypes.StringType);
      for (String name : List.of("a", "b", "c", "d")) {
        columns = columns.add(name, DataTypes.DoubleType);
      }
      List<Row> rows =
          IntStream.range(0, ROWS)
              .mapToObj(
                  i -> {
                    double[] x = features(i);
                    return RowFactory.create(LABELS[i % 3], x[0], x[1], x[2], x[3]);
                  })
              .toList();
      return SparkSession.builder()
          .master("local[1]")
          .config("spark.ui.enabled", "false")
          .config("spark.sql.shuffle.partitions", "1")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.sql.warehouse.dir", "warehouse")
          .getOrCreate()
          .createDataFrame(rows, columns);
    }
  }

  private static Path file() {
    try {
      return Files.createTempDirectory(Path.of(""), "given").resolve("model");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
