// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.weka.AttributeEncoder;
import org.ibcavi.weka.chart.IntervalChart;

/** A chart for each class of a model, then one for each of its columns. */
final class CoefficientCharts {
  private static final double LEVEL = 0.95;

  /** More rows than anybody scrolls through; the most certain are shown. */
  private static final int MOST_ROWS = 200;

  /** One coefficient. */
  private record Row(String name, double mean, double lower, double upper, double certainty) {
    static Row of(String name, CoefficientSummary summary, int coefficient) {
      double deviation = summary.standardDeviation(coefficient);
      return new Row(
          name,
          summary.mean(coefficient),
          summary.lower(coefficient),
          summary.upper(coefficient),
          deviation > 0 ? Math.abs(summary.mean(coefficient)) / deviation : 0);
    }
  }

  private final CategoricalModel model;
  private final AttributeEncoder encoder;

  CoefficientCharts(CategoricalModel model, AttributeEncoder encoder) {
    this.model = model;
    this.encoder = encoder;
  }

  /** What can be shown, in order. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (int k = 0; k < model.categories(); k++) {
      names.add("class " + encoder.classValue(k));
    }
    for (int m = 0; m < model.features(); m++) {
      names.add("attribute " + encoder.columnName(m));
    }
    return names;
  }

  IntervalChart chart(int view, boolean standardized) {
    boolean byClass = view < model.categories();
    List<Row> rows =
        byClass ? ofClass(view, standardized) : ofColumn(view - model.categories(), standardized);
    int all = rows.size();
    if (byClass || all > MOST_ROWS) {
      rows.sort(Comparator.comparingDouble(row -> -row.certainty()));
    }
    List<Row> shown = rows.subList(0, Math.min(all, MOST_ROWS));
    IntervalChart chart =
        new IntervalChart(
            title(view, shown.size(), all),
            standardized
                ? "Coefficient of the standardized attribute; grey where the interval holds zero"
                : "Coefficient in the attribute's own units; grey where the interval holds zero",
            shown.stream().map(Row::name).toList(),
            false);
    chart.add(
        "",
        shown.stream().mapToDouble(Row::mean).toArray(),
        shown.stream().mapToDouble(Row::lower).toArray(),
        shown.stream().mapToDouble(Row::upper).toArray(),
        -1);
    return chart;
  }

  /** What the chart shows, and what of it. */
  String title(int view, int shown, int all) {
    String some = shown < all ? ", the " + shown + " most certain of " + all : "";
    return "Coefficients of " + names().get(view) + " with 95 % intervals" + some + component();
  }

  /** Which of the models that predictions are averaged over is shown; empty if there is one. */
  private String component() {
    int count = model.components().size();
    return count == 1
        ? ""
        : String.format(
            Locale.ROOT,
            ", model %d of %d (weight %.2f)",
            model.components().indexOf(model.linear()) + 1,
            count,
            model.linear().weight());
  }

  private List<Row> ofClass(int category, boolean standardized) {
    CoefficientSummary summary = summary(category, standardized);
    List<Row> rows = new ArrayList<>();
    for (int m = 0; m < model.features(); m++) {
      rows.add(Row.of(encoder.columnName(m), summary, m));
    }
    // At attributes of zero an intercept says nothing that compares with a standardized weight.
    if (!standardized && model.hasIntercept()) {
      rows.add(Row.of("(intercept)", summary, model.features()));
    }
    return rows;
  }

  private List<Row> ofColumn(int column, boolean standardized) {
    List<Row> rows = new ArrayList<>();
    for (int k = 0; k < model.categories(); k++) {
      rows.add(Row.of(encoder.classValue(k), summary(k, standardized), column));
    }
    return rows;
  }

  private CoefficientSummary summary(int category, boolean standardized) {
    return standardized
        ? model.standardizedCoefficients(category, LEVEL)
        : model.coefficients(category, LEVEL);
  }
}
