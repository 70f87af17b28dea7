// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.util.List;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.categorical.Finish;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Curvature;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;
import org.ibcavi.settings.StoppingRule;

/**
 * IB-CAVI with every setting as published, whatever this library's defaults are: plain coordinate
 * ascent, prior N(0, I) with the intercept in it, the two-model average, plug-in predictions,
 * features as they are.
 */
public final class PublishedMethod {
  private PublishedMethod() {}

  /**
   * The published settings.
   *
   * @param link the binary link
   * @param elboGain the published rule's threshold: stop when the gain of the ELBO, times K/N, is
   *     below it
   * @return settings
   */
  public static IbCavi with(Link link, double elboGain) {
    return IbCavi.withDefaults()
        .finish(Finish.none())
        .link(link)
        .prior(new IsotropicPrior(1, 1))
        .solver(Solver.CAVI)
        .stoppingRule(new StoppingRule.ElboGain(elboGain))
        .covariance(CovarianceShape.FULL)
        .curvature(Curvature.CAVI)
        .average(Average.bma())
        .standardize(false)
        .intercept(true)
        .predictingBy(PredictionMode.PLUG_IN);
  }

  /**
   * The same posterior with one member of the family in place of the average.
   *
   * @param model a fitted model
   * @param alpha 0 for CBM, 1 for CBC
   * @return another model
   */
  public static CategoricalModel member(CategoricalModel model, double alpha) {
    return new CategoricalModel(
        model.data(),
        model.standardization(),
        model.hasIntercept(),
        List.of(
            new Component(
                model.link(),
                new AlphaWeights(new double[] {alpha}, new double[] {1}),
                model.posterior(),
                1)),
        model.prediction(),
        model.report());
  }
}
