// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.ibcavi.model.CategoricalModel;

/**
 * A figure of a model for Weka's Experimenter, of the posterior that predicts. Where predictions
 * are averaged over several models, variance, passes and objective are those of the model of the
 * largest weight; the objective is the ELBO of binary regressions or the log posterior of a
 * categorical model.
 *
 * @param name as Weka asks for it
 * @param figure of a model
 */
public record Measure(String name, ToDoubleFunction<CategoricalModel> figure) {
  private static final List<Measure> ALL =
      List.of(
          new Measure("measureConverged", model -> model.report().converged() ? 1 : 0),
          new Measure("measurePasses", model -> ModelText.passes(model.report())),
          new Measure("measureObjective", model -> ModelText.objective(model.report())),
          new Measure("measurePriorVariance", model -> model.report().prior().weightVariance()),
          new Measure("measureComponents", model -> model.components().size()),
          new Measure("measureMeanAlpha", CategoricalModel::meanAlpha),
          new Measure("measureColumns", CategoricalModel::features));

  /**
   * The names that Weka asks by.
   *
   * @return in order
   */
  public static List<String> names() {
    return ALL.stream().map(Measure::name).toList();
  }

  /**
   * The measure of a name.
   *
   * @param name in any case
   * @return the measure
   * @throws IllegalArgumentException if there is none
   */
  public static Measure named(String name) {
    return ALL.stream()
        .filter(measure -> measure.name.equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    name + " not supported (IBCavi); must be one of " + names()));
  }

  /**
   * The figure of a model.
   *
   * @param model which was fitted
   * @return its value
   */
  public double of(CategoricalModel model) {
    return figure.applyAsDouble(model);
  }
}
