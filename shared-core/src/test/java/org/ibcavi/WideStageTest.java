// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ibcavi.averaging.Average;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.prior.Prior;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.Method;
import org.junit.jupiter.api.Test;

/**
 * The categorical stage where coefficients are too many for a curvature matrix of each category: 64
 * intents × 1167² for real texts, 40 categories × 701² for small random data.
 */
class WideStageTest {
  /** The least of scikit-learn's test log losses, C = 100 ({@code texts/softmax.py}). */
  private static final double BEST_SOFTMAX = 0.75186;

  private static RandomData small() {
    return RandomData.of(19, 400, 700, 40, 0.05);
  }

  @Test
  void textsArePredictedBetterThanBySoftmaxTunedOnTheTestTexts() {
    Texts texts = new Texts();
    CategoricalModel model = IbCavi.withDefaults().threads(2).fit(texts.training());
    double loss = texts.logLoss(model.probabilities(texts.test()));
    assertTrue(loss < BEST_SOFTMAX, () -> loss + "\n" + model.report());
    assertEquals(Method.CATEGORICAL, model.report().method());
    List<MemberReport> members = model.report().members();
    assertEquals(2, members.size());
    assertEquals(PriorReport.Kind.LEARNED, members.get(0).prior().kind());
    assertEquals(PriorReport.Kind.BINARY, members.get(1).prior().kind());
    assertTrue(members.stream().allMatch(member -> member.weight() > 0.1), members::toString);
  }

  /** Softmax alone against the same program's figure for its C, which is a prior variance. */
  @Test
  void softmaxUnderAGivenVarianceIsScikitLearns() {
    Texts texts = new Texts();
    CategoricalModel model =
        IbCavi.withDefaults()
            .method(Method.CATEGORICAL)
            .average(Average.fixed(1))
            .standardize(false)
            .prior(new IsotropicPrior(100, 1e6))
            .tolerance(1e-5)
            .threads(2)
            .fit(texts.training());
    assertEquals(BEST_SOFTMAX, texts.logLoss(model.probabilities(texts.test())), 1e-4);
  }

  @Test
  void theSecondMemberIsTheBinaryStage() {
    RandomData data = small();
    CategoricalModel model = IbCavi.withDefaults().fit(data.sparse());
    Component taken =
        model.components().stream()
            .filter(part -> part.prior().kind() == PriorReport.Kind.BINARY)
            .findFirst()
            .orElseThrow();
    double variance = taken.prior().weightVariance();
    CategoricalModel binary =
        IbCavi.withDefaults()
            .method(Method.BINARY)
            .average(Average.fixed(1))
            .prior(Prior.isotropic(variance))
            .fit(data.sparse());
    for (int regression = 0; regression < 40; regression++) {
      assertArrayEquals(
          binary.components().get(0).posterior().mean(regression),
          taken.posterior().mean(regression),
          1e-3,
          "regression " + regression);
    }
  }

  @Test
  void theNumberOfThreadsChangesNoBit() {
    RandomData data = small();
    byte[] one = parameters(data, 1);
    assertArrayEquals(one, parameters(data, 2));
    assertArrayEquals(one, parameters(data, 7));
  }

  /** All means and weights. */
  private static byte[] parameters(RandomData data, int threads) {
    CategoricalModel model = IbCavi.withDefaults().threads(threads).fit(data.sparse());
    StringBuilder text = new StringBuilder();
    for (Component part : model.components()) {
      text.append(part.weight());
      for (int regression = 0; regression < data.categories(); regression++) {
        text.append(Arrays.toString(part.posterior().mean(regression)));
        text.append(Arrays.toString(part.posterior().covariance().variances(regression)));
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void likelihoodsThatWereAskedForHaveNoOtherBesideThem() {
    RandomData data = small();
    CategoricalModel model =
        IbCavi.withDefaults().method(Method.CATEGORICAL).average(Average.bma()).fit(data.sparse());
    assertEquals(
        List.of(1.0, 0.0), model.report().members().stream().map(MemberReport::alpha).toList());
  }

  @Test
  void everyRowIsHeldOutOnceWhereRowsAreFew() {
    CategoricalModel model = IbCavi.withDefaults().fit(small().sparse());
    long held =
        IntStream.range(0, model.report().notes().size())
            .filter(i -> model.report().notes().get(i).contains("predicted 400 held-out rows best"))
            .count();
    assertEquals(2, held, () -> model.report().notes().toString());
  }
}
