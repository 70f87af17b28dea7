// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both stages: softmax goes on where it ended, and no member depends on the start. */
class CategoricalStartTest extends StartSuite {
  @Override
  IbCavi stage() {
    return IbCavi.withDefaults().method(Method.CATEGORICAL);
  }

  /**
   * With Laplace's posteriors, whose means are the modes that an ascent starts from and ends at.
   */
  private IbCavi softmax(CovarianceShape shape) {
    return stage()
        .posterior(PosteriorKind.LAPLACE)
        .covariance(shape)
        .average(Average.fixed(1))
        .prior(Prior.isotropic(0.8))
        .tolerance(1e-9);
  }

  @Override
  Stream<IbCavi> ways() {
    return Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL).map(this::softmax);
  }

  @Override
  IbCavi plainWay() {
    return softmax(CovarianceShape.FULL);
  }

  @Override
  double objective(CategoricalModel model) {
    double[] trace = model.report().objectiveTrace();
    return trace[trace.length - 1];
  }

  @Test
  void aConvergedSoftmaxHasLittleLeftToDo() {
    IbCavi settings = plainWay().tolerance(1e-5);
    CategoricalModel whole = settings.fit(DATA.dense());
    CategoricalModel again = settings.startingFrom(whole).fit(DATA.dense());
    int passes = again.report().members().get(0).passes();
    assertTrue(passes <= 3, passes + " passes");
    assertEquals(objective(whole), again.report().objectiveTrace()[0], 1e-6);
  }

  /** Several members, learned variances and weights: with the tolerance everything tightens. */
  @ParameterizedTest(name = "data {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void theStartMakesNoDifferenceWhereTheToleranceIsTight(long seed) {
    RandomData data = RandomData.of(seed, 300, 5, 4, 1);
    List<CategoricalModel> starts =
        List.of(
            BinaryFit.withDefaults().fit(data.dense()),
            stage().fit(data.dense()),
            stage().fit(RandomData.of(seed + 100, 300, 5, 4, 1).dense()),
            stage().prior(Prior.isotropic(0.01)).fit(data.dense()),
            stage().prior(Prior.isotropic(20)).link(Link.PROBIT).fit(data.dense()));
    IbCavi settings = stage().tolerance(1e-9);
    CategoricalModel cold = settings.fit(data.dense());
    assertTrue(cold.components().size() > 2, cold.report().toString());
    double[][] expected = cold.probabilities(data.denseMatrix());
    for (int s = 0; s < starts.size(); s++) {
      CategoricalModel warm = settings.startingFrom(starts.get(s)).fit(data.dense());
      double[][] actual = warm.probabilities(data.denseMatrix());
      for (int i = 0; i < expected.length; i++) {
        assertArrayEquals(expected[i], actual[i], 1e-6, "start " + s + ", row " + i);
      }
    }
  }
}
