// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.BinaryFit;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Link;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;

/** Covariances of the binary stage: one for all or one each, with correlations or without. */
class BinaryPredictionTest extends PredictionSuite {
  @Override
  IbCavi settings(Link link, CovarianceShape shape) {
    return BinaryFit.withDefaults()
        .link(link)
        .covariance(shape)
        .posterior(PosteriorKind.CAVI)
        .prior(Prior.isotropic(1))
        .average(Average.bma());
  }

  @Override
  Stream<IbCavi> posteriors() {
    return combinations()
        .flatMap(settings -> Stream.of(settings, settings.posterior(PosteriorKind.LAPLACE)));
  }

  @Test
  void theMostProbableCategoryIsTheSameForEveryMember() {
    for (Link link : Link.ALL) {
      int[][] best = new int[5][];
      for (int a = 0; a < best.length; a++) {
        CategoricalModel model =
            settings(link, CovarianceShape.FULL).average(Average.fixed(a / 4.0)).fit(DATA.dense());
        best[a] =
            Arrays.stream(model.probabilities(DATA.denseMatrix()))
                .mapToInt(BinaryPredictionTest::argmax)
                .toArray();
      }
      for (int[] other : best) {
        assertArrayEquals(best[0], other);
      }
    }
  }

  private static int argmax(double[] p) {
    return IntStream.range(0, p.length).reduce((a, b) -> p[b] > p[a] ? b : a).orElseThrow();
  }
}
