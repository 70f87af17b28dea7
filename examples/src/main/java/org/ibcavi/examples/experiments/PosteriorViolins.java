// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.examples.baselines.Advi;
import org.ibcavi.examples.baselines.CategoricalTarget;
import org.ibcavi.examples.baselines.Nuts;
import org.ibcavi.examples.data.SoftmaxSimulation;
import org.ibcavi.examples.evaluation.ProbabilityDraws;
import org.ibcavi.examples.report.Palette;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.PosteriorKind;

/**
 * Experiment 4: the posterior of class probabilities of the first nine training rows, by IB-CAVI
 * with its own covariance and with Laplace's, by ADVI and by NUTS; N = 1000, K = 4, M = 8, strong
 * signal. As published, the samplers' model is the conditioning member with the probit link.
 */
public final class PosteriorViolins implements Experiment {
  private static final double ELBO_GAIN = 0.01;
  private static final int CATEGORIES = 4;
  private static final int ROWS_SHOWN = 9;
  private static final double ALPHA = 1;
  private static final double ADVI_RATE = 0.1;

  /** Runs it from the command line. */
  public PosteriorViolins() {}

  /**
   * Runs it.
   *
   * @param args {@code --quick}, {@code --rows=1000}, {@code --draws=2000}, {@code
   *     --advi-steps=20000}, {@code --out=folder}
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Experiment.main(new PosteriorViolins(), args);
  }

  @Override
  public String name() {
    return "violins";
  }

  @Override
  public List<String> arguments() {
    return List.of("rows", "draws", "advi-steps");
  }

  @Override
  public Section run(Arguments arguments) {
    int rows = arguments.number("rows", 1000, 300);
    int draws = arguments.number("draws", 2000, 300);
    int adviSteps = arguments.number("advi-steps", 20_000, 3_000);
    // The published N is all rows; 80 % of them train.
    SoftmaxSimulation.Draw data = SoftmaxSimulation.of(rows, CATEGORIES, 2 * CATEGORIES, 2).draw(1);
    DesignMatrix shown =
        data.training().features().selectRows(IntStream.range(0, ROWS_SHOWN).toArray());
    ProgressBar progress = ProgressBar.of(4);
    KeptCells cells = KeptCells.of(name(), arguments);
    String asked = " N=" + rows + " draws=" + draws;
    // For each method, row and category the draws of its probability.
    Map<String, double[][][]> posteriors = new LinkedHashMap<>();
    for (PosteriorKind kind : List.of(PosteriorKind.CAVI, PosteriorKind.LAPLACE)) {
      String label = kind == PosteriorKind.CAVI ? "CAVI" : "Laplace";
      posteriors.put(
          "IB-CAVI, " + label,
          kept(cells, label + asked, draws, () -> ibCavi(data, kind, shown, draws)));
      progress.step("IB-CAVI, " + label);
    }
    posteriors.put(
        "ADVI",
        kept(
            cells,
            "ADVI steps=" + adviSteps + asked,
            draws,
            () -> advi(data, shown, draws, adviSteps)));
    progress.step("ADVI");
    posteriors.put("NUTS", kept(cells, "NUTS" + asked, draws, () -> nuts(data, shown, draws)));
    progress.step("NUTS");
    Section section = new Section("Experiment 4: posteriors of class probabilities");
    section.paragraph(
        "Against NUTS, which has the exact posterior up to its draws: how far means are off, and how "
            + "wide the posterior is. The published text says that IB-CAVI brings some bias and too "
            + "little variance.");
    section.table(
        "Means over " + ROWS_SHOWN + " rows and " + CATEGORIES + " classes", table(posteriors));
    section.figure(
        "Posterior of the class probabilities of nine training rows; bars are means.",
        pictures(posteriors));
    return section.paragraph(cells.toString());
  }

  /** Draws for each row and category, kept one after the other. */
  private static double[][][] kept(
      KeptCells cells, String name, int draws, Supplier<double[][][]> compute) {
    double[] flat =
        cells.get(
            name,
            () ->
                Arrays.stream(compute.get())
                    .flatMap(Arrays::stream)
                    .flatMapToDouble(Arrays::stream)
                    .toArray());
    double[][][] result = new double[ROWS_SHOWN][CATEGORIES][];
    for (int i = 0; i < ROWS_SHOWN; i++) {
      for (int k = 0; k < CATEGORIES; k++) {
        int from = (i * CATEGORIES + k) * draws;
        result[i][k] = Arrays.copyOfRange(flat, from, from + draws);
      }
    }
    return result;
  }

