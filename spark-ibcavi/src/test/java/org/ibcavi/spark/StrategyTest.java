// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.ibcavi.IbCavi;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wherever the rows are, the model is the core's. */
class StrategyTest {
  private static final SparkSession SESSION = Sessions.local();

  /** Rounding, after ascents that amplify it. */
  private static final double ROUNDING = 1e-8;

  private static final List<Row> ROWS = TestRows.simulated(400, 4, 3, false, 5);

  private static final List<Row> SPARSE_ROWS = TestRows.simulated(400, 6, 4, true, 6);

  /** Two segments of rows and two blocks of categories, so that there is something to split. */
  private static final List<Row> MANY = TestRows.simulated(2100, 4, 34, false, 7);

  /** The core's model of the same rows, in the order that their contents decide. */
  private static CategoricalModel byTheCore(Settings settings, List<Row> rows, boolean dense) {
    RowReader reader = new RowReader("features", "label", "weight");
    List<LabeledRow> ordered =
        rows.stream()
            .map(reader::read)
            .sorted(Comparator.comparingLong(LabeledRow::place))
            .toList();
    int columns = ordered.get(0).features().size();
    int categories = ordered.stream().mapToInt(row -> row.label() + 1).max().orElseThrow();
    return IbCavi.withDefaults()
        .with(settings)
        .fit(
            dense
                ? TestRows.dense(ordered, columns, categories)
                : TestRows.sparse(ordered, columns, categories));
  }

  private static void assertSamePredictions(
      CategoricalModel expected, CategoricalModel actual, List<Row> rows, double tolerance) {
    for (Row row : rows) {
      double[] values = ((Vector) row.get(0)).toArray();
      assertArrayEquals(expected.probabilities(values), actual.probabilities(values), tolerance);
    }
    double[] values = ((Vector) rows.get(0).get(0)).toArray();
    assertArrayEquals(
        expected.uncertainty(values).standardDeviation(),
        actual.uncertainty(values).standardDeviation(),
        tolerance);
  }

  private static IBCaviClassifier classifier(String strategy) {
    return new IBCaviClassifier().setWeightCol("weight").setStrategy(strategy);
  }

