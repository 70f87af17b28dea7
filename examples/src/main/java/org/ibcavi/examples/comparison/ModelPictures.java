// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.comparison;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;

/** Pictures of fitted models. */
public final class ModelPictures {
  private static final double SMALLEST_GAP = 1e-6;

  private ModelPictures() {}

  /**
   * A class's coefficients with 95 % intervals, each for a step of one standard deviation of its
   * feature so that they can be compared.
   *
   * @param model the model
   * @param features their names
   * @param category the class
   * @param title above the picture
   * @return a picture
   */
  public static String coefficients(
      CategoricalModel model, List<String> features, int category, String title) {
    CoefficientSummary summary = model.standardizedCoefficients(category, 0.95);
    int count = model.features();
    double[] at = IntStream.range(0, count).asDoubleStream().toArray();
    double[] mean = new double[count];
    double[] reach = new double[count];
    for (int m = 0; m < count; m++) {
      mean[m] = summary.mean(m);
      reach[m] = summary.upper(m) - summary.mean(m);
    }
    return new Plot(title, "feature", "coefficient of one deviation", 480, 320)
        .xNames(features)
        .reference(new double[] {-0.6, count - 0.4}, new double[] {0, 0})
        .intervals("95 % interval", at, mean, reach)
        .withoutLegend()
        .toSvg();
  }

  /**
   * How far fits are from the best objective reached by any of them, sweep by sweep.
   *
   * @param models by name; all with the same prior, link and data
   * @param title above the picture
   * @return a picture
   */
  public static String objectiveTraces(Map<String, CategoricalModel> models, String title) {
    double best =
        models.values().stream()
            .mapToDouble(model -> Arrays.stream(model.report().objectiveTrace()).max().orElse(0))
            .max()
            .orElse(0);
    Plot plot =
        new Plot(title, "sweep", "ELBO still missing (nats)", 480, 320).logX().logY().legendBelow();
    models.forEach(
        (name, model) -> {
          double[] trace = model.report().objectiveTrace();
          double[] at = IntStream.range(1, trace.length + 1).asDoubleStream().toArray();
          double[] gap =
              Arrays.stream(trace).map(value -> Math.max(SMALLEST_GAP, best - value)).toArray();
          plot.line(name, at, gap);
        });
    return plot.toSvg();
  }
}