  private static double[][][] ibCavi(
      SoftmaxSimulation.Draw data, PosteriorKind kind, DesignMatrix shown, int draws) {
    CategoricalModel fitted =
        PublishedMethod.with(Link.PROBIT, ELBO_GAIN).posterior(kind).fit(data.training());
    CategoricalModel model = PublishedMethod.member(fitted, ALPHA);
    double[][][] result = new double[ROWS_SHOWN][][];
    double[] row = new double[shown.columns()];
    for (int i = 0; i < ROWS_SHOWN; i++) {
      shown.copyRow(i, row);
      result[i] = ProbabilityDraws.of(model, row, draws, i);
    }
    return result;
  }

  private static CategoricalTarget target(SoftmaxSimulation.Draw data) {
    return CategoricalTarget.of(data.training(), Link.PROBIT, ALPHA, 1);
  }

  private static double[][][] advi(
      SoftmaxSimulation.Draw data, DesignMatrix shown, int draws, int steps) {
    CategoricalTarget target = target(data);
    Advi advi = new Advi(target, ADVI_RATE, 1);
    for (int t = 0; t < steps; t++) {
      advi.step();
    }
    double[][][] result = new double[ROWS_SHOWN][CATEGORIES][draws];
    for (int s = 0; s < draws; s++) {
      put(target.probabilities(advi.draw(), shown), s, result);
    }
    return result;
  }

  private static double[][][] nuts(SoftmaxSimulation.Draw data, DesignMatrix shown, int draws) {
    CategoricalTarget target = target(data);
    double[][][] result = new double[ROWS_SHOWN][CATEGORIES][draws];
    int[] taken = new int[1];
    new Nuts(target, 1)
        .run(
            new double[target.size()],
            Math.max(200, draws / 4),
            draws,
            (theta, warmup) -> {
              if (!warmup) {
                put(target.probabilities(theta, shown), taken[0]++, result);
              }
              return true;
            });
    return result;
  }

  private static void put(double[][] p, int draw, double[][][] result) {
    for (int i = 0; i < result.length; i++) {
      for (int k = 0; k < CATEGORIES; k++) {
        result[i][k][draw] = p[i][k];
      }
    }
  }

  private static double mean(double[] draws) {
    return Arrays.stream(draws).average().orElse(Double.NaN);
  }

  private static double deviation(double[] draws) {
    double mean = mean(draws);
    return Math.sqrt(
        Arrays.stream(draws).map(p -> (p - mean) * (p - mean)).average().orElse(Double.NaN));
  }

  private static TextTable table(Map<String, double[][][]> posteriors) {
    double[][][] exact = posteriors.get("NUTS");
    TextTable table =
        new TextTable("method", "mean |difference of means|", "mean deviation", "relative to NUTS");
    posteriors.forEach(
        (name, draws) -> {
          double bias = 0;
          double width = 0;
          double exactWidth = 0;
          for (int i = 0; i < ROWS_SHOWN; i++) {
            for (int k = 0; k < CATEGORIES; k++) {
              bias += Math.abs(mean(draws[i][k]) - mean(exact[i][k]));
              width += deviation(draws[i][k]);
              exactWidth += deviation(exact[i][k]);
            }
          }
          int cells = ROWS_SHOWN * CATEGORIES;
          table.row(
              name,
              TextTable.fixed(4, bias / cells),
              TextTable.fixed(4, width / cells),
              TextTable.fixed(2, width / exactWidth));
        });
    return table;
  }

  private static String[] pictures(Map<String, double[][][]> posteriors) {
    List<String> pictures = new ArrayList<>();
    List<String> names = IntStream.rangeClosed(1, CATEGORIES).mapToObj(String::valueOf).toList();
    for (int i = 0; i < ROWS_SHOWN; i++) {
      Plot plot =
          new Plot("training row " + (i + 1), "class", "probability", 340, 360)
              .xNames(names)
              .yRange(0, 1)
              .legendBelow();
      int method = 0;
      for (Map.Entry<String, double[][][]> entry : posteriors.entrySet()) {
        plot.legend(entry.getKey(), Palette.color(method));
        for (int k = 0; k < CATEGORIES; k++) {
          double center = k + 0.2 * (method - 1.5);
          plot.violin(center, 0.09, entry.getValue()[i][k], Palette.color(method));
        }
        method++;
      }
      pictures.add(plot.toSvg());
    }
    return pictures.toArray(String[]::new);
  }
}
