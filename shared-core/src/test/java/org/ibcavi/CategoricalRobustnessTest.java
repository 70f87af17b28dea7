// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;

/** Both stages. */
class CategoricalRobustnessTest extends RobustnessSuite {
  @Override
  IbCavi stage() {
    return IbCavi.withDefaults().method(Method.CATEGORICAL);
  }

  /** Memory that just suffices for what was asked by name changes nothing of it. */
  @Test
  void memoryDoesNotChangeWhatWasAskedForByName() {
    TrainingData data = RandomData.of(92, 400, 20, 150, 1).dense();
    IbCavi settings =
        stage()
            .covariance(CovarianceShape.DIAGONAL)
            .posterior(PosteriorKind.LAPLACE)
            .prior(Prior.isotropic(10))
            .average(Average.fixed(1));
    CategoricalModel roomy = settings.fit(data);
    CategoricalModel tight = settings.memoryLimit(leastMemory(settings, data) + 300_000).fit(data);
    for (int k = 0; k < 150; k += 7) {
      int vector = roomy.posterior().vectorOf(k);
      assertArrayEquals(roomy.posterior().mean(vector), tight.posterior().mean(vector));
    }
  }
}
