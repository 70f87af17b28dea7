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
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
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
    Component taken = ofRegressions(model);
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

  /**
   * What held-out rows weighed gets the posterior that was asked for; regressions have no bound.
   */
  @Test
  void variationalPosteriorsAreThoseOfTheCategoricalMembers() {
    RandomData data = small();
    CategoricalModel laplace = IbCavi.withDefaults().fit(data.sparse());
    CategoricalModel asked =
        IbCavi.withDefaults().posterior(PosteriorKind.VARIATIONAL).fit(data.sparse());
    assertEquals(2, asked.components().size());
    for (int m = 0; m < 2; m++) {
      MemberReport member = asked.report().members().get(m);
      boolean regressions = member.prior().isOfRegressions();
      assertEquals(
          regressions ? PosteriorKind.LAPLACE : PosteriorKind.VARIATIONAL, member.posterior());
      assertEquals(
          regressions,
          Arrays.equals(
              laplace.components().get(m).posterior().mean(0),
              asked.components().get(m).posterior().mean(0)));
      assertEquals(laplace.components().get(m).weight(), asked.components().get(m).weight());
    }
    String note = "the member of binary regressions keeps Laplace's posterior of each";
    assertTrue(asked.report().notes().contains(note), () -> asked.report().notes().toString());
  }

  @Test
  void binaryRegressionsThatGoOnKeepTheirPosteriors() {
    RandomData data = small();
    CategoricalModel first = IbCavi.withDefaults().fit(data.sparse());
    IbCavi goesOn = IbCavi.withDefaults().continuing(first);
    CategoricalModel laplace = goesOn.fit(data.sparse());
    CategoricalModel asked = goesOn.posterior(PosteriorKind.VARIATIONAL).fit(data.sparse());
    Component expected = ofRegressions(laplace);
    Component actual = ofRegressions(asked);
    assertEquals(PriorReport.Kind.BINARY_CONTINUED, actual.prior().kind());
    for (int regression = 0; regression < 40; regression++) {
      assertArrayEquals(expected.posterior().mean(regression), actual.posterior().mean(regression));
    }
  }

  private static Component ofRegressions(CategoricalModel model) {
    return model.components().stream()
        .filter(part -> part.prior().isOfRegressions())
        .findFirst()
        .orElseThrow();
  }

  /** The binary stage by itself, with Laplace's full posterior, finds the same variances. */
  @Test
  void regressionsHaveFullCovariancesWhereTheOtherMembersHave() {
    RandomData data = small();
    CategoricalModel model =
        IbCavi.withDefaults().covariance(CovarianceShape.FULL).fit(data.sparse());
    assertTrue(model.report().members().stream().noneMatch(MemberReport::isDiagonal));
    Component taken = ofRegressions(model);
    CategoricalModel binary =
        IbCavi.withDefaults()
            .method(Method.BINARY)
            .average(Average.fixed(1))
            .posterior(PosteriorKind.LAPLACE)
            .covariance(CovarianceShape.FULL)
            .prior(Prior.isotropic(taken.prior().weightVariance()))
            .fit(data.sparse());
    for (int regression = 0; regression < 40; regression++) {
      assertArrayEquals(
          binary.components().get(0).posterior().covariance().variances(regression),
          taken.posterior().covariance().variances(regression),
          1e-3,
          "regression " + regression);
    }
  }

  /** Their objective is the binary stage's, and each of its sweeps is counted once. */
  @Test
  void regressionsTellTheBoundOfTheirSweeps() {
    FitReport report = IbCavi.withDefaults().fit(small().sparse()).report();
    BinaryReport start = report.binary().orElseThrow();
    for (MemberReport member : report.members()) {
      if (member.prior().isOfRegressions()) {
        assertEquals("ELBO", member.objectiveName());
        assertEquals(start.sweeps(), member.passes());
        double[] trace = start.trace();
        assertArrayEquals(Arrays.copyOfRange(trace, 1, trace.length), member.trace());
        String sweeps = start.sweeps() + " sweeps";
        assertTrue(member.toString().endsWith(sweeps), member.toString());
      } else {
        assertEquals("log posterior", member.objectiveName());
        assertTrue(member.toString().endsWith(" passes"), member.toString());
      }
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
