// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.Arrays;
import java.util.Optional;
import org.ibcavi.columns.Standardization;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionStarts;
import org.ibcavi.problem.Shape;
import org.ibcavi.problem.WarmStart;

/** A model whose means ascents start from, on the scale of the fit; perhaps there is none. */
final class StartModel {
  private final CategoricalModel model;
  private final Shape shape;
  private final Standardization standardization;

  /**
   * Takes the model.
   *
   * @param model null if there is none
   * @param shape of what is fitted
   * @param standardization from the original to the fitted scale
   */
  StartModel(CategoricalModel model, Shape shape, Standardization standardization) {
    this.model = model;
    this.shape = shape;
    this.standardization = standardization;
  }

  /** Where the regressions of a link start; null if there is no model. */
  WarmStart warmStart(Link link) {
    if (model == null) {
      return null;
    }
    Component leading = model.linear();
    double ratio = link.deviation() / leading.link().deviation();
    double variance = leading.prior().weightVariance();
    return new WarmStart(regressionMeans(leading, ratio), ratio * ratio * variance);
  }

  private RegressionMeans regressionMeans(Component part, double ratio) {
    return RegressionStarts.of(
        shape,
        category -> {
          Posterior posterior = part.posterior();
          double[] vector = posterior.mean(posterior.vectorOf(category));
          model.standardization().toOriginalScale(vector, 1);
          standardization.toFittedScale(vector);
          Arrays.setAll(vector, p -> ratio * vector[p]);
          return vector;
        });
  }

  /** The means of a categorical member of the model; empty if it has none of the likelihood. */
  Optional<Coefficients> means(Likelihood likelihood) {
    if (model == null || model.report().members().isEmpty()) {
      return Optional.empty();
    }
    return model.components().stream()
        .filter(part -> part.basis().isLinear())
        .filter(part -> Choices.likelihood(part).equals(likelihood))
        .findFirst()
        .map(part -> regressionMeans(part, 1).means());
  }
}
