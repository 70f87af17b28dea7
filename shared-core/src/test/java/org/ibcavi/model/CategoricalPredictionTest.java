// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.stream.Stream;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Link;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;

/** Models of several components, each with a posterior of its own. */
class CategoricalPredictionTest extends PredictionSuite {
  @Override
  IbCavi settings(Link link, CovarianceShape shape) {
    return IbCavi.withDefaults()
        .method(Method.CATEGORICAL)
        .link(link)
        .covariance(shape)
        .prior(Prior.isotropic(1))
        .average(Average.bma());
  }

  @Override
  Stream<IbCavi> posteriors() {
    return Stream.concat(Stream.of(IbCavi.withDefaults()), combinations());
  }

  /**
   * Not with the probit link: for α = 1 its scores grow like η²/2, but moderation is right for α =
   * 0, where they are bounded. The wider posteriors of this stage show it.
   */
  @Override
  Stream<IbCavi> moderated() {
    return Stream.of(
        IbCavi.withDefaults(),
        settings(Link.LOGIT, CovarianceShape.FULL),
        settings(Link.LOGIT, CovarianceShape.DIAGONAL));
  }
}