  private static Dataset<Row> data(List<Row> rows, int partitions) {
    return TestRows.dataset(SESSION, rows).repartition(partitions);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void gatheredRowsGiveTheCoresBits(int partitions) {
    IBCaviClassifier gathering = classifier("gather").setMethod("binary");
    CategoricalModel core = byTheCore(gathering.settings(), ROWS, true);
    IBCaviClassificationModel model = gathering.fit(data(ROWS, partitions));
    assertSamePredictions(core, model.categoricalModel(), ROWS, 0);
    assertEquals("gather, as asked for", model.summary().strategy());
  }

  static Stream<IBCaviClassifier> splitFits() {
    return Stream.of(
        classifier("split").setMethod("published"),
        classifier("split").setMethod("published").setCovariance("diagonal"),
        classifier("split").setMethod("binary"),
        classifier("split").setMethod("binary").setLink("logit").setCovariance("diagonal"),
        classifier("split").setMethod("binary").setScaleEvidence("heldout"),
        classifier("split").setMethod("categorical").setPosterior("laplace"));
  }

  /** The bits, since every sum is in the core's order. */
  @ParameterizedTest
  @MethodSource("splitFits")
  void executorsThatShareCategoriesGiveTheCoresModel(IBCaviClassifier split) {
    CategoricalModel core = byTheCore(split.settings(), MANY, true);
    IBCaviClassificationModel model = split.fit(data(MANY, 3));
    assertSamePredictions(core, model.categoricalModel(), MANY, 0);
    assertArrayEquals(
        core.report().binary().orElseThrow().trace(),
        model.summary().report().binary().orElseThrow().trace());
    assertTrue(
        model.summary().notes().stream().anyMatch(note -> note.startsWith("categories were split")),
        () -> model.summary().toString());
  }

  static Stream<Arguments> partitionedFits() {
    return Stream.of(
        Arguments.of(1, "categorical", "full", false),
        Arguments.of(7, "categorical", "full", true),
        Arguments.of(2, "categorical", "diagonal", false),
        Arguments.of(2, "binary", "full", true),
        Arguments.of(7, "binary", "diagonal", false));
  }

  @ParameterizedTest
  @MethodSource("partitionedFits")
  void partitionedRowsGiveTheCoresModel(
      int partitions, String method, String covariance, boolean learned) {
    IBCaviClassifier partitioned =
        classifier("partition").setMethod(method).setCovariance(covariance).setPosterior("laplace");
    if (!learned) {
      partitioned.setPriorVariance(1);
    }
    CategoricalModel core = byTheCore(partitioned.settings(), ROWS, true);
    IBCaviClassificationModel model = partitioned.fit(data(ROWS, partitions));
    assertSamePredictions(core, model.categoricalModel(), ROWS, ROUNDING);
    assertTrue(
        model.summary().notes().stream()
            .anyMatch(note -> note.startsWith("rows stayed in " + partitions + " partitions")),
        () -> model.summary().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"categorical", "binary"})
  void sparseRowsInPartitionsGiveTheCoresModel(String method) {
    IBCaviClassifier partitioned =
        classifier("partition").setMethod(method).setPosterior("laplace").setPriorVariance(1);
    CategoricalModel core = byTheCore(partitioned.settings(), SPARSE_ROWS, false);
    IBCaviClassificationModel model = partitioned.fit(data(SPARSE_ROWS, 3));
    assertSamePredictions(core, model.categoricalModel(), SPARSE_ROWS, ROUNDING);
  }

  /** The rows that are held out are the same ones. */
  @Test
  void aVarianceLearnedByHeldOutRowsIsTheCores() {
    IBCaviClassifier partitioned =
        classifier("partition").setMethod("binary").setScaleEvidence("heldout");
    IBCaviClassifier asTold = partitioned.copy(new ParamMap());
    CategoricalModel core = byTheCore(asTold.setPosterior("laplace").settings(), ROWS, true);
    IBCaviClassificationModel model = partitioned.fit(data(ROWS, 3));
    assertSamePredictions(core, model.categoricalModel(), ROWS, ROUNDING);
  }

  /** Logit with a diagonal covariance has variances that climb. */
  @Test
  void diagonalLogitIsTheCores() {
    IBCaviClassifier partitioned =
        classifier("partition")
            .setMethod("binary")
            .setLink("logit")
            .setCovariance("diagonal")
            .setPosterior("cavi")
            .setPriorVariance(1);
    CategoricalModel core = byTheCore(partitioned.settings(), ROWS, true);
    IBCaviClassificationModel model = partitioned.fit(data(ROWS, 3));
    assertSamePredictions(core, model.categoricalModel(), ROWS, ROUNDING);
  }

  @Test
  void whatWouldTakeAJobForEachCategoryIsRefused() {
    IBCaviClassifier partitioned = classifier("partition").setMethod("published");
    String message =
        assertThrows(IllegalArgumentException.class, () -> partitioned.fit(data(ROWS, 2)))
            .getMessage();
    assertTrue(message.contains("strategy gather"), message);
  }

  @Test
  void basesAreRefusedWhereRowsAreElsewhere() {
    IBCaviClassifier partitioned = classifier("partition").setBasis("smooth");
    String message =
        assertThrows(IllegalArgumentException.class, () -> partitioned.fit(data(ROWS, 2)))
            .getMessage();
    assertEquals("basis smooth: is made of rows in one place, and they are elsewhere", message);
  }

  @Test
  void autoGathersWhatFits() {
    IBCaviClassifier auto = classifier("auto").setMethod("binary").setPriorVariance(1);
    assertTrue(auto.fit(data(ROWS, 2)).summary().strategy().startsWith("gather, chosen by auto"));
    List<Row> wide = TestRows.simulated(3000, 50, 3, false, 5);
    String strategy = auto.setGatherLimit(1).fit(data(wide, 2)).summary().strategy();
    assertEquals(
        "partition, chosen by auto: 1.2 MB of features, and up to 1 MB are gathered", strategy);
  }

  /** 4·5000·100·500 operations of a pass: a second on one core. */
  @Test
  void autoSplitsWhatTakesLong() {
    List<Row> rows = TestRows.simulated(5000, 100, 1, false, 8);
    List<Row> labelled = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      labelled.add(RowFactory.create(rows.get(i).get(0), i % 500.0, 1.0));
    }
    RowReader reader = new RowReader("features", "label", "weight");
    Profile profile = Profile.empty("features");
    labelled.forEach(row -> profile.add(reader.read(row)));
    StrategyChoice choice = StrategyChoice.of(Strategy.AUTO, 0, profile, SESSION.sparkContext());
    assertEquals(Strategy.SPLIT, choice.strategy());
    assertTrue(
        choice.reason().endsWith("1e+09 operations of a pass, for 2 tasks"), choice.reason());
  }

  /** As Spark reads it: 4096 is four gigabytes and not four thousand bytes. */
  @Test
  void anExecutorsMemoryWithoutAUnitIsInMegabytes() {
    String key = "spark.executor.memory";
    double gigabyte = 1 << 30;
    assertEquals(
        4 * gigabyte, StrategyChoice.executorMemory(new SparkConf(false).set(key, "4096")));
    assertEquals(
        2.5 * gigabyte, StrategyChoice.executorMemory(new SparkConf(false).set(key, "2560m")));
    assertEquals(3 * gigabyte, StrategyChoice.executorMemory(new SparkConf(false).set(key, "3g")));
    assertEquals(gigabyte, StrategyChoice.executorMemory(new SparkConf(false)));
  }

  /** Users set Spark's default parallelism to a number of partitions; there are two threads. */
  @Test
  void moreParallelismThanCoresGivesNoMoreSlots() {
    SparkContext context = SESSION.sparkContext();
    String key = "spark.default.parallelism";
    context.conf().set(key, "200");
    try {
      assertEquals(200, context.defaultParallelism());
      Profile profile = Profile.empty("features");
      assertEquals(2, StrategyChoice.of(Strategy.SPLIT, 0, profile, context).slots());
    } finally {
      context.conf().remove(key);
    }
  }
}
