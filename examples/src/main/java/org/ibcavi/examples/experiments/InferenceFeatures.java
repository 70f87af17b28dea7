// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.baselines.Advi;
import org.ibcavi.examples.baselines.CategoricalLikelihood;
import org.ibcavi.examples.baselines.GibbsSampler;
import org.ibcavi.examples.baselines.LogDensity;
import org.ibcavi.examples.baselines.Nuts;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.parallel.Workers;

/**
 * The paper's table 1 by measurement: for each model and each of its seven properties a mark that
 * follows from a figure, and the figure.
 */
public final class InferenceFeatures implements Experiment {
  private static final List<String> PROPERTIES =
      List.of(
          "order of categories",
          "latent linear regression",
          "auxiliary independence",
          "closed-form likelihood",
          "conditional conjugacy",
          "closed-form VI",
          "parallel over categories");

  /** Linear predictors of the row at which likelihoods and auxiliary variables are looked at. */
  private static final double[] ETA = {0.8, -1.1, 0.3, -0.2};

  /** Below this two converged fits count as the same; different ones differ by over 0.01. */
  private static final double SAME = 1e-3;

  /** A simulated figure counts as right within so many standard errors. */
  private static final double ERRORS = 4.5;

  /** Rounding may lower a bound by this much. */
  private static final double ROUNDING = 1e-8;

  /** Batches of draws for standard errors of dependent ones. */
  private static final int BATCHES = 30;

  /** A measured cell: whether the property holds, and the figure. */
  private record Cell(boolean holds, String figure) {
    @Override
    public String toString() {
      return (holds ? "✓ " : "✗ ") + figure;
    }
  }

  /** Runs it from the command line. */
  public InferenceFeatures() {}

  /**
   * Runs it.
   *
   * @param args {@code --quick}, {@code --draws=200000} of simulations, {@code --sweeps=20000} of
   *     samplers, {@code --workers=2}, {@code --out=folder}
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Experiment.main(new InferenceFeatures(), args);
  }

  @Override
  public String name() {
    return "features";
  }

  @Override
  public List<String> arguments() {
    return List.of("draws", "sweeps", "workers");
  }

  @Override
  public Section run(Arguments arguments) {
    int draws = arguments.number("draws", 200_000, 10_000);
    int sweeps = arguments.number("sweeps", 20_000, 1200);
    int workers = arguments.number("workers", 2, 2);
    HeldOutProblem problem =
        arguments.quick()
            ? HeldOutProblem.simulated("simulated", 50, 3, 1, 2)
            : HeldOutProblem.simulated("simulated", 200, 4, 2, 2);
    TrainingData large =
        (arguments.quick()
                ? HeldOutProblem.simulated("large", 250, 8, 5, 2)
                : HeldOutProblem.simulated("large", 10_000, 20, 20, 2))
            .training();
    List<TableRow> rows = TableRows.all(sweeps);
    TextTable table = new TextTable(header());
    TextTable times = new TextTable("model", "seconds, 1 worker", workers + " workers", "ratio");
    ProgressBar progress = ProgressBar.of(rows.size());
    double[] agreement = new double[rows.size()];
    for (int r = 0; r < rows.size(); r++) {
      List<Cell> cells = cells(rows.get(r), problem, draws, sweeps);
      agreement[r] = addRow(table, rows.get(r), cells);
      addTimes(times, rows.get(r), large, workers);
      progress.step(rows.get(r).name());
    }
    return section(problem, large, table, times, agreement);
  }

  private static String[] header() {
    String[] header = new String[PROPERTIES.size() + 2];
    header[0] = "model";
    for (int c = 0; c < PROPERTIES.size(); c++) {
      header[c + 1] = PROPERTIES.get(c);
    }
    header[header.length - 1] = "not as published";
    return header;
  }

  private static Section section(
      HeldOutProblem problem,
      TrainingData large,
      TextTable table,
      TextTable times,
      double[] agreement) {
    Section section = new Section("Table 1, measured");
    section.paragraph(
        "Marks follow from figures. Order: the largest change of a held-out probability when categories "
            + "are renamed (± what other seeds change). Latent regression: the mean over auxiliary "
            + "variables of the linear regression's likelihood, less the likelihood itself, in standard "
            + "errors; without such variables the third derivative of the log likelihood, which a linear "
            + "regression does not have. Independence: the largest correlation of a row's auxiliary "
            + "variables of two categories, given all coefficients and the label. Likelihood: the largest "
            + "difference of a probability from the share of simulated categories, in standard errors, "
            + "and points of quadrature. Conjugacy: the largest difference of posterior means by complete "
            + "conditionals and by NUTS, in standard errors; else the gradients that NUTS takes for a "
            + "draw. Closed-form VI: the smallest gain of the bound in a sweep, and how many sweeps; else "
            + "the share of ADVI's steps that lower it, or how far log Σ e^η at the mean is from its "
            + "mean, which no formula gives. Parallel: the largest change of a category's coefficients "
            + "when the labels of the other categories' rows are shuffled among them (± other seeds).");
    section.table(problem.title(), table);
    section.table(
        String.format(
            "%d sweeps with categories shared by workers: K = %d, %d rows",
            TableRows.TIMED_SWEEPS, large.categories(), large.rows()),
        times);
    double[] at = IntStream.range(0, agreement.length).mapToDouble(r -> r).toArray();
    Plot plot =
        new Plot("Properties that hold", "row of the table", "of seven", 700, 300)
            .xNames(IntStream.rangeClosed(1, at.length).mapToObj(String::valueOf).toList())
            .yRange(0, 7.5)
            .withoutLegend()
            .marks("measured", at, agreement);
    section.figure("How many of the seven properties hold by measurement", plot.toSvg());
    return section;
  }

  private static List<Cell> cells(TableRow row, HeldOutProblem problem, int draws, int sweeps) {
    TableRow.Fitted first = row.fit(problem.training(), problem.test(), 1);
    List<TableRow.Fitted> again = otherSeeds(row, problem, first);
    return List.of(
        order(row, problem, first, again),
        latent(row, draws),
        independence(row, draws),
        likelihood(row, draws),
        conjugacy(row, problem.training(), sweeps),
        closedForm(row, problem.training(), draws),
        parallel(row, problem, first, again));
  }

  /** Fits with other seeds; none for a fit that does not depend on them. */
  private static List<TableRow.Fitted> otherSeeds(
      TableRow row, HeldOutProblem problem, TableRow.Fitted first) {
    TableRow.Fitted second = row.fit(problem.training(), problem.test(), 2);
    if (Differences.largest(first.coefficients(), second.coefficients()) == 0) {
      return List.of();
    }
    return List.of(
        second,
        row.fit(problem.training(), problem.test(), 3),
        row.fit(problem.training(), problem.test(), 4));
  }

