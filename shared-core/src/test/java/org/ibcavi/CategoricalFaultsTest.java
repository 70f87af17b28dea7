// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Link;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** Both stages. */
class CategoricalFaultsTest extends FaultsSuite {
  @Override
  IbCavi stage() {
    return IbCavi.withDefaults().method(Method.CATEGORICAL);
  }

  @Override
  Stream<Arguments> sweeps() {
    return Stream.of(
        Arguments.of(Link.LOGIT, FitPhase.BINARY, 0),
        Arguments.of(Link.LOGIT, FitPhase.CATEGORICAL, 1),
        Arguments.of(Link.LOGIT, FitPhase.CATEGORICAL, 9),
        Arguments.of(Link.PROBIT, FitPhase.CATEGORICAL, 2));
  }

  @Override
  Stream<FitPhase> phases() {
    return Stream.of(FitPhase.BINARY, FitPhase.CATEGORICAL);
  }

  @Override
  Stream<IbCavi> wholeFits() {
    return Stream.of(
        stage(),
        stage().covariance(CovarianceShape.DIAGONAL),
        stage().prior(Prior.isotropic(1)).average(Average.bma()));
  }

  /** The flat ridge of the probit link: hundreds of passes for each of many members. */
  @Override
  IbCavi endless() {
    return stage().link(Link.PROBIT).average(Average.grid()).tolerance(1e-12);
  }

  @Override
  Stream<IbCavi> cutShort() {
    return Stream.of(stage(), stage().prior(Prior.isotropic(1)).average(Average.fixed(1)));
  }

  @Override
  String name() {
    return "categorical";
  }

  @Test
  void theWayOutOfAMemoryRefusalIsOne() {
    TrainingData data = RandomData.of(53, 400, 100, 300, 1).dense();
    IbCavi tight =
        stage()
            .prior(Prior.isotropic(1))
            .average(Average.fixed(1))
            .maxSweeps(1)
            .memoryLimit(40_000_000);
    MemoryLimitException refused =
        assertThrows(
            MemoryLimitException.class, () -> tight.covariance(CovarianceShape.FULL).fit(data));
    assertTrue(refused.getMessage().contains("the diagonal covariance"), refused.getMessage());
    assertDoesNotThrow(() -> tight.covariance(CovarianceShape.DIAGONAL).fit(data));
  }
}
