// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.examples.baselines.CategoricalTarget;
import org.ibcavi.examples.baselines.CoordinateAscent;
import org.ibcavi.examples.baselines.MultinomialProbit;
import org.ibcavi.examples.baselines.MultinomialProbitCavi;
import org.ibcavi.examples.baselines.QuasiNewton;
import org.ibcavi.examples.baselines.StickBreaking;
import org.ibcavi.examples.baselines.StickBreakingCavi;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;
import org.ibcavi.settings.PosteriorKind;

/**
 * What the order of the categories does. The same data with categories renamed at random are fitted
 * anew, and predictions are given their old names again: stick-breaking breaks in the order of the
 * names, multinomial probit holds the first of them at zero and softmax the last, ours has no
 * order.
 */
public final class CategoryOrder implements Experiment {
  /** Ascent ends where a sweep raises the bound by less than this. */
  private static final double GAIN = 1e-6;

  /** Enough for every fit here to end by its gain. */
  private static final int MAX_SWEEPS = 5000;

  /** Random orders that the averaged stick-breaking takes. */
  private static final int AVERAGED = 10;

  /** What an order is compared with: the same order, and another seed each time. */
  private static final String OTHER_SEEDS = "ibcavi, default: other seeds, one order";

  /** Fits training rows and predicts test rows. */
  @FunctionalInterface
  private interface Method {
    double[][] predict(TrainingData training, DesignMatrix test);
  }

  private record Column(String name, Method method) {}

  /** Runs it from the command line. */
  public CategoryOrder() {}

