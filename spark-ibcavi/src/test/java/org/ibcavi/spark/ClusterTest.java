// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two executors in processes of their own. They run from Maven's jars alone: the environment names
 * a SPARK_HOME whose folder of jars is empty, and the class path of this process is theirs.
 */
@Tag("cluster")
class ClusterTest {
  private static final List<Row> ROWS = TestRows.simulated(3000, 8, 5, false, 5);

  /** Enough rows and categories that both executors get some. */
  private static final List<Row> MANY_CATEGORIES = TestRows.simulated(2100, 4, 34, false, 7);

  private static SparkSession session;

  @BeforeAll
  static void start() throws IOException {
    Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    session =
        SparkSession.builder()
            .master("local-cluster[2,1,1024]")
            .appName("spark-ibcavi on a cluster")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.warehouse.dir", "target/warehouse")
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    session.stop();
  }

  private static IBCaviClassifier classifier(String strategy) {
    return new IBCaviClassifier()
        .setWeightCol("weight")
        .setPosterior("laplace")
        .setStrategy(strategy);
  }

  private static Dataset<Row> data(int partitions) {
    return data(ROWS, partitions);
  }

  private static Dataset<Row> data(List<Row> rows, int partitions) {
    return TestRows.dataset(session, rows).repartition(partitions);
  }

  private static CategoricalModel byTheCore(List<Row> rows, int features, int categories) {
    TrainingData.Builder builder = TrainingData.dense(features, categories);
    RowReader reader = new RowReader("features", "label", "weight");
    rows.stream()
        .map(reader::read)
        .sorted(Comparator.comparingLong(LabeledRow::place))
        .forEach(row -> builder.add(row.features().allValues(), row.label(), row.weight()));
    return IbCavi.withDefaults().with(classifier("auto").settings()).fit(builder.build());
  }

  private static void assertSame(
      CategoricalModel expected, IBCaviClassificationModel actual, double tolerance) {
    for (Row row : expected.features() == 8 ? ROWS : MANY_CATEGORIES) {
      Vector features = (Vector) row.get(0);
      assertArrayEquals(
          expected.probabilities(features.toArray()),
          actual.predictProbability(features).toArray(),
          tolerance);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void partitionedRowsGiveTheCoresModel(int partitions) {
    assertSame(byTheCore(ROWS, 8, 5), classifier("partition").fit(data(partitions)), 1e-8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void gatheredRowsGiveTheCoresBits(int partitions) {
    assertSame(byTheCore(ROWS, 8, 5), classifier("gather").fit(data(partitions)), 0);
  }

  /** Counts the tasks that each executor has done. */
  private static final class TaskCounts extends SparkListener {
    private final Map<String, Integer> ofExecutor = new ConcurrentHashMap<>();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      ofExecutor.merge(end.taskInfo().executorId(), 1, Integer::sum);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void executorsThatShareCategoriesGiveTheCoresBits(int partitions) {
    Dataset<Row> data = data(MANY_CATEGORIES, partitions);
    TaskCounts counts = new TaskCounts();
    session.sparkContext().addSparkListener(counts);
    IBCaviClassificationModel model = classifier("split").fit(data);
    session.sparkContext().removeSparkListener(counts);
    assertSame(byTheCore(MANY_CATEGORIES, 4, 34), model, 0);
    assertEquals(2, counts.ofExecutor.values().stream().filter(count -> count > 20).count());
  }

  /** One core of each executor, once both are there. */
  @Test
  void bothExecutorsAreSlots() throws InterruptedException {
    for (int tries = 0; executors() < 2 && tries < 100; tries++) {
      Thread.sleep(100);
    }
    Profile profile = Profile.empty("features");
    assertEquals(2, StrategyChoice.of(Strategy.SPLIT, 0, profile, session.sparkContext()).slots());
  }

  /** Those beside the driver. */
  private static int executors() {
    return session.sparkContext().statusTracker().getExecutorInfos().length - 1;
  }

  /** Spark sends pieces of 4 MB. */
  @Test
  void aModelOfManyPiecesPredicts() {
    int features = 100_000;
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      int[] columns = new int[200];
      double[] values = new double[columns.length];
      for (int c = 0; c < columns.length; c++) {
        columns[c] = c * (features / columns.length) + (i * 31 + c * 7) % 500;
        values[c] = Math.sin(i + c);
      }
      rows.add(RowFactory.create(Vectors.sparse(features, columns, values), i % 5.0, 1.0));
    }
    IBCaviClassificationModel model =
        classifier("gather")
            .setMethod("binary")
            .setPriorVariance(1)
            .setMaxSweeps(5)
            .fit(data(rows, 2));
    assertTrue(model.estimatedSize() > 8e6, () -> model.estimatedSize() + " bytes");
    for (Row row : model.transform(data(rows, 3)).collectAsList()) {
      assertArrayEquals(
          model.predictProbability(row.getAs("features")).toArray(),
          row.<Vector>getAs("probability").toArray());
    }
  }

  @Test
  void executorsPredict() {
    IBCaviClassificationModel model = classifier("gather").setMethod("binary").fit(data(2));
    for (Row row : model.transform(data(7)).select("features", "probability").collectAsList()) {
      assertArrayEquals(
          model.categoricalModel().probabilities(((Vector) row.get(0)).toArray()),
          ((Vector) row.get(1)).toArray());
    }
  }

  /** Kills the executor of the first task that starts after some jobs. */
  private static final class Killer extends SparkListener {
    private final AtomicInteger jobsLeft;
    private final AtomicBoolean killed = new AtomicBoolean();
    private final Set<Long> victims = ConcurrentHashMap.newKeySet();

    Killer(int jobs) {
      jobsLeft = new AtomicInteger(jobs);
    }

    @Override
    public void onJobStart(SparkListenerJobStart start) {
      jobsLeft.decrementAndGet();
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
      if (jobsLeft.get() < 0 && killed.compareAndSet(false, true)) {
        executor(start.taskInfo().executorId()).forEach(this::kill);
      }
    }

    private void kill(ProcessHandle process) {
      victims.add(process.pid());
      process.destroyForcibly();
    }

    private static List<ProcessHandle> executor(String id) {
      return ProcessHandle.current()
          .descendants()
          .filter(process -> commandLine(process).contains("--executor-id " + id + " "))
          .toList();
    }

    /** Java itself gives no more of it than a page, and executors have long class paths. */
    private static String commandLine(ProcessHandle process) {
      try {
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
            .replace('\0', ' ');
      } catch (IOException e) {
        return "";
      }
    }
  }

  @Tag("lost-executor")
  @EnabledOnOs(value = OS.LINUX, disabledReason = "executors are found in /proc")
  @ParameterizedTest
  @ValueSource(strings = {"gather", "partition", "split"})
  void aLostExecutorChangesNoBit(String strategy) {
    Dataset<Row> data = data(strategy.equals("split") ? MANY_CATEGORIES : ROWS, 7);
    IBCaviClassificationModel undisturbed = classifier(strategy).fit(data);
    Killer killer = new Killer(strategy.equals("gather") ? 1 : 20);
    session.sparkContext().addSparkListener(killer);
    IBCaviClassificationModel disturbed;
    try {
      disturbed = classifier(strategy).fit(data);
    } finally {
      session.sparkContext().removeSparkListener(killer);
    }
    assertFalse(killer.victims.isEmpty(), "an executor was killed");
    assertTrue(
        killer.victims.stream().noneMatch(pid -> ProcessHandle.of(pid).isPresent()), "and is gone");
    assertSame(undisturbed.categoricalModel(), disturbed, 0);
  }
}
