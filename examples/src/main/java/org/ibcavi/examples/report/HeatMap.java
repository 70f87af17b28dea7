// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.style.HeatMapStyler;

/** A picture of a square matrix, one coloured cell for each entry. */
public final class HeatMap {
  private final HeatMapChart chart;

  /**
   * A heat map.
   *
   * @param title above it
   * @param x what columns are
   * @param y what rows are
   * @param values rows of entries
   */
  public HeatMap(String title, String x, String y, double[][] values) {
    chart =
        new HeatMapChartBuilder()
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .width(520)
            .height(440)
            .build();
    HeatMapStyler styler = chart.getStyler();
    styler.setBaseFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 9));
    styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 10));
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotContentSize(1);
    styler.setXAxisMaxLabelCount(16);
    styler.setPlotBorderVisible(false);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setChartFontColor(new Color(0x1F2933));
    // XChart's own search for the largest value ends at 0; whole numbers also make short labels.
    styler.setMin(Math.floor(extreme(values, true)));
    styler.setMax(Math.ceil(extreme(values, false)));
    styler.setRangeColors(
        new Color[] {new Color(0xF7F1E1), new Color(0x6AA5D8), new Color(0x0B2545)});
    List<Number[]> cells = new ArrayList<>();
    for (int row = 0; row < values.length; row++) {
      for (int column = 0; column < values[row].length; column++) {
        cells.add(new Number[] {column, row, values[row][column]});
      }
    }
    chart.addSeries("values", names(values[0].length), names(values.length), cells);
  }

  private static double extreme(double[][] values, boolean least) {
    DoubleSummaryStatistics all =
        Arrays.stream(values).flatMapToDouble(Arrays::stream).summaryStatistics();
    return least ? all.getMin() : all.getMax();
  }

  private static List<String> names(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(String::valueOf).toList();
  }

  /**
   * The picture.
   *
   * @return an SVG document
   */
  public String toSvg() {
    return Svg.of(chart);
  }
}
