// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.link.Link;
import org.ibcavi.model.PosteriorDraws;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;

/**
 * Simulation-based calibration (Talts et al. 2018): coefficients are drawn from the prior, labels
 * from the softmax model with them, and the truth is ranked among draws of the posterior. If the
 * posterior is right, ranks are uniform; too narrow a posterior gives many ranks at the ends, too
 * wide a one many in the middle.
 */
public final class RankCalibration implements Experiment {
  private static final int CATEGORIES = 3;
  private static final int FEATURES = 3;
  private static final int DRAWS = 99;
  private static final int BINS = 20;

  /** The 99 % quantile of χ² with 19 degrees of freedom. */
  private static final double CRITICAL = 36.191;

  /** Standard deviations of a bin's count that hold 99 %. */
  private static final double BAND = 2.576;

  /** Runs it from the command line. */
  public RankCalibration() {}

  /**
   * Runs it.
   *
   * @param args {@code --quick}, {@code --simulations=200}, {@code --rows=150}, {@code
   *     --variance=1}, {@code --out=folder}
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Experiment.main(new RankCalibration(), args);
  }

  @Override
  public String name() {
    return "ranks";
  }

  @Override
  public Section run(Arguments arguments) {
    int simulations = arguments.number("simulations", 200, 60);
    int rows = arguments.number("rows", 150, 60);
    double variance = arguments.number("variance", 1, 1);
    Section section = new Section("Simulation-based calibration");
    section.paragraph(
        String.format(
            Locale.ROOT,
            "%d simulations of %d rows, %d features and %d categories, weights and intercepts with"
                + " the prior variance %.3g, which the fit is given. The rank of the truth among %d"
                + " draws, in %d bins; χ² above %.1f has a probability below 1 %%.",
            simulations,
            rows,
            FEATURES,
            CATEGORIES,
            variance,
            DRAWS,
            BINS,
            CRITICAL));
    TextTable table =
        new TextTable("posterior", "quantity", "χ²", "mean rank", "in the outer bins");
    Map<String, List<String>> pictures = new LinkedHashMap<>();
    ProgressBar progress = ProgressBar.of(2 * simulations);
    for (PosteriorKind kind : List.of(PosteriorKind.VARIATIONAL, PosteriorKind.LAPLACE)) {
      String posterior = kind == PosteriorKind.VARIATIONAL ? "variational" : "Laplace's";
      Map<String, int[]> bins = new LinkedHashMap<>();
      for (int simulation = 0; simulation < simulations; simulation++) {
        new Simulation(simulation, rows, variance).count(kind, bins);
        progress.step(posterior);
      }
      bins.forEach(
          (quantity, counts) -> {
            table.row(
                posterior,
                quantity,
                String.format(Locale.ROOT, "%.1f", chiSquared(counts)),
                String.format(Locale.ROOT, "%.3f", meanRank(counts)),
                String.format(Locale.ROOT, "%.3f", outerShare(counts)));
            pictures
                .computeIfAbsent(posterior, kept -> new ArrayList<>())
                .add(picture(quantity, counts));
          });
    }
    section.table("Ranks; uniform ones have a mean of 0.5, and 0.1 in the outer bins", table);
    pictures.forEach(
        (posterior, drawn) ->
            section.figure(
                "How often the truth had each rank, "
                    + posterior
                    + " posterior; the dashed lines hold 99 % of the counts of a right one.",
                drawn.toArray(new String[0])));
    return section;
  }

  private static double chiSquared(int[] counts) {
    double expected = (double) Arrays.stream(counts).sum() / counts.length;
    return Arrays.stream(counts)
        .mapToDouble(count -> (count - expected) * (count - expected) / expected)
        .sum();
  }

  private static double meanRank(int[] counts) {
    double sum = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      sum += counts[bin] * (bin + 0.5) / counts.length;
    }
    return sum / Arrays.stream(counts).sum();
  }

  private static double outerShare(int[] counts) {
    return (double) (counts[0] + counts[BINS - 1]) / Arrays.stream(counts).sum();
  }

  private static String picture(String title, int[] counts) {
    double expected = (double) Arrays.stream(counts).sum() / BINS;
    double reach = BAND * Math.sqrt(expected * (1 - 1.0 / BINS));
    double[] x = new double[BINS];
    double[] y = new double[BINS];
    for (int bin = 0; bin < BINS; bin++) {
      x[bin] = (bin + 0.5) / BINS;
      y[bin] = counts[bin];
    }
    double[] ends = {0, 1};
    return new Plot(title, "rank", "simulations", 340, 220)
        .marks("counts", x, y)
        .reference(ends, new double[] {expected - reach, expected - reach})
        .reference(ends, new double[] {expected + reach, expected + reach})
        .yRange(0, Math.max(3 * expected, Arrays.stream(counts).max().orElse(0)))
        .withoutLegend()
        .toSvg();
  }

  /** A truth, rows with labels, and a new row. */
  private static final class Simulation {
    private final long seed;
    private final double variance;
    private final double[][] truth = new double[CATEGORIES][FEATURES + 1];
    private final double[][] features;
    private final int[] labels;
    private final double[] fresh;

