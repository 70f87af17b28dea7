// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.exact;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.ibcavi.examples.data.LabeledTable;

/** Four real and twenty simulated problems of all kinds, small enough for a sampler. */
final class MemberProblems {
  private static final int TEST_ROWS = 40;
  private static final String[] LINKS = {"logit", "probit"};
  private static final double[] ALPHAS = {1, 0.5, 0};

  /** What is special about a simulated problem. */
  private enum Kind {
    OVERLAPPING,
    SEPARABLE,
    RARE,
    EMPTY,
    WEIGHTED
  }

  /** Simulated problems of each kind; six members take turns over all of them. */
  private static final int OF_EACH_KIND = 4;

  private static final int[] ROWS = {80, 150, 300};
  private static final int[] COLUMNS = {3, 5, 8};
  private static final int[] CATEGORIES = {3, 4, 6, 5};
  private static final double[] VARIANCES = {1, 4, 16};

  private MemberProblems() {}

  /**
   * All problems.
   *
   * @param directory where iris.csv and wine.csv are
   */
  static List<MemberProblem> all(Path directory) throws IOException {
    List<MemberProblem> problems = new ArrayList<>();
    problems.add(real(LabeledTable.named("glass"), 143, "logit", 1, 4));
    problems.add(real(read(directory, "wine"), 119, "logit", 1, 16));
    problems.add(real(read(directory, "iris"), 100, "logit", 1, 16));
    problems.add(real(LabeledTable.named("vowel"), 330, "logit", 1, 4));
    for (int n = 0; n < OF_EACH_KIND * Kind.values().length; n++) {
      problems.add(simulated(n));
    }
    return problems.stream().map(MemberProblem::rounded).toList();
  }

  private static LabeledTable read(Path directory, String name) throws IOException {
    try (InputStream in = Files.newInputStream(directory.resolve(name + ".csv"))) {
      return LabeledTable.read(name, in);
    }
  }

  /** Random rows of a table, brought to mean 0 and deviation 1 by those to learn from. */
  private static MemberProblem real(
      LabeledTable table, int count, String link, double alpha, double variance) {
    LabeledTable shuffled = table.shuffled(1);
    double[][] rows = new double[count][];
    double[][] testRows = new double[TEST_ROWS][];
    Arrays.setAll(rows, shuffled::row);
    Arrays.setAll(testRows, i -> shuffled.row(count + i));
    for (int m = 0; m < rows[0].length; m++) {
      int column = m;
      double mean = Arrays.stream(rows).mapToDouble(row -> row[column]).average().orElseThrow();
      double square = Arrays.stream(rows).mapToDouble(row -> Math.pow(row[column] - mean, 2)).sum();
      double deviation = Math.sqrt(square / count);
      standardize(rows, column, mean, deviation);
      standardize(testRows, column, mean, deviation);
    }
    double[] weights = new double[count];
    Arrays.fill(weights, 1);
    int[] labels = Arrays.copyOf(shuffled.labels(), count);
    int categories = table.classes().size();
    return new MemberProblem(
        table.name(), link, alpha, variance, categories, rows, labels, weights, testRows);
  }

  private static void standardize(double[][] rows, int column, double mean, double deviation) {
    for (double[] row : rows) {
      row[column] = (row[column] - mean) / deviation;
    }
  }

  /** Normal features, and labels from a softmax whose coefficients are normal too. */
  private static MemberProblem simulated(int n) {
    SplittableRandom random = new SplittableRandom(100 + n);
    Kind kind = Kind.values()[n / OF_EACH_KIND];
    int categories = CATEGORIES[n % CATEGORIES.length];
    int columns = COLUMNS[n % COLUMNS.length];
    double[][] rows = normals(ROWS[n / 2 % ROWS.length], columns, random);
    double[][] coefficients = normals(categories, columns + 1, random);
    scale(coefficients, kind);
    int[] labels = new int[rows.length];
    Arrays.setAll(labels, i -> label(coefficients, rows[i], random));
    double[] weights = new double[rows.length];
    boolean weighted = kind == Kind.WEIGHTED;
    Arrays.setAll(weights, i -> weighted ? 0.2 + 2.8 * random.nextDouble() : 1);
    String link = LINKS[n % LINKS.length];
    double alpha = ALPHAS[n % ALPHAS.length];
    return new MemberProblem(
        kind.name().toLowerCase(Locale.ROOT) + " " + (n % OF_EACH_KIND + 1),
        link,
        alpha,
        VARIANCES[n / OF_EACH_KIND * 2 % VARIANCES.length],
        categories,
        rows,
        labels,
        weights,
        normals(TEST_ROWS, columns, random));
  }

  private static double[][] normals(int count, int columns, SplittableRandom random) {
    double[][] values = new double[count][columns];
    for (double[] row : values) {
      Arrays.setAll(row, m -> random.nextGaussian());
    }
    return values;
  }

  /** The first category is the rare or empty one. */
  private static void scale(double[][] coefficients, Kind kind) {
    double strength = kind == Kind.SEPARABLE ? 6 : 1;
    for (double[] vector : coefficients) {
      Arrays.setAll(vector, p -> strength * vector[p]);
    }
    int intercept = coefficients[0].length - 1;
    if (kind == Kind.RARE) {
      Arrays.fill(coefficients[0], 0.0);
      coefficients[0][intercept] = -2.5;
    } else if (kind == Kind.EMPTY) {
      coefficients[0][intercept] = Double.NEGATIVE_INFINITY;
    }
  }

  /** The largest of linear predictor plus Gumbel noise is a draw from the softmax. */
  private static int label(double[][] coefficients, double[] row, SplittableRandom random) {
    int best = -1;
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < coefficients.length; k++) {
      double value = coefficients[k][row.length] - Math.log(-Math.log(1 - random.nextDouble()));
      for (int m = 0; m < row.length; m++) {
        value += coefficients[k][m] * row[m];
      }
      if (value > largest) {
        largest = value;
        best = k;
      }
    }
    return best;
  }
}
