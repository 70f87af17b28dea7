// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.comparison;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.report.Palette;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.RegionMap;
import org.ibcavi.examples.report.Section;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.FeatureEffect;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.settings.BasisKind;

/** What bases do: regions and doubt on a set of two features, and the effect of a feature. */
public final class BasisPictures {
  private static final int ROWS = 150;
  private static final double EDGE = 6;
  private static final int CELLS = 40;
  private static final int EFFECT_ROWS = 50;
  private static final int EFFECT_VALUES = 9;
  private static final Color DOUBT = new Color(0x3B1F5B);

  private BasisPictures() {}

  /**
   * Adds the pictures.
   *
   * @param section of the report
   * @param glass rows of the glass set
   */
  public static void add(Section section, LabeledTable glass) {
    double[][] rows = rows();
    Map<BasisKind, Uncertainty[]> known = known(rows);
    section.figure(
        "Made-up rows of three classes on two features, none of them linear: the most probable "
            + "class of each place, the stronger the surer, with each basis.",
        known.entrySet().stream()
            .map(entry -> regions(entry.getKey(), entry.getValue(), rows))
            .toArray(String[]::new));
    section.figure(
        "The same models: the darker, the more of the doubt would go away with more rows there"
            + " (mutual information): between the classes, far from the rows, and where the members"
            + " of one model differ.",
        known.entrySet().stream()
            .map(entry -> doubt(entry.getKey(), entry.getValue(), rows))
            .toArray(String[]::new));
    section.figure(
        "What magnesium does to the probability of three types of glass, averaged over fifty rows; "
            + "shaded, up to the mean ends of the rows' 90 % intervals.",
        effect(glass, BasisKind.NONE), effect(glass, BasisKind.AUTO));
  }

  /** Around the middle of the square, so that doubt is seen to grow towards its edges. */
  private static double[][] rows() {
    Random random = new Random(1);
    double[][] rows = new double[ROWS][];
    Arrays.setAll(
        rows, i -> new double[] {1.5 * random.nextGaussian(), 1.5 * random.nextGaussian()});
    return rows;
  }

  /** The first class in the middle, the second around it, the third in one corner. */
  private static int label(double[] row) {
    if (row[0] > 1 && row[1] > 0.5) {
      return 2;
    }
    return Math.hypot(row[0], row[1]) < 1.5 ? 0 : 1;
  }

  private static Map<BasisKind, Uncertainty[]> known(double[][] rows) {
    TrainingData.Builder data = TrainingData.dense(2, 3);
    for (double[] row : rows) {
      data.add(row, label(row));
    }
    TrainingData training = data.build();
    double[][] places = RegionMap.places(CELLS, -EDGE, EDGE);
    Map<BasisKind, Uncertainty[]> known = new EnumMap<>(BasisKind.class);
    for (BasisKind kind : BasisKind.values()) {
      known.put(kind, IbCavi.withDefaults().basis(kind).fit(training).uncertainty(places));
    }
    return known;
  }

  private static String name(BasisKind kind) {
    return "basis " + kind.name().toLowerCase(Locale.ROOT);
  }

  private static String regions(BasisKind kind, Uncertainty[] known, double[][] rows) {
    RegionMap map = new RegionMap(name(kind), -EDGE, EDGE);
    double[][] places = RegionMap.places(CELLS, -EDGE, EDGE);
    for (int c = 0; c < places.length; c++) {
      double[] p = known[c].mean();
      int likely = IntStream.range(0, p.length).reduce(0, (a, b) -> p[b] > p[a] ? b : a);
      // Even probabilities are white.
      double strength = (p[likely] * p.length - 1) / (p.length - 1);
      map.cell(places[c], CELLS, Palette.color(likely), 0.8 * strength);
    }
    return withDots(map, rows);
  }

  private static String doubt(BasisKind kind, Uncertainty[] known, double[][] rows) {
    RegionMap map = new RegionMap(name(kind), -EDGE, EDGE);
    double[][] places = RegionMap.places(CELLS, -EDGE, EDGE);
    double most = Math.log(known[0].mean().length);
    for (int c = 0; c < places.length; c++) {
      map.cell(places[c], CELLS, DOUBT, Math.min(1, 2 * known[c].mutualInformation() / most));
    }
    return withDots(map, rows);
  }

  private static String withDots(RegionMap map, double[][] rows) {
    for (double[] row : rows) {
      map.dot(row, Palette.color(label(row)));
    }
    return map.toSvg();
  }

  private static String effect(LabeledTable glass, BasisKind kind) {
    int magnesium = glass.features().indexOf("Mg");
    CategoricalModel model = IbCavi.withDefaults().basis(kind).fit(glass.trainingData());
    double[] column =
        IntStream.range(0, glass.size()).mapToDouble(i -> glass.row(i)[magnesium]).toArray();
    double[] values = FeatureEffect.usualValues(column, EFFECT_VALUES);
    FeatureEffect effect =
        model.effect(glass.rows(0, EFFECT_ROWS).matrix(), magnesium, values, 0.9);
    Plot plot =
        new Plot("Glass, " + name(kind), "magnesium", "probability", 480, 320).legendBelow();
    for (String type : List.of("1", "2", "7")) {
      add(plot, values, effect, glass.classes().indexOf(type), "type " + type);
    }
    return plot.yRange(0, 1).toSvg();
  }

  private static void add(
      Plot plot, double[] values, FeatureEffect effect, int category, String name) {
    List<double[]> lines = new ArrayList<>();
    for (int line = 0; line < 3; line++) {
      lines.add(new double[values.length]);
    }
    for (int v = 0; v < values.length; v++) {
      lines.get(0)[v] = effect.mean(v, category);
      lines.get(1)[v] = effect.lower(v, category);
      lines.get(2)[v] = effect.upper(v, category);
    }
    plot.line(name, values, lines.get(0)).band(values, lines.get(1), lines.get(2));
  }
}
