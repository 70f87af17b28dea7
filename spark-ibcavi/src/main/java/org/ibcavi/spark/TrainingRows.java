// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.attribute.BinaryAttribute;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.storage.StorageLevel;

/** The rows of a data set that take part in a fit, checked and measured. */
final class TrainingRows implements AutoCloseable {
  /** More categories than this are taken for numbers that nobody has indexed. */
  private static final int MOST_CATEGORIES = 1 << 24;

  private final JavaRDD<RowPack> packs;
  private final Profile profile;
  private final int categories;
  private final List<String> featureNames;
  private final List<String> categoryNames;

  /**
   * Reads a data set whose label and weight are doubles.
   *
   * @param dataset the data
   * @param featuresCol the column of vectors
   * @param labelCol the column of labels
   * @param weightCol the column of weights; empty if all rows count once
   * @param invalid what is done with rows with missing values
   * @throws IllegalArgumentException naming column, value and rule of a row that is refused
   */
  TrainingRows(
      Dataset<?> dataset,
      String featuresCol,
      String labelCol,
      String weightCol,
      InvalidRows invalid) {
    RowReader reader = new RowReader(featuresCol, labelCol, weightCol);
    Column[] columns =
        Stream.of(featuresCol, labelCol, weightCol)
            .filter(name -> !name.isEmpty())
            .map(functions::col)
            .toArray(Column[]::new);
    boolean refuses = invalid == InvalidRows.ERROR;
    packs =
        dataset
            .select(columns)
            .toJavaRDD()
            .mapPartitions(part -> RowPack.packs(part, reader, refuses))
            .persist(StorageLevel.MEMORY_AND_DISK());
    profile = Profile.empty(featuresCol);
    packs
        .mapPartitions(part -> List.of(common(part, featuresCol)).iterator())
        .collect()
        .forEach(profile::add);
    profile.fault().ifPresent(TrainingRows::refuse);
    if (profile.rows() == 0) {
      refuse("the data have no row with weight; there must be one");
    }
    StructField label = dataset.schema().apply(labelCol);
    categories = categories(label);
    categoryNames = categoryNames(label, categories).orElse(null);
    featureNames = featureNames(dataset.schema().apply(featuresCol)).orElse(null);
  }

  private static Profile common(Iterator<RowPack> packs, String featuresCol) {
    Profile profile = Profile.empty(featuresCol);
    packs.forEachRemaining(pack -> profile.add(pack.profile()));
    return profile;
  }

  private static void refuse(String message) {
    throw new IllegalArgumentException(message);
  }

  /** Those of the metadata, or else as many as the largest label says. */
  private int categories(StructField label) {
    int seen = profile.categories();
    int named = namedCategories(Attribute.fromStructField(label));
    String column = "column '" + label.name() + "': label " + (seen - 1);
    if (named > 0 && seen > named) {
      refuse(column + "; the column's metadata have " + named + " categories");
    }
    if (seen > MOST_CATEGORIES) {
      refuse(column + "; must be below " + MOST_CATEGORIES + ", as StringIndexer makes them");
    }
    return Math.max(named, seen);
  }

  private static int namedCategories(Attribute attribute) {
    if (attribute instanceof NominalAttribute nominal && nominal.getNumValues().isDefined()) {
      return ((Number) nominal.getNumValues().get()).intValue();
    }
    return attribute instanceof BinaryAttribute ? 2 : 0;
  }

  private static Optional<List<String>> categoryNames(StructField label, int categories) {
    Attribute attribute = Attribute.fromStructField(label);
    scala.Option<String[]> values = scala.Option.empty();
    if (attribute instanceof NominalAttribute nominal) {
      values = nominal.values();
    } else if (attribute instanceof BinaryAttribute binary) {
      values = binary.values();
    }
    return values.isDefined()
        ? distinct(Arrays.asList(values.get()), categories)
        : Optional.empty();
  }

  private Optional<List<String>> featureNames(StructField features) {
    scala.Option<Attribute[]> attributes = AttributeGroup.fromStructField(features).attributes();
    if (attributes.isEmpty()) {
      return Optional.empty();
    }
    List<String> names =
        Arrays.stream(attributes.get())
            .map(Attribute::name)
            .filter(scala.Option::isDefined)
            .map(scala.Option::get)
            .toList();
    return distinct(names, profile.columns());
  }

  /** Names are only taken over if everything has one of its own. */
  private static Optional<List<String>> distinct(List<String> names, int count) {
    return names.size() == count && names.stream().distinct().count() == count
        ? Optional.of(List.copyOf(names))
        : Optional.empty();
  }

  /** The rows with weight, stored until this is closed. */
  JavaRDD<RowPack> packs() {
    return packs;
  }

  /** Sizes and weights. */
  Profile profile() {
    return profile;
  }

  /** The number of categories, those without rows included. */
  int categories() {
    return categories;
  }

  /** Null if there are none. */
  List<String> featureNames() {
    return featureNames;
  }

  /** Null if there are none. */
  List<String> categoryNames() {
    return categoryNames;
  }

  /** Stores the rows no longer; they would be computed again. */
  @Override
  public void close() {
    packs.unpersist(false);
  }
}
