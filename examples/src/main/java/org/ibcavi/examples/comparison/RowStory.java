// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.comparison;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.evaluation.ProbabilityDraws;
import org.ibcavi.examples.report.Palette;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.RankedCategory;
import org.ibcavi.model.Uncertainty;

/** How sure a model is of one row, in words and as a picture. */
public final class RowStory {
  private static final int DRAWS = 2000;

  private final String title;
  private final CategoricalModel model;
  private final LabeledTable table;
  private final int row;
  private final Uncertainty uncertainty;

  private RowStory(String title, CategoricalModel model, LabeledTable table, int row) {
    this.title = title;
    this.model = model;
    this.table = table;
    this.row = row;
    this.uncertainty = model.uncertainty(table.row(row));
  }

  /**
   * The surest row, the one most torn between classes, and the one a label would teach most about.
   *
   * @param model a fitted model
   * @param table rows it has not seen
   * @return three stories
   */
  public static List<RowStory> ofThree(CategoricalModel model, LabeledTable table) {
    Uncertainty[] all = model.uncertainty(table.matrix(), 0.9);
    Comparator<Integer> byEntropy = Comparator.comparingDouble(i -> all[i].entropy());
    Comparator<Integer> byNoise = Comparator.comparingDouble(i -> all[i].expectedEntropy());
    Comparator<Integer> byDoubt = Comparator.comparingDouble(i -> all[i].mutualInformation());
    List<Integer> rows = IntStream.range(0, table.size()).boxed().toList();
    return List.of(
        new RowStory("The surest prediction", model, table, rows.stream().min(byEntropy).get()),
        new RowStory("Most torn", model, table, rows.stream().max(byNoise).get()),
        new RowStory("Most to learn from", model, table, rows.stream().max(byDoubt).get()));
  }

  /** In words: the entropy and its parts, and the three most probable classes. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: truly class %s; entropy %.2f nats, of which %.2f noise and %.2f lack of data%n",
            title,
            table.classes().get(table.label(row)),
            uncertainty.entropy(),
            uncertainty.expectedEntropy(),
            uncertainty.mutualInformation()));
    for (RankedCategory ranked : model.topCategories(table.row(row), 3)) {
      int k = ranked.category();
      text.append(
          String.format(
              Locale.ROOT,
              "  class %s with probability %.2f, 90 %% interval [%.2f, %.2f]%n",
              table.classes().get(k),
              uncertainty.mean()[k],
              uncertainty.lower()[k],
              uncertainty.upper()[k]));
    }
    return text.toString();
  }

  /**
   * The posterior of the row's class probabilities.
   *
   * @return a picture with a violin for each class
   */
  public String violins() {
    double[][] draws = ProbabilityDraws.of(model, table.row(row), DRAWS, 1);
    Plot plot =
        new Plot(
                title + " (truly " + table.classes().get(table.label(row)) + ")",
                "class",
                "probability",
                330,
                300)
            .xNames(table.classes())
            .yRange(0, 1)
            .withoutLegend();
    for (int k = 0; k < draws.length; k++) {
      plot.violin(k, 0.42, draws[k], Palette.color(k == table.label(row) ? 1 : 0));
    }
    return plot.toSvg();
  }
}
