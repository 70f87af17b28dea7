// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import weka.classifiers.functions.IBCavi;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;

/**
 * Measures what IBCavi's predictions lose or gain by what stands for a missing value: a row of a
 * Markdown table for each ARFF file, the log loss of twice five folds for each way. The data are
 * made complete here, from the training folds alone, so that IBCavi sees no missing value.
 */
final class MissingValues {
  private static final int FOLDS = 5;
  private static final int REPEATS = 2;

  /** What stands for a missing value of a numeric attribute, and for one of a nominal. */
  private enum Way {
    MEAN_MODE(false),
    MEDIAN_MODE(false),
    COLUMN_MEANS(false),
    MEAN_MODE_INDICATOR(true),
    MEDIAN_MODE_INDICATOR(true),
    COLUMN_MEANS_INDICATOR(true);

    private final boolean indicator;

    Way(boolean indicator) {
      this.indicator = indicator;
    }
  }

  private MissingValues() {}

  /**
   * Prints the table.
   *
   * @param files ARFF files whose last attribute is the class
   * @throws Exception if a file cannot be read or fitted
   */
  public static void main(String[] files) throws Exception {
    System.out.println("| data | " + String.join(" | ", names()) + " |");
    System.out.println("|---|" + "---:|".repeat(Way.values().length));
    for (String file : files) {
      Instances data = DataSource.read(file);
      data.setClassIndex(data.numAttributes() - 1);
      System.out.println("| " + new File(file).getName().replace(".arff", "") + row(data));
    }
  }

  private static List<String> names() {
    return Arrays.stream(Way.values())
        .map(way -> way.name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .toList();
  }

  /** The first way's log loss, then the others' with the standard error of the difference. */
  private static String row(Instances data) throws Exception {
    StringBuilder row = new StringBuilder();
    double[] first = null;
    for (Way way : Way.values()) {
      double[] losses = losses(data, way);
      double mean = Arrays.stream(losses).average().orElseThrow();
      if (first == null) {
        first = losses;
        row.append(String.format(Locale.ROOT, " | %.4f", mean));
      } else {
        row.append(
            String.format(Locale.ROOT, " | %.4f (se %.4f)", mean, standardError(losses, first)));
      }
    }
    return row + " |";
  }

  private static double standardError(double[] some, double[] others) {
    double[] differences = new double[some.length];
    Arrays.setAll(differences, i -> some[i] - others[i]);
    double mean = Arrays.stream(differences).average().orElseThrow();
    double squares = Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
    return Math.sqrt(squares / (some.length - 1) / some.length);
  }

  private static double[] losses(Instances data, Way way) throws Exception {
    double[] losses = new double[REPEATS * FOLDS];
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      Instances shuffled = new Instances(data);
      shuffled.randomize(new Random(repeat));
      shuffled.stratify(FOLDS);
      for (int fold = 0; fold < FOLDS; fold++) {
        Instances train = shuffled.trainCV(FOLDS, fold, new Random(fold));
        losses[repeat * FOLDS + fold] = loss(train, shuffled.testCV(FOLDS, fold), way);
      }
    }
    return losses;
  }

  private static double loss(Instances train, Instances test, Way way) throws Exception {
    Completion completion = new Completion(train, way);
    IBCavi classifier = new IBCavi();
    classifier.buildClassifier(completion.of(train));
    double sum = 0;
    for (Instance instance : completion.of(test)) {
      sum -= Math.log(classifier.distributionForInstance(instance)[(int) instance.classValue()]);
    }
    return sum / test.numInstances();
  }

  /** Numeric data without missing values: an indicator for each nominal value. */
  private static final class Completion {
    private final Instances header;
    private final double[][] replacements;
    private final boolean[] indicated;

    Completion(Instances train, Way way) {
      int attributes = train.numAttributes() - 1;
      replacements = new double[attributes][];
      indicated = new boolean[attributes];
      ArrayList<Attribute> columns = new ArrayList<>();
      for (int a = 0; a < attributes; a++) {
        replacements[a] = replacement(train, a, way);
        int index = a;
        indicated[a] = way.indicator && train.stream().anyMatch(row -> row.isMissing(index));
        int width = replacements[a].length + (indicated[a] ? 1 : 0);
        for (int c = 0; c < width; c++) {
          columns.add(new Attribute(a + "." + c));
        }
      }
      columns.add((Attribute) train.classAttribute().copy());
      header = new Instances("complete", columns, 0);
      header.setClassIndex(columns.size() - 1);
    }

    private static double[] replacement(Instances train, int a, Way way) {
      double[] known =
          train.stream()
              .filter(row -> !row.isMissing(a))
              .mapToDouble(row -> row.value(a))
              .toArray();
      if (train.attribute(a).isNumeric()) {
        Arrays.sort(known);
        double mean = Arrays.stream(known).average().orElse(0);
        boolean median = way == Way.MEDIAN_MODE || way == Way.MEDIAN_MODE_INDICATOR;
        return new double[] {median ? known[known.length / 2] : mean};
      }
      double[] shares = new double[train.attribute(a).numValues()];
      for (double value : known) {
        shares[(int) value] += 1.0 / known.length;
      }
      boolean means = way == Way.COLUMN_MEANS || way == Way.COLUMN_MEANS_INDICATOR;
      return means ? shares : indicators(shares.length, weka.core.Utils.maxIndex(shares));
    }

    private static double[] indicators(int length, int value) {
      double[] row = new double[length];
      row[value] = 1;
      return row;
    }

    Instances of(Instances data) {
      Instances complete = new Instances(header);
      for (Instance instance : data) {
        double[] row = new double[header.numAttributes()];
        int at = 0;
        for (int a = 0; a < replacements.length; a++) {
          double[] values = values(instance, a);
          System.arraycopy(values, 0, row, at, values.length);
          at += values.length;
          if (indicated[a]) {
            row[at++] = instance.isMissing(a) ? 1 : 0;
          }
        }
        row[at] = instance.classValue();
        complete.add(new DenseInstance(1, row));
      }
      return complete;
    }

    private double[] values(Instance instance, int a) {
      if (instance.isMissing(a)) {
        return replacements[a];
      }
      return instance.attribute(a).isNumeric()
          ? new double[] {instance.value(a)}
          : indicators(replacements[a].length, (int) instance.value(a));
    }
  }
}
