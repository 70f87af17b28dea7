// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.List;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Link;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;

/** Both stages, with one member and with all that the defaults have. */
class CategoricalEdgeCaseTest extends EdgeCaseSuite {
  @Override
  IbCavi stage() {
    return IbCavi.withDefaults().method(Method.CATEGORICAL);
  }

  @Override
  IbCavi settings(Link link, CovarianceShape shape) {
    return stage().link(link).covariance(shape).average(Average.fixed(0.5)).tolerance(1e-8);
  }

  @Override
  List<IbCavi> otherWays(IbCavi settings) {
    return List.of(
        IbCavi.withDefaults(),
        stage().covariance(CovarianceShape.DIAGONAL),
        stage().link(Link.PROBIT),
        settings.maxSweeps(2));
  }

  @Override
  IbCavi withoutDraws(IbCavi settings) {
    return settings.posterior(PosteriorKind.LAPLACE);
  }

  @Override
  double precision() {
    return 1e-6;
  }
}
