// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.Workers;
import org.ibcavi.settings.CovarianceShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Inference with auxiliary variables against NUTS on the density without them, against evidence by
 * quadrature, and against the core.
 */
class AugmentationsTest {
  private static final TrainingData DATA = SmallProblem.data(40, 1, 3, 5);
  private static final MultinomialProbit BASED = new MultinomialProbit(3, 1);
  private static final MultinomialProbit SYMMETRIC =
      new MultinomialProbit(3, MultinomialProbit.NO_BASE);
  private static final StickBreaking STICKS = StickBreaking.inOrder(0, 1, 2);

  private static CoordinateAscent sticks(TrainingData data) {
    return new StickBreakingCavi(data, 1, STICKS, Workers.sequential());
  }

  private static List<CoordinateAscent> ascents(TrainingData data) {
    return List.of(
        sticks(data),
        new MultinomialProbitCavi(data, 1, BASED),
        new MultinomialProbitCavi(data, 1, SYMMETRIC),
        new LogisticSoftmaxCavi(data, 1));
  }

  static Stream<CoordinateAscent> allAscents() {
    List<CoordinateAscent> all = new ArrayList<>(ascents(DATA));
    all.add(new DiagonalOrthantCavi(DATA, 1, Link.PROBIT, Workers.sequential()));
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("allAscents")
  void noSweepLowersTheBound(CoordinateAscent ascent) {
    double elbo = ascent.sweep();
    double first = elbo;
    for (int t = 0; t < 200; t++) {
      double next = ascent.sweep();
      assertTrue(next >= elbo - 1e-10, "sweep " + t + ": " + elbo + ", then " + next);
      elbo = next;
    }
    assertTrue(elbo > first + 0.01);
  }

  /** Seven rows with nothing but an intercept: the evidence is an integral over few dimensions. */
  @Test
  void boundsAreBelowTheEvidenceAndNearIt() {
    int[] rows = {4, 2, 1};
    TrainingData.Builder builder = TrainingData.dense(1, 3);
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < rows[k]; i++) {
        builder.add(new double[] {0}, k);
      }
    }
    // How far below at most. Utilities and coefficients of multinomial probit depend much on each
    // other, and so do the counts and λ of logistic-softmax, a third of a nat in each row.
    Iterator<Double> gaps = List.of(0.03, 1.0, 1.7, 2.4).iterator();
    for (CoordinateAscent ascent : ascents(builder.build())) {
      double elbo = 0;
      for (int t = 0; t < 300; t++) {
        elbo = ascent.sweep();
      }
      CategoricalLikelihood likelihood = ascent.likelihood();
      double evidence =
          Math.log(evidence(likelihood, new double[likelihood.predictors()], 0, rows));
      assertTrue(elbo < evidence, ascent + ": " + elbo + " of " + evidence);
      assertTrue(elbo > evidence - gaps.next(), ascent + ": " + elbo + " of " + evidence);
    }
  }

  /** ∫ Π_k p_k(η)^rows_k N(η; 0, I) dη from a dimension on, by the trapezoid rule. */
  private static double evidence(
      CategoricalLikelihood likelihood, double[] eta, int from, int[] rows) {
    if (from == eta.length) {
      double[] p = new double[rows.length];
      likelihood.probabilities(eta, p);
      double product = 1;
      for (int k = 0; k < p.length; k++) {
        product *= Math.pow(p[k], rows[k]);
      }
      return product;
    }
    double step = 0.4;
    double sum = 0;
    for (int q = -15; q <= 15; q++) {
      eta[from] = q * step;
      double density = Math.exp(-0.5 * eta[from] * eta[from]) / Math.sqrt(2 * Math.PI);
      sum += step * density * evidence(likelihood, eta, from + 1, rows);
    }
    return sum;
  }

  /** Mean field is a little narrow for Pólya-Gamma variables. */
  @Test
  void stickBreakingHasThePosteriorOfNuts() {
    PosteriorMoments nuts = PosteriorMoments.byNuts(new StickBreakingDensity(DATA, 1), 2500);
    PosteriorMoments.byGibbs(new StickBreakingGibbs(DATA, 1, STICKS, 2), 5_000)
        .assertAgreeWith(nuts);
    CoordinateAscent ascent = sticks(DATA);
    ascent.run(1e-9, 1000);
    nuts.assertNear(ascent, 0.15, 0.75, 1.02);
  }

  /** Mean field is much too narrow for utilities. */
  @Test
  void multinomialProbitHasThePosteriorOfNuts() {
    PosteriorMoments nuts =
        PosteriorMoments.byNuts(new MultinomialProbitTarget(DATA, 1, BASED), 900);
    PosteriorMoments.byGibbs(new MultinomialProbitGibbs(DATA, 1, BASED, 2), 12_000)
        .assertAgreeWith(nuts);
    CoordinateAscent ascent = new MultinomialProbitCavi(DATA, 1, BASED);
    ascent.run(1e-9, 1000);
    nuts.assertNear(ascent, 0.1, 0.4, 0.6);
  }

  /**
   * The counts pull all categories' intercepts up together, which changes probabilities little;
   * differences between categories are right.
   */
  @Test
  void logisticSoftmaxHasThePosteriorOfNuts() {
    PosteriorMoments nuts =
        PosteriorMoments.byNuts(CategoricalTarget.of(DATA, Link.LOGIT, 0, 1), 2000);
    PosteriorMoments.byGibbs(new LogisticSoftmaxGibbs(DATA, 1, 2), 5_000).assertAgreeWith(nuts);
    CoordinateAscent ascent = new LogisticSoftmaxCavi(DATA, 1);
    ascent.run(1e-9, 1000);
    double[] theta = ascent.theta();
    for (int m = 0; m < 2; m++) {
      for (int k = 1; k < 3; k++) {
        double expected = nuts.mean(3 * m + k) - nuts.mean(3 * m);
        double deviation = nuts.deviation(3 * m + k);
        assertEquals(expected, theta[3 * m + k] - theta[3 * m], 0.5 * deviation);
        assertEquals(0.75, ascent.deviations()[3 * m + k] / deviation, 0.2);
      }
    }
  }

  /** Against NUTS on a probit regression of one category against the others. */
  @Test
  void diagonalOrthantSamplesSeparateProbitRegressions() {
    PosteriorMoments gibbs =
        PosteriorMoments.byGibbs(new DiagonalOrthantGibbs(DATA, 1, Link.PROBIT, 2), 8_000);
    for (int k = 0; k < 3; k++) {
      int category = k;
      int[] labels = new int[DATA.rows()];
      java.util.Arrays.setAll(labels, i -> DATA.label(i) == category ? 0 : 1);
      TrainingData binary = TrainingData.of(DATA.features(), labels, 2);
      // With two categories, one of them at zero, conditioning leaves Φ(η) itself.
      LogDensity target = CategoricalTarget.of(binary, Link.PROBIT, 1, 1).identified();
      gibbs.column(k, 3).assertAgreeWith(PosteriorMoments.byNuts(target, 2000));
    }
  }

  /** The diagonal orthant's updates are the core's, which were written apart from them. */
  @Test
  void diagonalOrthantAscentEndsWhereIbCaviDoes() {
    CoordinateAscent ascent = new DiagonalOrthantCavi(DATA, 1, Link.PROBIT, Workers.sequential());
    ascent.run(0, 5000);
    CategoricalModel model =
        IbCavi.published()
            .link(Link.PROBIT)
            .elboGain(1e-13)
            .maxSweeps(5000)
            .covariance(CovarianceShape.FULL)
            .fit(DATA);
    double[] theta = ascent.theta();
    for (int k = 0; k < 3; k++) {
      double[] mean = model.posterior().mean(model.posterior().vectorOf(k));
      assertArrayEquals(mean, new double[] {theta[k], theta[3 + k]}, 1e-5);
    }
  }

  @Test
  void workersDoNotChangeABit() {
    TrainingData data = SmallProblem.data(300, 3, 5, 6);
    StickBreaking order = StickBreaking.shuffled(5, 1);
    CoordinateAscent alone = new StickBreakingCavi(data, 1, order, Workers.sequential());
    alone.sweep();
    try (Workers workers = Workers.of(3)) {
      CoordinateAscent together = new StickBreakingCavi(data, 1, order, workers);
      together.sweep();
      assertEquals(alone.sweep(), together.sweep(), 0.0);
      assertArrayEquals(alone.theta(), together.theta(), 0.0);
    }
  }
}
