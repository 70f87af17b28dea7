// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.util.List;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.settings.CovarianceShape;

/**
 * IB-CAVI as published, with either link and with full covariances whatever they cost: plain
 * coordinate ascent, prior N(0, I) with the intercept in it, the two-model average, plug-in
 * predictions, features as they are.
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
    return IbCavi.published().link(link).elboGain(elboGain).covariance(CovarianceShape.FULL);
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
                model.components().get(0).prior(),
                model.components().get(0).basis(),
                model.posterior(),
                1)),
        model.prediction(),
        model.report());
  }
}
