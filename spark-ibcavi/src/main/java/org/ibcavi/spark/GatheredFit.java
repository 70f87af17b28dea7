// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;

/**
 * A fit of all rows in one task: an executor gathers them in an order that depends on their
 * contents alone and fits with the core. Losing the executor repeats the task, and cancelling the
 * job ends it.
 */
final class GatheredFit implements Serializable {
  private static final long serialVersionUID = 1;

  private final boolean dense;
  private final int columns;
  private final int categories;
  private final String[] featureNames;
  private final String[] categoryNames;
  private final String[][] options;

  /**
   * Prepares a fit.
   *
   * @param data whose sizes and names
   * @param settings the options
   */
  GatheredFit(TrainingRows data, Settings settings) {
    this.dense = data.profile().dense();
    this.columns = data.profile().columns();
    this.categories = data.categories();
    this.featureNames = array(data.featureNames());
    this.categoryNames = array(data.categoryNames());
    this.options =
        settings.texts().entrySet().stream()
            .map(entry -> new String[] {entry.getKey().name(), entry.getValue()})
            .toArray(String[][]::new);
  }

  private static String[] array(List<String> names) {
    return names == null ? null : names.toArray(new String[0]);
  }

  /**
   * What a task found: a model, or why it was refused. A refusal is not worth a second try. It is
   * not a record, which Kryo, if that brings results back, cannot read.
   */
  private static final class Outcome implements Serializable {
    private static final long serialVersionUID = 1;

    private final SentModel model;
    private final String refusal;
    private final boolean wantOfMemory;

    Outcome(SentModel model, String refusal, boolean wantOfMemory) {
      this.model = model;
      this.refusal = refusal;
      this.wantOfMemory = wantOfMemory;
    }
  }

  /** Fits, by one job. */
  SentModel fit(JavaRDD<RowPack> packs) {
    Outcome outcome =
        packs
            .coalesce(1)
            .mapPartitions(all -> List.of(outcome(RowPack.merged(all))).iterator())
            .collect()
            .get(0);
    if (outcome.wantOfMemory) {
      throw new MemoryLimitException(outcome.refusal);
    }
    if (outcome.refusal != null) {
      throw new IllegalArgumentException(outcome.refusal);
    }
    return outcome.model;
  }

  private Outcome outcome(Iterator<LabeledRow> rows) {
    TaskContext task = TaskContext.get();
    try {
      IbCavi method = IbCavi.withDefaults().with(settings()).listener(new TaskListener(task));
      return new Outcome(SentModel.of(method.fit(data(rows))), null, false);
    } catch (MemoryLimitException e) {
      return new Outcome(null, e.getMessage(), true);
    } catch (IllegalArgumentException e) {
      return new Outcome(null, e.getMessage(), false);
    }
  }

  private Settings settings() {
    Settings settings = Settings.none();
    for (String[] option : options) {
      settings = settings.withText(Option.named(option[0]), option[1]);
    }
    return settings;
  }

  /** The rows as the core's training data. */
  TrainingData data(Iterator<LabeledRow> rows) {
    TrainingData data = dense ? denseData(rows) : sparseData(rows);
    TrainingData named = featureNames == null ? data : data.withFeatureNames(List.of(featureNames));
    return categoryNames == null ? named : named.withCategoryNames(List.of(categoryNames));
  }

  private TrainingData denseData(Iterator<LabeledRow> rows) {
    TrainingData.Builder builder = TrainingData.dense(columns, categories);
    rows.forEachRemaining(
        row -> builder.add(row.features().allValues(), row.label(), row.weight()));
    return builder.build();
  }

  private TrainingData sparseData(Iterator<LabeledRow> rows) {
    TrainingData.Builder builder = TrainingData.sparse(columns, categories);
    rows.forEachRemaining(
        row ->
            builder.add(
                row.features().columns(),
                row.features().columnValues(),
                row.label(),
                row.weight()));
    return builder.build();
  }
}