  /** The largest difference between a fit and those with other seeds. */
  private static double noise(
      TableRow.Fitted first,
      List<TableRow.Fitted> again,
      Function<TableRow.Fitted, double[][]> what) {
    return again.stream()
        .mapToDouble(fit -> Differences.largest(what.apply(first), what.apply(fit)))
        .max()
        .orElse(0);
  }

  /** Adds the cells with what differs from the publication; returns how many hold. */
  private static double addRow(TextTable table, TableRow row, List<Cell> cells) {
    Object[] texts = new Object[cells.size() + 2];
    texts[0] = row.name();
    StringBuilder different = new StringBuilder();
    for (int c = 0; c < cells.size(); c++) {
      texts[c + 1] = cells.get(c);
      boolean published = !row.published().isEmpty() && row.published().charAt(c) == '+';
      if (!row.published().isEmpty() && published != cells.get(c).holds()) {
        different.append(different.isEmpty() ? "" : ", ").append(PROPERTIES.get(c));
      }
    }
    texts[texts.length - 1] =
        row.published().isEmpty() ? "no such row" : different.isEmpty() ? "–" : different;
    table.row(texts);
    return cells.stream().filter(Cell::holds).count();
  }

  private static Cell order(
      TableRow row, HeldOutProblem problem, TableRow.Fitted first, List<TableRow.Fitted> again) {
    int categories = problem.training().categories();
    double noise = noise(first, again, TableRow.Fitted::probabilities);
    double change = 0;
    for (int order = 1; order <= 2; order++) {
      Relabeling names = Relabeling.shuffled(categories, order);
      TrainingData renamed = names.apply(problem.training());
      double[][] p = names.undo(row.fit(renamed, problem.test(), 1).probabilities());
      change = Math.max(change, Differences.largest(first.probabilities(), p));
    }
    return new Cell(change < SAME + 2 * noise, withNoise(change, noise));
  }

  private static String withNoise(double change, double noise) {
    return TextTable.brief(change) + (noise == 0 ? "" : " ± " + TextTable.brief(noise));
  }

  private static Cell latent(TableRow row, int draws) {
    SplittableRandom random = new SplittableRandom(1);
    double worst = 0;
    for (int label = 0; label < ETA.length; label++) {
      double sum = 0;
      double squares = 0;
      for (int t = 0; t < draws; t++) {
        double value = row.augmented(ETA, label, random);
        sum += value;
        squares += value * value;
      }
      double mean = sum / draws;
      double error = Math.sqrt((squares / draws - mean * mean) / draws);
      worst = Math.max(worst, Math.abs(mean - row.exact(ETA, label)) / error);
    }
    // A model without auxiliary variables has no draws of them.
    return Double.isNaN(worst)
        ? new Cell(false, "third derivative " + TextTable.brief(thirdDerivative(row)))
        : new Cell(worst < ERRORS, TextTable.fixed(1, worst) + " s.e.");
  }

