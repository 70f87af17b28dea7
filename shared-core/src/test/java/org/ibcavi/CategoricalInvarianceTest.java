// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;

/** Both stages: one member under a given prior, and all members with what is learned. */
class CategoricalInvarianceTest extends InvarianceSuite {
  private static final IbCavi DEFAULTS = IbCavi.withDefaults().method(Method.CATEGORICAL);

  @Override
  Stream<IbCavi> usual() {
    return Stream.concat(Stream.of(IbCavi.withDefaults()), combinations(DEFAULTS));
  }

  @Override
  Stream<IbCavi> exact() {
    IbCavi oneMember =
        DEFAULTS.average(Average.fixed(0.5)).prior(Prior.isotropic(0.7)).tolerance(1e-11);
    return Stream.concat(combinations(oneMember), learning());
  }

  @Override
  Stream<IbCavi> learning() {
    return Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
        .map(DEFAULTS.tolerance(1e-9)::covariance);
  }

  @Override
  double precision() {
    return 1e-6;
  }

  /**
   * Only the prior tells a shift that all categories share, and a wide one faintly: rounding leaves
   * more of it open than of what probabilities depend on.
   */
  @Override
  double meanPrecision() {
    return 1e-4;
  }

  @Override
  double objective(CategoricalModel model) {
    double[] trace = model.report().objectiveTrace();
    return trace[trace.length - 1];
  }
}