  /**
   * Runs it.
   *
   * @param args {@code --quick}, {@code --orders=20}, {@code --detergent=file} for one more data
   *     set, {@code --out=folder}
   * @throws IOException if data cannot be read or the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Experiment.main(new CategoryOrder(), args);
  }

  @Override
  public String name() {
    return "order";
  }

  @Override
  public List<String> arguments() {
    return List.of("orders", "detergent");
  }

  private static List<Column> columns() {
    return List.of(
        new Column("stick-breaking CAVI, order of the names", CategoryOrder::sticksByName),
        new Column("stick-breaking CAVI, by frequency", CategoryOrder::sticksByFrequency),
        new Column("stick-breaking CAVI, averaged orders", CategoryOrder::sticksAveraged),
        new Column("multinomial probit CAVI, base = first name", (x, y) -> probit(x, y, 0)),
        new Column(
            "multinomial probit CAVI, no base", (x, y) -> probit(x, y, MultinomialProbit.NO_BASE)),
        new Column("softmax mode, base = last name", CategoryOrder::softmax),
        new Column("IB-CAVI as published, probit", (x, y) -> published(x, y, Link.PROBIT)),
        new Column("IB-CAVI as published, logit", (x, y) -> published(x, y, Link.LOGIT)),
        new Column(
            "ibcavi, default with Laplace's posterior",
            (x, y) ->
                IbCavi.withDefaults().posterior(PosteriorKind.LAPLACE).fit(x).probabilities(y)),
        new Column(
            "ibcavi, default (categorical)",
            (x, y) -> IbCavi.withDefaults().fit(x).probabilities(y)));
  }

  private static double[][] predicted(CoordinateAscent ascent, DesignMatrix test) {
    ascent.run(GAIN, MAX_SWEEPS);
    return ascent.likelihood().predict(ascent.theta(), test);
  }

  private static CoordinateAscent sticks(TrainingData training, StickBreaking order) {
    return new StickBreakingCavi(training, 1, order, Workers.sequential());
  }

  private static double[][] sticksByName(TrainingData training, DesignMatrix test) {
    int[] names = IntStream.range(0, training.categories()).toArray();
    return predicted(sticks(training, StickBreaking.inOrder(names)), test);
  }

  private static double[][] sticksByFrequency(TrainingData training, DesignMatrix test) {
    return predicted(sticks(training, StickBreaking.byFrequency(training)), test);
  }

  private static double[][] sticksAveraged(TrainingData training, DesignMatrix test) {
    List<CoordinateAscent> fits = new ArrayList<>();
    for (int s = 0; s < AVERAGED; s++) {
      CoordinateAscent fit = sticks(training, StickBreaking.shuffled(training.categories(), s));
      fit.run(GAIN, MAX_SWEEPS);
      fits.add(fit);
    }
    return AugmentedTraces.averaged(fits, test);
  }

  private static double[][] probit(TrainingData training, DesignMatrix test, int base) {
    MultinomialProbit likelihood = new MultinomialProbit(training.categories(), base);
    return predicted(new MultinomialProbitCavi(training, 1, likelihood), test);
  }

  private static double[][] softmax(TrainingData training, DesignMatrix test) {
    CategoricalTarget target = CategoricalTarget.softmax(training, 1).identified();
    return target.probabilities(new QuasiNewton(target, 1000, 1e-6).run(theta -> {}), test);
  }

  private static double[][] published(TrainingData training, DesignMatrix test, Link link) {
    return PublishedMethod.with(link, 1e-10).fit(training).probabilities(test);
  }

  @Override
  public Section run(Arguments arguments) throws IOException {
    int orders = arguments.number("orders", 20, 2);
    List<HeldOutProblem> problems = new ArrayList<>();
    if (arguments.quick()) {
      problems.add(HeldOutProblem.simulated("simulated", 100, 4, 2, 2));
    } else {
      problems.add(HeldOutProblem.glass());
      problems.add(HeldOutProblem.simulated("simulated", 1000, 6, 10, 2));
    }
    String detergent = arguments.text("detergent", "");
    if (!detergent.isEmpty()) {
      problems.add(HeldOutProblem.file("detergent", Path.of(detergent)));
    }
    KeptCells cells = KeptCells.of(name(), arguments);
    ProgressBar progress = ProgressBar.of(problems.size() * (columns().size() + 1));
    Section section = new Section("The order of the categories");
    section.paragraph(
        "Categories renamed at random "
            + orders
            + " times; the same data otherwise, prior N(0, I). Held-out log likelihood (mean over "
            + "rows): the lowest and the highest of all orders. Change of probabilities: the largest "
            + "and the mean absolute difference from the first order, over all other orders, test "
            + "rows and categories. The default's variational posterior is found with random draws; the "
            + "last row shows what another seed alone changes.");
    for (HeldOutProblem problem : problems) {
      compare(problem, orders, cells, section, progress);
    }
    return section.paragraph(cells.toString());
  }

  private static void compare(
      HeldOutProblem problem, int orders, KeptCells cells, Section section, ProgressBar progress) {
    TextTable table =
        new TextTable(
            "method", "lowest", "highest", "range", "largest change of p", "mean change of p");
    Plot plot =
        new Plot(problem.name(), "order", "held-out log likelihood", 700, 480).legendBelow();
    double[] numbers = IntStream.rangeClosed(1, orders).mapToDouble(r -> r).toArray();
    for (Column column : columns()) {
      double[][][] p = new double[orders][][];
      Arrays.setAll(
          p,
          r ->
              kept(
                  cells,
                  problem,
                  column.name() + " order=" + r,
                  () -> predictions(problem, column.method(), r)));
      plot.marks(column.name(), numbers, addRow(table, column.name(), problem, p));
      progress.step(problem.name() + ", " + column.name());
    }
    double[][][] seeds = new double[orders][][];
    Arrays.setAll(
        seeds,
        r ->
            kept(
                cells,
                problem,
                "default seed=" + r,
                () ->
                    IbCavi.withDefaults()
                        .seed(r)
                        .fit(problem.training())
                        .probabilities(problem.test())));
    addRow(table, OTHER_SEEDS, problem, seeds);
    progress.step(problem.name() + ", seeds");
    section.table(problem.title(), table);
    section.figure(problem.title() + ": one mark for each order of the names", plot.toSvg());
  }

  /** Probabilities of the test rows, from an earlier run where that has them. */
  private static double[][] kept(
      KeptCells cells, HeldOutProblem problem, String name, Supplier<double[][]> compute) {
    double[] flat =
        cells.get(
            problem.key() + " " + name,
            () -> Arrays.stream(compute.get()).flatMapToDouble(Arrays::stream).toArray());
    int categories = problem.training().categories();
    double[][] rows = new double[flat.length / categories][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(flat, i * categories, (i + 1) * categories));
    return rows;
  }

  /** Adds a row about predictions that should be the same; returns their log likelihoods. */
  private static double[] addRow(
      TextTable table, String name, HeldOutProblem problem, double[][][] p) {
    double[] scores =
        Arrays.stream(p)
            .mapToDouble(of -> -ProbabilityScores.of(of, problem.labels()).logLoss())
            .toArray();
    double lowest = Arrays.stream(scores).min().orElseThrow();
    double highest = Arrays.stream(scores).max().orElseThrow();
    table.row(
        name,
        TextTable.fixed(4, lowest),
        TextTable.fixed(4, highest),
        TextTable.brief(highest - lowest),
        TextTable.brief(Differences.largest(p)),
        TextTable.brief(Differences.mean(p)));
    return scores;
  }

  private static double[][] predictions(HeldOutProblem problem, Method method, int order) {
    int categories = problem.training().categories();
    Relabeling names =
        order == 0 ? Relabeling.none(categories) : Relabeling.shuffled(categories, order);
    return names.undo(method.predict(names.apply(problem.training()), problem.test()));
  }
}
