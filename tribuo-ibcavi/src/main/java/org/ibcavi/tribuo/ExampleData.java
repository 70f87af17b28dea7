// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import com.oracle.labs.mlrg.olcut.config.PropertyException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ibcavi.design.TrainingData;
import org.tribuo.Dataset;
import org.tribuo.Example;
import org.tribuo.Feature;
import org.tribuo.ImmutableFeatureMap;
import org.tribuo.ImmutableOutputInfo;
import org.tribuo.classification.Label;

/** A Tribuo data set as training data of the core. */
final class ExampleData {
  /** How far from 1 the sum of normalised weights, which are floats, may be. */
  private static final double SUM_TOLERANCE = 1e-3;

  /** How many labels a message names. */
  private static final int NAMES_TOLD = 20;

  private ExampleData() {}

  /**
   * Translates a data set. Categories are label ids, columns are feature ids.
   *
   * @param examples with at least one example and known outputs only
   * @param features the feature domain
   * @param labels the label domain
   * @param labelWeights what the weights of a label's examples are multiplied by; 1 if not listed
   */
  static TrainingData of(
      Dataset<Label> examples,
      ImmutableFeatureMap features,
      ImmutableOutputInfo<Label> labels,
      Map<String, Float> labelWeights) {
    ExampleRow.Collector rows =
        isDense(examples, features.size())
            ? ExampleRow.Collector.dense(features.size())
            : ExampleRow.Collector.sparse(features.size());
    double scale = weightScale(examples);
    int[] ids = new int[examples.size()];
    double[] weights = new double[examples.size()];
    int row = 0;
    for (Example<Label> example : examples) {
      rows.add(ExampleRow.of(example, features, "example " + row + ", "));
      ids[row] = labels.getID(example.getOutput());
      weights[row] = weight(example, row) * scale;
      row++;
    }
    List<String> names =
        IntStream.range(0, labels.size()).mapToObj(k -> labels.getOutput(k).getLabel()).toList();
    return TrainingData.of(rows.build(), ids, weights, labels.size())
        .withCategoryWeights(
            names.stream().mapToDouble(name -> labelWeights.getOrDefault(name, 1f)).toArray())
        .withFeatureNames(
            IntStream.range(0, features.size()).mapToObj(m -> features.get(m).getName()).toList())
        .withCategoryNames(names);
  }

  /** Refuses a data set from which nothing can be learned. */
  static void requireTrainable(Dataset<Label> examples) {
    Objects.requireNonNull(examples, "dataset");
    if (examples.size() == 0) {
      throw new IllegalArgumentException("The supplied Dataset has no examples.");
    }
    if (examples.getOutputInfo().getUnknownCount() > 0) {
      throw new IllegalArgumentException(
          "The supplied Dataset contained unknown Outputs, and this Trainer is supervised.");
    }
  }

  /** Refuses a data set whose domain has fewer than two labels. */
  static void requireSeveralLabels(Dataset<Label> examples) {
    int labels = examples.getOutputIDInfo().size();
    if (labels < 2) {
      throw new IllegalArgumentException(
          "The supplied Dataset has " + labels + " label; there must be at least 2.");
    }
  }

  /** Refuses weights of labels that are negative or not finite. */
  static void requireWeights(Map<String, Float> labelWeights) {
    labelWeights.forEach(
        (label, weight) -> {
          if (weight == null || !(weight >= 0) || weight.isInfinite()) {
            throw new PropertyException(
                "",
                "labelWeights",
                "label '" + label + "': weight " + weight + "; must be finite and at least 0");
          }
        });
  }

  /**
   * Refuses names that are no labels, as those of label weights with a slip of the pen.
   *
   * @throws IllegalArgumentException naming them and the labels that there are
   */
  static void requireKnown(Set<String> names, ImmutableOutputInfo<Label> labels) {
    Set<String> known = new TreeSet<>();
    labels.getDomain().forEach(label -> known.add(label.getLabel()));
    Set<String> unknown = new TreeSet<>(names);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "labelWeights: "
              + quoted(unknown)
              + "; must be labels of the data, which are "
              + quoted(known));
    }
  }

  private static String quoted(Set<String> names) {
    String some = names.stream().limit(NAMES_TOLD).collect(Collectors.joining("', '", "'", "'"));
    return names.size() <= NAMES_TOLD
        ? some
        : some + " and " + (names.size() - NAMES_TOLD) + " more";
  }

  /**
   * Refuses examples that a model's domain has no place for.
   *
   * @throws IllegalArgumentException naming the first example with a label that is not in the
   *     domain, or without any feature that is
   */
  static void requireDomain(
      Dataset<Label> examples, ImmutableFeatureMap features, ImmutableOutputInfo<Label> labels) {
    int row = 0;
    for (Example<Label> example : examples) {
      if (labels.getID(example.getOutput()) < 0) {
        throw new IllegalArgumentException(
            "example "
                + row
                + ": label '"
                + example.getOutput().getLabel()
                + "'; the model to continue does not know it");
      }
      if (!hasKnownFeature(example, features)) {
        throw new IllegalArgumentException(
            "example " + row + ": the model to continue knows none of its features");
      }
      row++;
    }
  }

  /** The names of features outside a domain, as they come. */
  static Set<String> unknownFeatures(Dataset<Label> examples, ImmutableFeatureMap features) {
    Set<String> unknown = new LinkedHashSet<>();
    for (Example<Label> example : examples) {
      for (Feature feature : example) {
        if (features.getID(feature.getName()) < 0) {
          unknown.add(feature.getName());
        }
      }
    }
    return unknown;
  }

  private static boolean hasKnownFeature(Example<Label> example, ImmutableFeatureMap features) {
    for (Feature feature : example) {
      if (features.getID(feature.getName()) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDense(Dataset<Label> examples, int columns) {
    long stored = 0;
    for (Example<Label> example : examples) {
      stored += Math.min(example.size(), columns);
    }
    return ExampleRow.denseIsSmaller(stored, examples.size(), columns);
  }

  /**
   * Weights that sum to 1 are shares and no counts, as those of AdaBoost: taken as counts they
   * would make of the whole data set a single example.
   */
  private static double weightScale(Dataset<Label> examples) {
    double total = 0;
    for (Example<Label> example : examples) {
      total += example.getWeight();
    }
    return Math.abs(total - 1) <= SUM_TOLERANCE ? examples.size() / total : 1;
  }

  private static double weight(Example<Label> example, int row) {
    float weight = example.getWeight();
    if (!(weight >= 0) || weight == Float.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "example " + row + ": weight " + weight + "; must be finite and at least 0");
    }
    return weight;
  }
}