    Simulation(long seed, int rows, double variance) {
      this.seed = seed;
      this.variance = variance;
      SplittableRandom random = new SplittableRandom(seed);
      for (double[] vector : truth) {
        Arrays.setAll(vector, p -> Math.sqrt(variance) * random.nextGaussian());
      }
      features = new double[rows][];
      labels = new int[rows];
      for (int i = 0; i < rows; i++) {
        features[i] = row(random);
        labels[i] = drawn(probabilities(features[i]), random.nextDouble());
      }
      fresh = row(random);
    }

    private static double[] row(SplittableRandom random) {
      double[] row = new double[FEATURES];
      Arrays.setAll(row, m -> random.nextGaussian());
      return row;
    }

    private static int drawn(double[] probabilities, double uniform) {
      int k = 0;
      double rest = uniform - probabilities[0];
      while (rest > 0 && k < CATEGORIES - 1) {
        rest -= probabilities[++k];
      }
      return k;
    }

    private double[] probabilities(double[] row) {
      double[] result = new double[CATEGORIES];
      for (int k = 0; k < CATEGORIES; k++) {
        double predictor = truth[k][FEATURES];
        for (int m = 0; m < FEATURES; m++) {
          predictor += truth[k][m] * row[m];
        }
        result[k] = Math.exp(predictor);
      }
      double sum = Arrays.stream(result).sum();
      Arrays.setAll(result, k -> result[k] / sum);
      return result;
    }

    private TrainingData data() {
      TrainingData.Builder data = TrainingData.dense(FEATURES, CATEGORIES);
      for (int i = 0; i < labels.length; i++) {
        data.add(features[i], labels[i]);
      }
      return data.build();
    }

    void count(PosteriorKind kind, Map<String, int[]> bins) {
      PosteriorDraws draws =
          IbCavi.withDefaults()
              .method(Method.CATEGORICAL)
              .link(Link.LOGIT)
              .average(Average.fixed(1))
              .prior(new IsotropicPrior(variance, variance))
              .standardize(false)
              .posterior(kind)
              .seed(seed)
              .fit(data())
              .draws(DRAWS, seed);
      Map<String, Double> truths = quantities(probabilities(fresh), truth);
      Map<String, Integer> below = new LinkedHashMap<>();
      for (int draw = 0; draw < DRAWS; draw++) {
        quantities(draws.probabilities(draw, fresh), draws.coefficients(draw))
            .forEach(
                (quantity, value) ->
                    below.merge(quantity, value < truths.get(quantity) ? 1 : 0, Integer::sum));
      }
      below.forEach((quantity, rank) -> add(quantity, rank, bins));
    }

    private static Map<String, Double> quantities(double[] probabilities, double[][] vectors) {
      Map<String, Double> quantities = new LinkedHashMap<>();
      for (int k = 0; k < CATEGORIES; k++) {
        quantities.put("probability of category " + (k + 1), probabilities[k]);
      }
      double weight = vectors[0][0];
      double mean = Arrays.stream(vectors).mapToDouble(vector -> vector[0]).average().orElseThrow();
      quantities.put("difference of two categories' weights", weight - vectors[1][0]);
      quantities.put("a weight less the categories' mean", weight - mean);
      quantities.put("a weight", weight);
      return quantities;
    }

    private static void add(String quantity, int rank, Map<String, int[]> bins) {
      bins.computeIfAbsent(quantity, name -> new int[BINS])[rank * BINS / (DRAWS + 1)]++;
    }
  }
}
