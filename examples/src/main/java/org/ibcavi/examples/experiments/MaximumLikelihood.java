// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.baselines.CategoricalTarget;
import org.ibcavi.examples.baselines.QuasiNewton;
import org.ibcavi.examples.data.SoftmaxSimulation;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.Workers;
import org.ibcavi.settings.Method;

/**
 * Experiment 2: IB-CAVI against maximum likelihood for softmax, the model that the data come from,
 * with as many rows as parameters and with a hundred times as many, over a range of predictability.
 * The published result is a picture: far ahead with few rows, close with many.
 */
public final class MaximumLikelihood implements Experiment {
  private static final double ELBO_GAIN = 0.1;
  private static final double OTHER_DEVIATION = 0.01;
  private static final double INTERCEPT_DEVIATION = 1;

  /** What the published comparison raises the probabilities of maximum likelihood to. */
  private static final double FLOOR = 1e-10;

  private static final double[] STRENGTHS = {0.01, 0.5, 1, 2, 5, 10, 20, 50, 100};
  private static final double[] QUICK_STRENGTHS = {0.01, 1, 10};
  private static final List<String> METHODS =
      List.of(
          "truth",
          "softmax ML",
          "CBC-probit",
          "CBM-probit",
          "ibcavi, binary",
          "default (categorical)",
          "base rates");

  /** Runs it from the command line. */
  public MaximumLikelihood() {}

  /**
   * Runs it.
   *
   * @param args {@code --quick}, {@code --categories=30}, {@code --datasets=10}, {@code
   *     --many=100}, the rows for each parameter in the second half, {@code --threads=2}, {@code
   *     --out=folder}
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Experiment.main(new MaximumLikelihood(), args);
  }

  @Override
  public String name() {
    return "maximum-likelihood";
  }

  @Override
  public List<String> arguments() {
    return List.of("categories", "datasets", "many", "threads");
  }

  @Override
  public Section run(Arguments arguments) {
    int categories = arguments.number("categories", 30, 5);
    int datasets = arguments.number("datasets", 10, 2);
    int many = arguments.number("many", 100, 10);
    int threads = arguments.number("threads", 2, 1);
    double[] strengths = arguments.quick() ? QUICK_STRENGTHS : STRENGTHS;
    int parameters = categories * (2 * categories + 1);
    KeptCells cells = KeptCells.of(name(), arguments);
    ProgressBar progress = ProgressBar.of(2 * strengths.length * datasets);
    Section section = new Section("Experiment 2: IB-CAVI and maximum likelihood");
    section.paragraph(
        String.format(
            "Mean held-out log likelihood, K = %d, M = %d, means over %d data sets. Published as a "
                + "picture only: ahead of maximum likelihood where rows are as few as parameters, close "
                + "to it where they are a hundred times as many.",
            categories, 2 * categories, datasets));
    List<String> pictures = new ArrayList<>();
    for (int multiple : new int[] {1, many}) {
      double[] entropies = new double[strengths.length];
      double[][] scores = new double[strengths.length][METHODS.size()];
      for (int s = 0; s < strengths.length; s++) {
        for (int seed = 1; seed <= datasets; seed++) {
          double[] of = cell(cells, multiple * parameters, categories, strengths[s], seed, threads);
          entropies[s] += of[METHODS.size()] / datasets;
          for (int j = 0; j < METHODS.size(); j++) {
            scores[s][j] += of[j] / datasets;
          }
          progress.step("N=" + multiple * parameters + " σ=" + strengths[s]);
        }
      }
      String title = multiple == 1 ? "N = P" : "N = " + multiple + " P";
      section.table(title + " = " + multiple * parameters, table(strengths, entropies, scores));
      pictures.add(picture(title, entropies, scores));
    }
    section.figure(
        "Log likelihood against the entropy of the true probabilities: predictable data to the left.",
        pictures.toArray(String[]::new));
    return section.paragraph(cells.toString());
  }

  /** The scores of a data set, and after them its entropy. */
  private static double[] cell(
      KeptCells cells, int rows, int categories, double strength, int seed, int threads) {
    return cells.get(
        String.format(Locale.ROOT, "N=%d K=%d σ=%s seed=%d", rows, categories, strength, seed),
        () -> {
          SoftmaxSimulation.Draw data =
              SoftmaxSimulation.of(rows, categories, 2 * categories, strength)
                  .deviations(OTHER_DEVIATION, INTERCEPT_DEVIATION)
                  .draw(seed);
          double[] values = Arrays.copyOf(scores(data, threads), METHODS.size() + 1);
          values[METHODS.size()] = data.entropy();
          return values;
        });
  }

