// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where memory does not suffice for all categories at once, group follows group. */
class GroupsTest {
  private static final TrainingData DATA = RandomData.of(71, 600, 12, 400, 1).dense();

  private static IbCavi settings(String link, CovarianceShape shape) {
    return BinaryFit.withDefaults()
        .link(Link.named(link))
        .covariance(shape)
        .prior(Prior.isotropic(0.3));
  }

  @ParameterizedTest
  @CsvSource({
    "probit, FULL, 1900000",
    "probit, DIAGONAL, 1900000",
    "logit, FULL, 1550000",
    "logit, DIAGONAL, 2600000"
  })
  void groupsGiveTheModelOfAllAtOnce(String link, CovarianceShape shape, long limit) {
    Set<Integer> sizes = new HashSet<>();
    FitListener sizesSeen =
        new FitListener() {
          @Override
          public void onSweep(FitProgress progress) {
            sizes.add(progress.categories());
          }
        };
    CategoricalModel together = settings(link, shape).fit(DATA);
    CategoricalModel grouped =
        settings(link, shape).memoryLimit(limit).listener(sizesSeen).fit(DATA);
    assertTrue(sizes.size() > 1 && !sizes.contains(400), "groups of " + sizes);
    double[] row = new double[12];
    DATA.features().copyRow(5, row);
    assertArrayEquals(together.probabilities(row), grouped.probabilities(row));
    assertEquals(
        together.report().binary().orElseThrow().sweeps(),
        grouped.report().binary().orElseThrow().sweeps());
    assertArrayEquals(together.report().objectiveTrace(), grouped.report().objectiveTrace(), 1e-6);
    for (int k = 0; k < 400; k += 57) {
      assertArrayEquals(
          together.posterior().covariance().variances(together.posterior().vectorOf(k)),
          grouped.posterior().covariance().variances(grouped.posterior().vectorOf(k)));
    }
  }

  /**
   * The categorical stage climbs all categories together, so that it has no groups; where it fits
   * into memory, so does its start as a whole, and the least memory gives the same model.
   */
  @Test
  void theLeastMemoryGivesTheSameCategoricalModel() {
    TrainingData data = RandomData.of(72, 500, 6, 300, 1).dense();
    Set<Integer> sizes = new HashSet<>();
    IbCavi settings =
        IbCavi.withDefaults()
            .method(Method.CATEGORICAL)
            .covariance(CovarianceShape.DIAGONAL)
            .posterior(PosteriorKind.LAPLACE)
            .average(Average.fixed(1))
            .prior(Prior.isotropic(0.3));
    CategoricalModel together = settings.fit(data);
    CategoricalModel grouped =
        settings
            .memoryLimit(RobustnessSuite.leastMemory(settings, data))
            .listener(
                new FitListener() {
                  @Override
                  public void onSweep(FitProgress progress) {
                    if (progress.phase() == FitPhase.BINARY) {
                      sizes.add(progress.categories());
                    }
                  }
                })
            .fit(data);
    assertEquals(Set.of(300), sizes);
    double[] row = new double[6];
    data.features().copyRow(5, row);
    assertArrayEquals(together.probabilities(row), grouped.probabilities(row));
  }

  @ParameterizedTest
  @CsvSource({"probit, FULL, 1900000"})
  void aRuleForAllCategoriesTogetherNeedsThemTogether(
      String link, CovarianceShape shape, long limit) {
    IbCavi together = settings(link, shape).elboGain(0.1);
    assertThrows(MemoryLimitException.class, () -> together.memoryLimit(limit).fit(DATA));
  }
}
