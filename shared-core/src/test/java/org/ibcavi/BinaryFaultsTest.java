// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;

/** The binary stage, its solvers and its memory. */
class BinaryFaultsTest extends FaultsSuite {
  @Override
  IbCavi stage() {
    return BinaryFit.withDefaults();
  }

  @Override
  Stream<Arguments> sweeps() {
    return Stream.of(
        Arguments.of(Link.PROBIT, FitPhase.SCALE, 0),
        Arguments.of(Link.PROBIT, FitPhase.SCALE, 1),
        Arguments.of(Link.PROBIT, FitPhase.BINARY, 0),
        Arguments.of(Link.LOGIT, FitPhase.SCALE, 2),
        Arguments.of(Link.LOGIT, FitPhase.BINARY, 0));
  }

  @Override
  Stream<FitPhase> phases() {
    return Stream.of(FitPhase.SCALE, FitPhase.BINARY);
  }

  @Override
  Stream<IbCavi> wholeFits() {
    return Stream.of(PosteriorKind.CAVI, PosteriorKind.LAPLACE)
        .map(stage().prior(Prior.isotropic(1)).average(Average.bma())::posterior);
  }

  @Override
  IbCavi endless() {
    return stage()
        .solver(Solver.CAVI)
        .prior(Prior.isotropic(1))
        .elboGain(Double.MIN_VALUE)
        .maxSweeps(Integer.MAX_VALUE);
  }

  @Override
  Stream<IbCavi> cutShort() {
    return Arrays.stream(Solver.values())
        .map(stage().prior(Prior.isotropic(1)).tolerance(1e-10)::solver);
  }

  @Override
  String name() {
    return "binary";
  }

  @Test
  void tooLittleMemoryIsRefusedWithFigureAndWayOut() {
    IbCavi settings = stage().memoryLimit(1000).covariance(CovarianceShape.FULL);
    String message =
        assertThrows(MemoryLimitException.class, () -> settings.fit(DATA)).getMessage();
    assertTrue(
        message.matches(
            "the fit needs about \\d+ MB of memory and 1 MB are available; .*"
                + "use the diagonal covariance, .*fewer threads, features or categories, "
                + "or a larger heap"),
        message);
  }

  @Test
  void fullLogitCovariancesAreNamedWithTheirCost() {
    // 300 categories with 100 features and the intercept: 300·101·102/2 doubles are 12.4 MB.
    TrainingData data = RandomData.of(53, 400, 100, 300, 1).dense();
    IbCavi settings =
        stage().link(Link.LOGIT).covariance(CovarianceShape.FULL).memoryLimit(20_000_000);
    String message =
        assertThrows(MemoryLimitException.class, () -> settings.fit(data)).getMessage();
    assertTrue(
        message.contains("full covariances of 300 categories with 101 coefficients take 13 MB"),
        message);
    assertTrue(message.contains("use the diagonal covariance"), message);
  }

  @Test
  void theWayOutOfAMemoryRefusalIsOne() {
    TrainingData data = RandomData.of(53, 400, 100, 300, 1).dense();
    IbCavi tight =
        stage()
            .link(Link.LOGIT)
            .prior(Prior.isotropic(1))
            .average(Average.fixed(1))
            .maxSweeps(1)
            .memoryLimit(20_000_000);
    assertThrows(
        MemoryLimitException.class, () -> tight.covariance(CovarianceShape.FULL).fit(data));
    assertDoesNotThrow(() -> tight.covariance(CovarianceShape.DIAGONAL).fit(data));
  }

  @ParameterizedTest
  @EnumSource(Solver.class)
  void theSweepLimitIsReported(Solver solver) {
    CategoricalModel model =
        stage().solver(solver).prior(Prior.isotropic(1)).tolerance(1e-10).maxSweeps(2).fit(DATA);
    assertEquals(StopReason.SWEEP_LIMIT, model.report().binary().orElseThrow().stopReason());
    assertEquals(2, model.report().binary().orElseThrow().sweeps());
    assertTrue(
        model
            .report()
            .notes()
            .contains("warning: the sweep limit ended the binary stage before it converged"));
    assertTrue(model.report().toString().contains("sweep limit reached before convergence"));
  }
}
