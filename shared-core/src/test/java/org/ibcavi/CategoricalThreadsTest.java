// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.stream.Stream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Both stages; with many categories by Laplace's posteriors, which take less time. */
class CategoricalThreadsTest extends ThreadsSuite {
  @Override
  IbCavi stage() {
    return IbCavi.withDefaults().method(Method.CATEGORICAL).posterior(PosteriorKind.LAPLACE);
  }

  @Override
  IbCavi ascending() {
    return stage();
  }

  @Override
  FitPhase phase() {
    return FitPhase.CATEGORICAL;
  }

  @Override
  int manyCategories() {
    return 150;
  }

  static Stream<Arguments> forms() {
    return Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
        .flatMap(shape -> Stream.of(false, true).map(sparse -> Arguments.of(shape, sparse)));
  }

  @ParameterizedTest(name = "{0}, sparse {1}")
  @MethodSource("forms")
  void allMembersOfTheDefaultsHaveTheSameBits(CovarianceShape shape, boolean sparse) {
    RandomData random = RandomData.of(62, 3000, 6, 3, sparse ? 0.5 : 1).weighted(4);
    TrainingData data = random.stored(sparse);
    IbCavi settings = IbCavi.withDefaults().covariance(shape);
    CategoricalModel one = settings.fit(data);
    for (int threads : new int[] {2, 7}) {
      assertSameBits(one, settings.threads(threads).fit(data), random.select(0, 1, 2));
    }
  }
}
