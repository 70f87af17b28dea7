// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.examples.table.Column;
import org.ibcavi.examples.table.DataSet;
import org.ibcavi.model.Uncertainty;

/** Rows that deserve a look, each judged by a model that had not seen it. */
final class LookedAt {
  /** A label to which the model gives less is doubted. */
  static final double DOUBTED_BELOW = 0.05;

  private static final int SHOWN = 10;

  private final DataSet data;
  private final HeldOut predictions;
  private final Uncertainty[] uncertainty;
  private final List<Column> columns;

  /** The columns that help to recognise a row are shown beside it. */
  LookedAt(
      DataSet data, HeldOut predictions, Uncertainty[] uncertainty, List<Column> mostInfluential) {
    this.data = data;
    this.predictions = predictions;
    this.uncertainty = uncertainty.clone();
    this.columns = mostInfluential.subList(0, Math.min(3, mostInfluential.size()));
  }

  /** The rows whose class is most doubtful. */
  TextTable doubtful() {
    return table(Comparator.comparingDouble(i -> -uncertainty[i].entropy()), i -> true);
  }

  /** The rows about which more data like them would teach most. */
  TextTable lackingData() {
    return table(Comparator.comparingDouble(i -> -uncertainty[i].mutualInformation()), i -> true);
  }

  /** The rows whose label the model doubts. */
  TextTable doubtedLabels() {
    return table(Comparator.comparingDouble(this::ofLabel), i -> ofLabel(i) < DOUBTED_BELOW);
  }

  /** Rows whose label the model doubts. */
  int doubtedCount() {
    return (int) rows().filter(i -> ofLabel(i) < DOUBTED_BELOW).count();
  }

  /** How many such rows there would be if the model's probabilities and all labels were right. */
  double doubtedExpected() {
    double expected = 0;
    for (int i = 0; i < data.size(); i++) {
      for (int k = 0; k < data.classes().size(); k++) {
        double p = predictions.probability(i, k);
        expected += p < DOUBTED_BELOW ? p : 0;
      }
    }
    return expected;
  }

  /** The share of all doubt that more data would remove. */
  double shareOfLackOfData() {
    double all = rows().mapToDouble(i -> uncertainty[i].entropy()).sum();
    double lack = rows().mapToDouble(i -> uncertainty[i].mutualInformation()).sum();
    return all > 0 ? lack / all : 0;
  }

  private IntStream rows() {
    return IntStream.range(0, data.size());
  }

  private double ofLabel(int row) {
    return predictions.probability(row, data.label(row));
  }

  private TextTable table(Comparator<Integer> order, Predicate<Integer> condition) {
    List<String> header =
        new ArrayList<>(
            List.of(
                "line", "label", "p(label)", "predicted", "p(predicted)", "noise", "lack of data"));
    columns.forEach(column -> header.add(column.name()));
    TextTable table = new TextTable(header.toArray(String[]::new));
    rows().boxed().filter(condition).sorted(order).limit(SHOWN).forEach(i -> table.row(cells(i)));
    return table;
  }

  private Object[] cells(int i) {
    int best = predictions.predicted(i);
    List<Object> cells =
        new ArrayList<>(
            List.of(
                data.line(i),
                data.classes().get(data.label(i)),
                TextTable.fixed(3, ofLabel(i)),
                data.classes().get(best),
                TextTable.fixed(3, predictions.probability(i, best)),
                TextTable.fixed(2, uncertainty[i].expectedEntropy()),
                TextTable.fixed(2, uncertainty[i].mutualInformation())));
    for (Column column : columns) {
      String cell = data.cell(i, column);
      cells.add(cell == null ? "–" : cell);
    }
    return cells.toArray();
  }
}
