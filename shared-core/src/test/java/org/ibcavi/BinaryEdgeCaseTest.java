// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.List;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Link;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Solver;

/** The binary stage, with each of its solvers. */
class BinaryEdgeCaseTest extends EdgeCaseSuite {
  @Override
  IbCavi stage() {
    return BinaryFit.withDefaults();
  }

  @Override
  IbCavi settings(Link link, CovarianceShape shape) {
    return stage().link(link).covariance(shape).average(Average.fixed(0.5));
  }

  @Override
  List<IbCavi> otherWays(IbCavi settings) {
    return List.of(settings.solver(Solver.CAVI).maxSweeps(50));
  }

  @Override
  double precision() {
    return 1e-8;
  }
}
