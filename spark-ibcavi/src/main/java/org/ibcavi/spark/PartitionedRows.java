// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.ibcavi.IbCavi;
import org.ibcavi.columns.ColumnMoments;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.pass.RowPass;
import org.ibcavi.pass.RowSource;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.Settings;
import scala.Tuple2;

/**
 * Training rows that stay in partitions. They are sorted once, into an order that their contents
 * decide, so that numbers of rows, and with them all samples, do not depend on partitions.
 */
final class PartitionedRows implements RowSource, AutoCloseable {
  /** Bytes of features in a partition, at the most: some of them must fit an executor's memory. */
  private static final long PARTITION_BYTES = 1L << 26;

  private final TrainingRows data;
  private final JavaRDD<RowBlock> raw;
  private final int[] firsts;
  private final JobCount jobs = new JobCount();
  private JavaRDD<RowBlock> scaled;
  private Standardization scale;

  PartitionedRows(TrainingRows data) {
    this.data = data;
    if (data.profile().rows() > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          data.profile().rows() + " rows; must be below 2147483640, merge repeats into weights");
    }
    int columns = data.profile().columns();
    boolean dense = data.profile().dense();
    long needed = 1 + data.profile().bytes() / PARTITION_BYTES;
    int partitions = (int) Math.max(data.packs().getNumPartitions(), needed);
    PlacePartitioner places = new PlacePartitioner(partitions);
    raw =
        data.packs()
            .flatMapToPair(
                pack -> pack.split(places).stream().map(PartitionedRows::keyed).iterator())
            .partitionBy(places)
            .values()
            .mapPartitions(packs -> blocks(RowPack.merged(packs), columns, dense))
            .persist(StorageLevel.MEMORY_AND_DISK());
    List<Integer> sizes =
        raw.mapPartitions(blocks -> List.of(blocks.hasNext() ? blocks.next().rows() : 0).iterator())
            .collect();
    firsts = new int[sizes.size() + 1];
    for (int p = 0; p < sizes.size(); p++) {
      firsts[p + 1] = firsts[p] + sizes.get(p);
    }
    data.close();
    scaled = raw;
    scale = Standardization.none(columns);
  }

  private static Tuple2<Long, RowPack> keyed(RowPack pack) {
    return new Tuple2<>(pack.place(), pack);
  }

  /** Fits with the core here and sums over the rows there. */
  static SentModel fit(TrainingRows data, Settings settings) {
    try (PartitionedRows rows = new PartitionedRows(data)) {
      return SentModel.of(IbCavi.withDefaults().with(settings).fitElsewhere(rows));
    }
  }

  /** One block of all rows of a partition; none if it is empty. */
  private static Iterator<RowBlock> blocks(Iterator<LabeledRow> rows, int columns, boolean dense) {
    if (!rows.hasNext()) {
      return List.<RowBlock>of().iterator();
    }
    List<Integer> labels = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    DesignMatrix.Builder full = DesignMatrix.dense(columns);
    DesignMatrix.Builder stored = DesignMatrix.sparse(columns);
    while (rows.hasNext()) {
      LabeledRow row = rows.next();
      labels.add(row.label());
      weights.add(row.weight());
      if (dense) {
        full.add(row.features().allValues());
      } else {
        stored.add(row.features().columns(), row.features().columnValues());
      }
    }
    return List.of(
            new RowBlock(
                dense ? full.build() : stored.build(),
                labels.stream().mapToInt(Integer::intValue).toArray(),
                weights.stream().mapToDouble(Double::doubleValue).toArray()))
        .iterator();
  }

  @Override
  public DataSummary summary() {
    DataSummary summary =
        DataSummary.of(data.profile().columns(), data.profile().categoryWeights(data.categories()));
    DataSummary named =
        data.featureNames() == null ? summary : summary.withFeatureNames(data.featureNames());
    return data.categoryNames() == null ? named : named.withCategoryNames(data.categoryNames());
  }

  @Override
  public int rows() {
    return (int) data.profile().rows();
  }

  @Override
  public long nonzeros() {
    return data.profile().dense()
        ? data.profile().rows() * data.profile().columns()
        : data.profile().stored();
  }

  @Override
  public Standardization standardization(boolean intercept) {
    jobs.add();
    ColumnMoments moments =
        raw.map(RowBlock::moments).collect().stream().reduce(ColumnMoments::and).orElseThrow();
    return Standardization.of(moments, intercept);
  }

  @Override
  public RowPass pass(Shape shape, Standardization standardization) {
    if (scale != standardization) {
      JavaRDD<RowBlock> before = scaled;
      double[] center = standardization.center();
      double[] deviation = standardization.scale();
      scaled =
          raw.map(block -> block.standardized(Standardization.of(center, deviation)))
              .persist(StorageLevel.MEMORY_AND_DISK());
      scale = standardization;
      // One copy of the rows is stored; where it is lost, it is made again of what was sorted.
      jobs.add();
      scaled.foreach(block -> {});
      before.unpersist(false);
    }
    return new SparkPass(scaled, firsts, shape, jobs);
  }

  @Override
  public List<String> notes() {
    return List.of(
        String.format(
            Locale.ROOT,
            "rows stayed in %d partitions; sums over them took %d jobs",
            firsts.length - 1,
            jobs.count()));
  }

  @Override
  public void close() {
    scaled.unpersist(false);
    raw.unpersist(false);
  }
}
