// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;

/** The binary stage with each of its solvers. */
class BinaryStartTest extends StartSuite {
  @Override
  IbCavi stage() {
    return BinaryFit.withDefaults();
  }

  private static IbCavi settings(Link link, CovarianceShape shape, Solver solver) {
    return BinaryFit.withDefaults()
        .link(link)
        .covariance(shape)
        .solver(solver)
        .prior(Prior.isotropic(0.8))
        .maxSweeps(20_000)
        .tolerance(1e-9);
  }

  @Override
  Stream<IbCavi> ways() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
                    .flatMap(
                        shape ->
                            Arrays.stream(Solver.values())
                                .map(solver -> settings(link, shape, solver))));
  }

  @Override
  IbCavi plainWay() {
    return settings(Link.PROBIT, CovarianceShape.FULL, Solver.ACCELERATED);
  }

  @Override
  double objective(CategoricalModel model) {
    return model.report().binary().orElseThrow().elbo();
  }

  @Test
  void aConvergedProbitFitHasNothingLeftToDo() {
    for (Solver solver : Solver.values()) {
      IbCavi settings = settings(Link.PROBIT, CovarianceShape.FULL, solver);
      CategoricalModel whole = settings.fit(DATA.dense());
      CategoricalModel again = settings.startingFrom(whole).fit(DATA.dense());
      assertTrue(
          again.report().binary().orElseThrow().sweeps() <= 1,
          again.report().binary().orElseThrow().sweeps() + " sweeps");
      assertSameOptimum(whole, again);
    }
  }

  /** Its means are kept, its covariances are not: a few sweeps find these again. */
  @Test
  void aConvergedLogitFitNeedsFewSweepsMore() {
    IbCavi settings = settings(Link.LOGIT, CovarianceShape.FULL, Solver.ACCELERATED);
    CategoricalModel whole = settings.fit(DATA.dense());
    CategoricalModel again = settings.startingFrom(whole).fit(DATA.dense());
    assertTrue(
        again.report().binary().orElseThrow().sweeps()
            < whole.report().binary().orElseThrow().sweeps(),
        again.report().binary().orElseThrow().sweeps()
            + " sweeps after "
            + whole.report().binary().orElseThrow().sweeps());
    assertSameOptimum(whole, again);
  }
}