  /** Of the log probability of the first category along its own predictor. */
  private static double thirdDerivative(TableRow row) {
    double h = 0.05;
    double[] weights = {-0.5, 1, 0, -1, 0.5};
    double sum = 0;
    for (int s = 0; s < weights.length; s++) {
      double[] eta = ETA.clone();
      eta[0] += (s - 2) * h;
      sum += weights[s] * Math.log(row.exact(eta, 0));
    }
    return sum / (h * h * h);
  }

  private static Cell independence(TableRow row, int draws) {
    SplittableRandom random = new SplittableRandom(2);
    int last = ETA.length - 1;
    if (row.auxiliaries(ETA, last, random).length == 0) {
      return new Cell(true, "none");
    }
    double[][] samples = new double[draws][];
    Arrays.setAll(samples, t -> row.auxiliaries(ETA, last, random));
    double largest = 0;
    for (int j = 0; j < ETA.length; j++) {
      for (int k = 0; k < j; k++) {
        largest = Math.max(largest, Math.abs(correlation(samples, j, k)));
      }
    }
    return new Cell(largest < ERRORS / Math.sqrt(draws), TextTable.fixed(3, largest));
  }

  private static double correlation(double[][] samples, int j, int k) {
    double meanJ = Arrays.stream(samples).mapToDouble(s -> s[j]).average().orElseThrow();
    double meanK = Arrays.stream(samples).mapToDouble(s -> s[k]).average().orElseThrow();
    double product = 0;
    double squareJ = 0;
    double squareK = 0;
    for (double[] s : samples) {
      product += (s[j] - meanJ) * (s[k] - meanK);
      squareJ += (s[j] - meanJ) * (s[j] - meanJ);
      squareK += (s[k] - meanK) * (s[k] - meanK);
    }
    return product / Math.sqrt(squareJ * squareK);
  }

  private static Cell likelihood(TableRow row, int draws) {
    CategoricalLikelihood likelihood = row.likelihood(ETA.length);
    double[] eta = Arrays.copyOf(ETA, likelihood.predictors());
    double[] p = new double[ETA.length];
    likelihood.probabilities(eta, p);
    double[] counts = new double[ETA.length];
    SplittableRandom random = new SplittableRandom(3);
    for (int t = 0; t < draws; t++) {
      counts[likelihood.simulate(eta, random)]++;
    }
    double worst = 0;
    for (int k = 0; k < p.length; k++) {
      double error = Math.sqrt(p[k] * (1 - p[k]) / draws);
      worst = Math.max(worst, Math.abs(counts[k] / draws - p[k]) / error);
    }
    int points = likelihood.quadraturePoints(eta);
    String figure = TextTable.fixed(1, worst) + " s.e.";
    return new Cell(
        worst < ERRORS && points == 0, figure + (points == 0 ? "" : ", " + points + " points"));
  }

  private static Cell conjugacy(TableRow row, TrainingData data, int sweeps) {
    Optional<GibbsSampler> gibbs = row.gibbs(data, 1);
    if (gibbs.isEmpty()) {
      LogDensity density = row.densities(data).get(0);
      Nuts nuts = new Nuts(density, 1);
      int draws = Math.max(100, sweeps / 100);
      nuts.run(new double[density.size()], 100, draws, (theta, warmup) -> true);
      double each = (double) nuts.evaluations() / (100 + draws);
      return new Cell(false, TextTable.fixed(0, each) + " gradients");
    }
    BatchedMean byGibbs = new BatchedMean(BATCHES, sweeps);
    for (int t = 0; t < sweeps / 10; t++) {
      gibbs.get().sweep();
    }
    for (int t = 0; t < sweeps; t++) {
      gibbs.get().sweep();
      byGibbs.add(gibbs.get().theta());
    }
    double worst = worstDifference(byGibbs, row.densities(data), Math.max(210, sweeps / 5));
    return new Cell(worst < ERRORS, TextTable.fixed(1, worst) + " s.e.");
  }