  private static double[] scores(SoftmaxSimulation.Draw data, int threads) {
    CategoricalModel model =
        PublishedMethod.with(Link.PROBIT, ELBO_GAIN).threads(threads).fit(data.training());
    IbCavi defaults = IbCavi.withDefaults().threads(threads);
    double[][][] predictions = {
      data.truth(),
      floored(maximumLikelihood(data, threads)),
      PublishedMethod.member(model, 1).probabilities(data.test()),
      PublishedMethod.member(model, 0).probabilities(data.test()),
      defaults.method(Method.BINARY).fit(data.training()).probabilities(data.test()),
      defaults.fit(data.training()).probabilities(data.test()),
      floored(baseRates(data))
    };
    return Arrays.stream(predictions)
        .mapToDouble(p -> meanLogLikelihood(p, data.labels()))
        .toArray();
  }

  private static double[][] maximumLikelihood(SoftmaxSimulation.Draw data, int threads) {
    try (Workers workers = Workers.of(threads)) {
      CategoricalTarget target = CategoricalTarget.softmax(data.training(), 0).on(workers);
      // jax's default: the largest entry of the gradient of the mean log likelihood below 1e-5.
      double tolerance = 1e-5 * data.training().rows();
      double[] theta = new QuasiNewton(target, 1000, tolerance).run(point -> {});
      return target.probabilities(theta, data.test());
    }
  }

  private static double[][] baseRates(SoftmaxSimulation.Draw data) {
    TrainingData training = data.training();
    double[] rates = training.categoryWeights();
    for (int k = 0; k < rates.length; k++) {
      rates[k] /= training.rows();
    }
    double[][] p = new double[data.labels().length][];
    Arrays.setAll(p, i -> rates.clone());
    return p;
  }

  private static double[][] floored(double[][] p) {
    for (double[] row : p) {
      double sum = 0;
      for (int k = 0; k < row.length; k++) {
        row[k] = Math.max(row[k], FLOOR);
        sum += row[k];
      }
      for (int k = 0; k < row.length; k++) {
        row[k] /= sum;
      }
    }
    return p;
  }

  private static double meanLogLikelihood(double[][] p, int[] labels) {
    double sum = 0;
    for (int i = 0; i < labels.length; i++) {
      sum += Math.log(Math.max(p[i][labels[i]], Double.MIN_NORMAL));
    }
    return sum / labels.length;
  }

  private static TextTable table(double[] strengths, double[] entropies, double[][] scores) {
    List<String> header = new ArrayList<>(List.of("σ", "entropy"));
    header.addAll(METHODS);
    TextTable table = new TextTable(header.toArray(String[]::new));
    for (int s = 0; s < strengths.length; s++) {
      List<Object> row = new ArrayList<>(List.of(strengths[s], TextTable.fixed(3, entropies[s])));
      Arrays.stream(scores[s]).forEach(value -> row.add(TextTable.fixed(3, value)));
      table.row(row.toArray());
    }
    return table;
  }

  private static String picture(String title, double[] entropies, double[][] scores) {
    Plot plot =
        new Plot(title, "entropy (nats)", "mean held-out log likelihood", 500, 470).legendBelow();
    for (int j = 0; j < METHODS.size(); j++) {
      int method = j;
      double[] y = Arrays.stream(scores).mapToDouble(row -> row[method]).toArray();
      plot.marks(METHODS.get(j), entropies, y);
    }
    return plot.toSvg();
  }
}
