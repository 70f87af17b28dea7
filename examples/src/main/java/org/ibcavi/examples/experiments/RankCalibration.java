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

  /** What is ranked: of each category a new row's probability, and a feature's weights. */
  private static final List<String> QUANTITIES =
      List.of(
          "probability of category 1",
          "probability of category 2",
          "probability of category 3",
          "difference of two categories' weights",
          "a weight less the categories' mean",
          "a weight");

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
  public List<String> arguments() {
    return List.of("simulations", "rows", "variance");
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
    KeptCells cells = KeptCells.of(name(), arguments);
    ProgressBar progress = ProgressBar.of(2 * simulations);
    for (PosteriorKind kind : List.of(PosteriorKind.VARIATIONAL, PosteriorKind.LAPLACE)) {
      String posterior = kind == PosteriorKind.VARIATIONAL ? "variational" : "Laplace's";
      Map<String, int[]> bins = new LinkedHashMap<>();
      for (int simulation = 0; simulation < simulations; simulation++) {
        int seed = simulation;
        double[] ranks =
            cells.get(
                String.format("%s rows=%d variance=%s seed=%d", kind, rows, variance, seed),
                () -> new Simulation(seed, rows, variance).ranks(kind));
        count(ranks, bins);
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
    return section.paragraph(cells.toString());
  }

  private static void count(double[] ranks, Map<String, int[]> bins) {
    for (int q = 0; q < ranks.length; q++) {
      int bin = ((int) ranks[q]) * BINS / (DRAWS + 1);
      bins.computeIfAbsent(QUANTITIES.get(q), name -> new int[BINS])[bin]++;
    }
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

    /** For each quantity how many draws are below the truth. */
    double[] ranks(PosteriorKind kind) {
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
      double[] truths = quantities(probabilities(fresh), truth);
      double[] below = new double[truths.length];
      for (int draw = 0; draw < DRAWS; draw++) {
        double[] values = quantities(draws.probabilities(draw, fresh), draws.coefficients(draw));
        Arrays.setAll(below, q -> below[q] + (values[q] < truths[q] ? 1 : 0));
      }
      return below;
    }

    /** In the order of their names. */
    private static double[] quantities(double[] probabilities, double[][] vectors) {
      double weight = vectors[0][0];
      double mean = Arrays.stream(vectors).mapToDouble(vector -> vector[0]).average().orElseThrow();
      double[] quantities = Arrays.copyOf(probabilities, QUANTITIES.size());
      quantities[CATEGORIES] = weight - vectors[1][0];
      quantities[CATEGORIES + 1] = weight - mean;
      quantities[CATEGORIES + 2] = weight;
      return quantities;
    }
  }
}