  /** Over all coefficients of all parts, |Gibbs − NUTS| in standard errors of the difference. */
  private static double worstDifference(BatchedMean gibbs, List<LogDensity> parts, int draws) {
    double worst = 0;
    for (int part = 0; part < parts.size(); part++) {
      LogDensity density = parts.get(part);
      BatchedMean byNuts = new BatchedMean(BATCHES, draws);
      new Nuts(density, 2)
          .run(
              new double[density.size()],
              Math.min(500, draws),
              draws,
              (theta, warmup) -> {
                if (!warmup) {
                  byNuts.add(theta);
                }
                return true;
              });
      for (int m = 0; m < density.size(); m++) {
        int at = m * parts.size() + part;
        double error = Math.hypot(gibbs.standardError(at), byNuts.standardError(m));
        worst = Math.max(worst, Math.abs(gibbs.mean(at) - byNuts.mean(m)) / error);
      }
    }
    return worst;
  }

  private static Cell closedForm(TableRow row, TrainingData data, int draws) {
    double[] bounds = row.bounds(data);
    if (bounds.length == 0) {
      return row.gibbs(data, 1).isEmpty() ? stochasticBound(row, data) : logSumGap(draws);
    }
    double least = Double.POSITIVE_INFINITY;
    for (int t = 1; t < bounds.length; t++) {
      least = Math.min(least, bounds[t] - bounds[t - 1]);
    }
    return new Cell(least > -ROUNDING, TextTable.brief(least) + " in " + bounds.length + " sweeps");
  }

  /** How many of ADVI's steps lower its bound, estimated with the same draws each time. */
  private static Cell stochasticBound(TableRow row, TrainingData data) {
    LogDensity density = row.densities(data).get(0);
    Advi advi = new Advi(density, 0.1, 1);
    int steps = 100;
    int falls = 0;
    double last = Double.NEGATIVE_INFINITY;
    for (int t = 0; t < steps; t++) {
      advi.step();
      double bound = bound(advi, density);
      falls += bound < last ? 1 : 0;
      last = bound;
    }
    return new Cell(false, 100 * falls / steps + " % of steps fall");
  }

  private static double bound(Advi advi, LogDensity density) {
    int draws = 10;
    double[] mean = advi.mean();
    double[] deviation = advi.deviation();
    double[] gradient = new double[mean.length];
    SplittableRandom random = new SplittableRandom(4);
    double sum = 0;
    for (int s = 0; s < draws; s++) {
      double[] theta = new double[mean.length];
      Arrays.setAll(theta, j -> mean[j] + deviation[j] * random.nextGaussian());
      sum += density.evaluate(theta, gradient) / draws;
    }
    return sum + Arrays.stream(deviation).map(Math::log).sum();
  }

  /** E[log Σ e^η] of normal η with variance 1 less its value at their means. */
  private static Cell logSumGap(int draws) {
    SplittableRandom random = new SplittableRandom(5);
    double atMean = Math.log(Arrays.stream(ETA).map(Math::exp).sum());
    double sum = 0;
    for (int t = 0; t < draws; t++) {
      sum += Math.log(Arrays.stream(ETA).map(m -> Math.exp(m + random.nextGaussian())).sum());
    }
    return new Cell(false, "E log Σ off by " + TextTable.fixed(2, sum / draws - atMean));
  }

  private static Cell parallel(
      TableRow row, HeldOutProblem problem, TableRow.Fitted first, List<TableRow.Fitted> again) {
    TrainingData data = problem.training();
    double noise = noise(first, again, TableRow.Fitted::coefficients);
    double change = 0;
    for (int k = 0; k < data.categories(); k++) {
      TrainingData others = Relabeling.othersShuffled(data, k, 1);
      double[] own = row.fit(others, problem.test(), 1).coefficients()[k];
      double[][] before = {first.coefficients()[k]};
      change = Math.max(change, Differences.largest(before, new double[][] {own}));
    }
    return new Cell(change < SAME + 2 * noise, withNoise(change, noise));
  }

  private static void addTimes(TextTable table, TableRow row, TrainingData data, int count) {
    try (Workers workers = Workers.of(count)) {
      Optional<Runnable> alone = row.sharedSweeps(data, Workers.sequential());
      Optional<Runnable> together = row.sharedSweeps(data, workers);
      if (alone.isEmpty() || together.isEmpty()) {
        table.row(row.name(), "–", "–", "–");
        return;
      }
      double one = seconds(alone.get());
      double many = seconds(together.get());
      table.row(
          row.name(), TextTable.brief(one), TextTable.brief(many), TextTable.fixed(2, one / many));
    }
  }

  /** The best of three, after one that is not counted. */
  private static double seconds(Runnable sweep) {
    sweep.run();
    double best = Double.POSITIVE_INFINITY;
    for (int t = 0; t < 3; t++) {
      long start = System.nanoTime();
      sweep.run();
      best = Math.min(best, (System.nanoTime() - start) * 1e-9);
    }
    return best;
  }
}
