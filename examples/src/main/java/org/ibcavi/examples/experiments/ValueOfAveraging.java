// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.examples.data.SoftmaxSimulation;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;

/**
 * Experiment 1: what averaging over members of the family is worth. Mean KL divergence from the
 * true to the predicted probabilities on simulated data beside the published table: on the very
 * data sets of the publication, one for each cell, and medians over other seeds.
 */
public final class ValueOfAveraging implements Experiment {
  private static final double ELBO_GAIN = 0.1;
  private static final int LARGE_ROWS = 5000;

  /** Of NumPy's generator; with it the published figures come out to their last digit. */
  private static final int PUBLISHED_SEED = 1;

  private static final List<String> METHODS =
      List.of(
          "CBM",
          "CBC",
          "BMA",
          "grid",
          "grid, learned scale, logit",
          "grid, learned scale, probit",
          "default (categorical)");

  /** Runs it from the command line. */
  public ValueOfAveraging() {}

  /**
   * Runs it.
   *
   * @param args {@code --quick}, {@code --seeds=20}, {@code --large-seeds=20} for more than 5000
   *     rows, {@code --max-rows=n}, {@code --out=folder}
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Experiment.main(new ValueOfAveraging(), args);
  }

  @Override
  public String name() {
    return "averaging";
  }

  @Override
  public List<String> arguments() {
    return List.of("seeds", "large-seeds", "max-rows");
  }

  private static IbCavi learned(Link link) {
    return IbCavi.withDefaults()
        .method(Method.BINARY)
        .link(link)
        .prior(Prior.learned())
        .average(Average.grid())
        .solver(Solver.ACCELERATED)
        .standardize(false)
        .predictingBy(PredictionMode.PLUG_IN);
  }

  private static SoftmaxSimulation simulation(PublishedAverages.Cell cell) {
    return SoftmaxSimulation.of(cell.rows(), cell.categories(), cell.features(), cell.strength());
  }

  private static double[] divergences(SoftmaxSimulation.Draw data) {
    IbCavi published = PublishedMethod.with(Link.LOGIT, ELBO_GAIN);
    CategoricalModel averaged = published.fit(data.training());
    List<CategoricalModel> models =
        List.of(
            PublishedMethod.member(averaged, 0),
            PublishedMethod.member(averaged, 1),
            averaged,
            published.average(Average.grid()).fit(data.training()),
            learned(Link.LOGIT).fit(data.training()),
            learned(Link.PROBIT).fit(data.training()),
            IbCavi.withDefaults().fit(data.training()));
    return models.stream()
        .mapToDouble(model -> data.divergence(model.probabilities(data.test())))
        .toArray();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
  }

  private static double[] medians(
      PublishedAverages.Cell cell, int seeds, KeptCells cells, ProgressBar progress) {
    double[][] bySeed = new double[seeds][];
    for (int seed = 0; seed < seeds; seed++) {
      long drawn = 1000L * seed + cell.rows();
      bySeed[seed] =
          cells.get(
              "N=" + cell.rows() + " " + cell.stratum() + " seed=" + seed,
              () -> divergences(simulation(cell).draw(drawn)));
      progress.step("N=" + cell.rows() + " " + cell.stratum());
    }
    double[] medians = new double[METHODS.size()];
    Arrays.setAll(medians, j -> median(Arrays.stream(bySeed).mapToDouble(of -> of[j]).toArray()));
    return medians;
  }

  @Override
  public Section run(Arguments arguments) throws IOException {
    int seeds = arguments.number("seeds", 20, 3);
    int largeSeeds = arguments.number("large-seeds", seeds, seeds);
    int maxRows = arguments.number("max-rows", Integer.MAX_VALUE, 420);
    List<PublishedAverages.Cell> cells =
        PublishedAverages.read().stream().filter(cell -> cell.rows() <= maxRows).toList();
    ToIntFunction<PublishedAverages.Cell> seedsOf =
        cell -> cell.rows() > LARGE_ROWS ? largeSeeds : seeds;
    ProgressBar progress = ProgressBar.of(cells.size() + cells.stream().mapToInt(seedsOf).sum());
    KeptCells kept = KeptCells.of(name(), arguments);
    Map<PublishedAverages.Cell, double[]> same = new LinkedHashMap<>();
    for (PublishedAverages.Cell cell : cells) {
      same.put(
          cell,
          kept.get(
              "N=" + cell.rows() + " " + cell.stratum() + " published",
              () -> divergences(simulation(cell).drawAsPublished(PUBLISHED_SEED))));
      progress.step("published data, N=" + cell.rows());
    }
    Map<PublishedAverages.Cell, double[]> results = new LinkedHashMap<>();
    for (PublishedAverages.Cell cell : cells) {
      results.put(cell, medians(cell, seedsOf.applyAsInt(cell), kept, progress));
    }
    Section section = new Section("Experiment 1: the value of averaging");
    section.paragraph(
        "Mean KL divergence from true to predicted probabilities on held-out rows. CBM, CBC, BMA and "
            + "grid share the published fit: logit, plain coordinate ascent, prior N(0, I), stopped at an "
            + "ELBO gain of 0.1 N/K. The next two are converged fits with one learned scale; the last is "
            + "this library's default, with its categorical stage.");
    section.paragraph(
        String.format(
            Locale.ROOT,
            "First on the publication's own data sets, drawn anew with its generator and seed: the "
                + "largest difference of CBM and CBC from a published figure, which has three digits, is "
                + "%.5f.",
            largestDifference(same)));
    section.table("The publication's data sets: means over sizes", strata(same));
    section.table("The publication's data sets: by size", bySize(same));
    section.paragraph(
        "Then on others, drawn with "
            + seeds
            + " seeds ("
            + largeSeeds
            + " above "
            + LARGE_ROWS
            + " rows): medians over seeds, then means over sizes.");
    section.table("Other seeds: means over sizes", strata(results));
    section.table("Other seeds: by size", bySize(results));
    section.figure("Divergence against the number of rows", pictures(results));
    return section.paragraph(kept.toString());
  }

  private static double largestDifference(Map<PublishedAverages.Cell, double[]> same) {
    return same.entrySet().stream()
        .mapToDouble(
            of ->
                Math.max(
                    Math.abs(of.getValue()[0] - of.getKey().cbm()),
                    Math.abs(of.getValue()[1] - of.getKey().cbc())))
        .max()
        .orElse(Double.NaN);
  }

  private static TextTable strata(Map<PublishedAverages.Cell, double[]> results) {
    List<String> header = new ArrayList<>(List.of("stratum", "sizes"));
    header.addAll(METHODS);
    header.addAll(List.of("published CBM", "published CBC", "published BMA", "winner agrees"));
    TextTable table = new TextTable(header.toArray(String[]::new));
    for (String stratum : strataOf(results)) {
      List<PublishedAverages.Cell> cells =
          results.keySet().stream().filter(cell -> cell.stratum().equals(stratum)).toList();
      double[] ours = new double[METHODS.size()];
      for (int j = 0; j < ours.length; j++) {
        int method = j;
        ours[j] = mean(cells, cell -> results.get(cell)[method]);
      }
      double cbm = mean(cells, PublishedAverages.Cell::cbm);
      double cbc = mean(cells, PublishedAverages.Cell::cbc);
      List<Object> row = new ArrayList<>(List.of(stratum, cells.size()));
      Arrays.stream(ours).forEach(value -> row.add(TextTable.fixed(4, value)));
      row.add(TextTable.fixed(4, cbm));
      row.add(TextTable.fixed(4, cbc));
      row.add(TextTable.fixed(4, mean(cells, PublishedAverages.Cell::bma)));
      row.add((ours[0] < ours[1]) == (cbm < cbc) ? "yes" : "no");
      table.row(row.toArray());
    }
    return table;
  }

  private static List<String> strataOf(Map<PublishedAverages.Cell, double[]> results) {
    return results.keySet().stream().map(PublishedAverages.Cell::stratum).distinct().toList();
  }

  private static double mean(
      List<PublishedAverages.Cell> cells, ToDoubleFunction<PublishedAverages.Cell> of) {
    return cells.stream().mapToDouble(of).average().orElse(Double.NaN);
  }

  private static TextTable bySize(Map<PublishedAverages.Cell, double[]> results) {
    List<String> header = new ArrayList<>(List.of("N", "K", "M", "σ"));
    header.addAll(METHODS);
    header.addAll(List.of("published CBM", "published CBC", "published BMA"));
    TextTable table = new TextTable(header.toArray(String[]::new));
    results.forEach(
        (cell, ours) -> {
          List<Object> row =
              new ArrayList<>(
                  List.of(cell.rows(), cell.categories(), cell.features(), cell.strength()));
          Arrays.stream(ours).forEach(value -> row.add(TextTable.fixed(4, value)));
          row.add(TextTable.fixed(3, cell.cbm()));
          row.add(TextTable.fixed(3, cell.cbc()));
          row.add(TextTable.fixed(3, cell.bma()));
          table.row(row.toArray());
        });
    return table;
  }

  private static String[] pictures(Map<PublishedAverages.Cell, double[]> results) {
    List<String> pictures = new ArrayList<>();
    for (String stratum : strataOf(results)) {
      List<PublishedAverages.Cell> cells =
          results.keySet().stream().filter(cell -> cell.stratum().equals(stratum)).toList();
      double[] rows = cells.stream().mapToDouble(PublishedAverages.Cell::rows).toArray();
      Plot plot = new Plot(stratum, "rows", "mean KL", 330, 430).logX().logY().legendBelow();
      for (int j = 0; j < METHODS.size(); j++) {
        int method = j;
        double[] y = cells.stream().mapToDouble(cell -> results.get(cell)[method]).toArray();
        plot.marks(METHODS.get(j), rows, y);
      }
      plot.marks(
          "published BMA", rows, cells.stream().mapToDouble(PublishedAverages.Cell::bma).toArray());
      pictures.add(plot.toSvg());
    }
    return pictures.toArray(String[]::new);
  }
}
