// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
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
    styler.setPlotBorderVisible(false);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setHeatMapValueDecimalPattern("0.0");
    styler.setRangeColors(
        new Color[] {new Color(0x0B2545), new Color(0x1F5FA8), new Color(0xF6E8C3)});
    List<Number[]> cells = new ArrayList<>();
    for (int row = 0; row < values.length; row++) {
      for (int column = 0; column < values[row].length; column++) {
        cells.add(new Number[] {column, row, values[row][column]});
      }
    }
    chart.addSeries("values", names(values[0].length), names(values.length), cells);
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
