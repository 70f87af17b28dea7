// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.LearnedScale.Evidence;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Settings;
import org.ibcavi.structure.GroupedVariances;
import org.ibcavi.structure.GroupedVariances.Grouping;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Choices by the table, and bytes by the sum, of docs/architecture.md. */
class CategoricalPlanTest {
  private static final LearnedScale LEARNED = Prior.learned();
  private static final Settings DIAGONAL =
      Settings.none().with(Option.COVARIANCE, CovarianceShape.DIAGONAL);
  private static final Settings VARIATIONAL =
      Settings.none().with(Option.POSTERIOR, PosteriorKind.VARIATIONAL);

  /** Of dense rows, with an intercept and a regression for each category. */
  private static Shape shape(int rows, int size, int categories) {
    double[] weights = new double[categories];
    Arrays.fill(weights, 1);
    return new Shape(rows, size - 1, true, (long) rows * (size - 1), weights, category -> 0);
  }

  private static CategoricalSettings settings(Settings settings) {
    return CategoricalSettings.of(settings, LEARNED);
  }

  private static CategoricalPlan whole(Shape shape, Settings settings) {
    return CategoricalPlan.whole(shape, settings(settings));
  }

  private static CategoricalPlan quick(Shape shape, Settings settings) {
    return CategoricalPlan.quick(shape, settings(settings));
  }

  private static CategoricalPlan ofBasis(Shape shape, Settings settings) {
    return CategoricalPlan.ofBasis(shape, settings(settings));
  }

  private static CategoricalSettings perFeature() {
    return CategoricalSettings.of(Settings.none(), new GroupedVariances(Grouping.FEATURE, LEARNED));
  }

  private static List<Double> alphas(CategoricalPlan plan) {
    return plan.likelihoods().stream().map(Likelihood::alpha).toList();
  }

  /**
   * A member of 10 regressions with 25 coefficients takes 60·10·(4·25 + 100) operations a row, and
   * three of them 10¹¹ between these numbers of rows. Beyond it there is one, and time for its
   * variational posterior: 60·10·(4·25 + 4·100) a row, and six rounds of ½·10·25² a row and 10·25³.
   */
  @Test
  void threeLikelihoodsWhereTheyTakeSeconds() {
    CategoricalPlan three = quick(shape(277_777, 25, 10), Settings.none());
    assertEquals(List.of(1.0, 0.5, 0.0), alphas(three));
    assertTrue(three.severalPriors());
    assertEquals(
        "3 likelihoods, several priors, Laplace's posteriors, about 1.0e+11 operations",
        three.description());
    CategoricalPlan one = quick(shape(277_778, 25, 10), Settings.none());
    assertEquals(List.of(1.0), alphas(one));
    assertFalse(one.severalPriors());
    assertEquals(
        "1 likelihood, one prior, variational posteriors, about 1.2e+11 operations",
        one.description());
    CategoricalPlan asked = whole(shape(277_778, 25, 10), Settings.none());
    assertEquals(List.of(1.0, 0.5, 0.0), alphas(asked));
    assertTrue(asked.severalPriors());
  }

  @Test
  void likelihoodsThatWereAskedForStay() {
    Settings two =
        Settings.none().with(Option.AVERAGE, Average.bma()).with(Option.LINK, Link.PROBIT);
    List<Likelihood> expected =
        List.of(new Likelihood(Link.PROBIT, 1), new Likelihood(Link.PROBIT, 0));
    // Two members reach 10¹¹ operations at 416 667 rows.
    CategoricalPlan affordable = quick(shape(416_666, 25, 10), two);
    CategoricalPlan dear = quick(shape(416_667, 25, 10), two);
    assertEquals(expected, affordable.likelihoods());
    assertEquals(expected, dear.likelihoods());
    assertTrue(affordable.severalPriors());
    assertFalse(dear.severalPriors());
    assertEquals(expected, ofBasis(shape(100, 25, 10), two).likelihoods());
  }

  /** One likelihood cannot be compared with itself under several priors. */
  @Test
  void oneLikelihoodHasOnePrior() {
    Settings one = Settings.none().with(Option.AVERAGE, Average.fixed(1));
    assertFalse(whole(shape(100, 5, 3), one).severalPriors());
  }

  @Test
  void aStageThatGoesOnHasTheEarlierMembersAndOnePrior() {
    List<Likelihood> earlier =
        List.of(new Likelihood(Link.LOGIT, 1), new Likelihood(Link.LOGIT, 0));
    CategoricalPlan plan =
        CategoricalPlan.continuing(
            shape(100, 5, 3), settings(Settings.none()).with(earlier), earlier);
    assertEquals(earlier, plan.likelihoods());
    assertFalse(plan.severalPriors());
    assertTrue(plan.leads());
    assertFalse(plan.hasCompanions());
    assertTrue(plan.continuedDescription().startsWith("2 members, "), plan.continuedDescription());
  }

  /** Members that differ in their priors alone have a likelihood in common, and memory each. */
  @Test
  void everyMemberThatGoesOnTakesMemory() {
    Likelihood softmax = new Likelihood(Link.LOGIT, 1);
    CategoricalSettings settings = settings(Settings.none()).with(List.of(softmax, softmax));
    assertEquals(List.of(softmax), settings.given());
    Shape shape = shape(100, 5, 3);
    CategoricalPlan one = CategoricalPlan.continuing(shape, settings, List.of(softmax));
    CategoricalPlan two = CategoricalPlan.continuing(shape, settings, List.of(softmax, softmax));
    double member = 2.0 * 3 * 5 + 3 * 15;
    assertEquals(8 * (member + 2 * 100), two.bytes(1) - one.bytes(1));
  }

  /** U·P² ≤ 2²⁴: 4·2048² are, 5·2048² are not. */
  @Test
  void wideStagesHaveOneLikelihoodAndTheStartBesideIt() {
    CategoricalPlan narrow = quick(shape(100, 2048, 4), Settings.none());
    assertFalse(narrow.wide());
    assertFalse(narrow.holdsOut());
    assertFalse(narrow.takesStart());
    assertEquals(3, narrow.likelihoods().size());
    assertTrue(narrow.variational());
    CategoricalPlan wide = quick(shape(100, 2048, 5), Settings.none());
    assertTrue(wide.wide());
    assertTrue(wide.holdsOut());
    assertTrue(wide.takesStart());
    assertEquals(List.of(1.0), alphas(wide));
    assertFalse(wide.variational());
    assertTrue(quick(shape(100, 2048, 5), VARIATIONAL).variational());
  }

  /** Rows are held out to learn one variance, by nothing else that was asked for. */
  @Test
  void wideStagesHoldRowsOutOnlyToLearnOneVariance() {
    Shape wide = shape(100, 2048, 5);
    for (Evidence evidence : new Evidence[] {Evidence.AUTO, Evidence.HELD_OUT}) {
      CategoricalSettings learned = CategoricalSettings.of(Settings.none(), LEARNED.by(evidence));
      assertTrue(CategoricalPlan.quick(wide, learned).holdsOut());
    }
    CategoricalSettings laplace =
        CategoricalSettings.of(Settings.none(), LEARNED.by(Evidence.LAPLACE));
    assertFalse(CategoricalPlan.quick(wide, laplace).holdsOut());
    CategoricalSettings given = CategoricalSettings.of(Settings.none(), Prior.isotropic(1));
    assertFalse(CategoricalPlan.quick(wide, given).holdsOut());
    assertFalse(CategoricalPlan.quick(wide, perFeature()).holdsOut());
    assertFalse(quick(wide, Settings.none()).beside(10).holdsOut());
    CategoricalPlan asked = quick(wide, Settings.none().with(Option.AVERAGE, Average.fixed(1)));
    assertTrue(asked.holdsOut());
    assertFalse(asked.takesStart());
    assertTrue(ofBasis(wide, Settings.none()).holdsOut());
    assertFalse(ofBasis(wide, Settings.none()).takesStart());
  }

  /** 3·5·P(P+1)/2 ≤ 2²⁴: 16 773 900 at P = 1495, 16 796 340 at 1496. */
  @ParameterizedTest
  @CsvSource({"1495, AUTO, false", "1496, AUTO, true", "1496, FULL, false", "1495, DIAGONAL, true"})
  void covariancesAreFullWhereTheirFactorsCanBeHeld(
      int size, CovarianceShape asked, boolean diagonal) {
    Settings settings = Settings.none().with(Option.COVARIANCE, asked);
    assertEquals(diagonal, whole(shape(100, size, 5), settings).diagonal());
  }

  /** On a basis one likelihood, so that 5·P(P+1)/2 ≤ 2²⁴: P is at most 2590. */
  @Test
  void aBasisHasOneLikelihoodUnderOnePriorThatDoesNotLead() {
    CategoricalPlan plan = ofBasis(shape(100, 2590, 5), Settings.none());
    assertEquals(List.of(1.0), alphas(plan));
    assertFalse(plan.severalPriors());
    assertFalse(plan.leads());
    assertFalse(plan.diagonal());
    assertTrue(ofBasis(shape(100, 2591, 5), Settings.none()).diagonal());
    assertFalse(ofBasis(shape(100, 25, 5), Settings.none()).variational());
    assertTrue(ofBasis(shape(100, 25, 5), VARIATIONAL).variational());
  }

  @Test
  void onABasisLeftOutRowsCompareVariances() {
    Shape shape = shape(100, 25, 5);
    assertTrue(ofBasis(shape, Settings.none()).comparesByLeftOut());
    assertTrue(ofBasis(shape, Settings.none()).beside(25).comparesByLeftOut());
    assertFalse(whole(shape, Settings.none()).comparesByLeftOut());
    for (Prior other : new Prior[] {LEARNED.by(Evidence.LAPLACE), Prior.isotropic(1)}) {
      CategoricalSettings asked = CategoricalSettings.of(Settings.none(), other);
      assertFalse(CategoricalPlan.ofBasis(shape, asked).comparesByLeftOut());
    }
  }

  @Test
  void besideOthersAPlanStaysTheSame() {
    CategoricalPlan alone = whole(shape(100, 25, 5), VARIATIONAL);
    CategoricalPlan beside = alone.beside(50);
    assertFalse(alone.hasCompanions());
    assertFalse(alone.beside(0).hasCompanions());
    assertTrue(beside.hasCompanions());
    assertEquals(alone.description(), beside.description());
    assertEquals(alone.diagonal(), beside.diagonal());
    assertTrue(beside.leads());
    assertTrue(beside.lesser().orElseThrow().hasCompanions());
    assertFalse(ofBasis(shape(100, 25, 5), VARIATIONAL).beside(50).leads());
  }

  /** One member with diagonal covariances takes 60·10·(4·25 + 4·100) operations a row for it. */
  @Test
  void posteriorsAreVariationalWhereThatTakesSeconds() {
    Settings one = DIAGONAL.with(Option.AVERAGE, Average.fixed(1));
    assertTrue(whole(shape(333_333, 25, 10), one).variational());
    assertFalse(whole(shape(333_334, 25, 10), one).variational());
    assertTrue(
        whole(shape(333_334, 25, 10), one.with(Option.POSTERIOR, PosteriorKind.VARIATIONAL))
            .variational());
    assertFalse(
        whole(shape(100, 25, 10), one.with(Option.POSTERIOR, PosteriorKind.LAPLACE)).variational());
  }

  /**
   * Three likelihoods with several priors are five members where there are no heavy tails: three
   * under the widest prior, and the first with its best variance and a wider one.
   */
  @ParameterizedTest
  @CsvSource({"66666, true", "66667, false"})
  void allMembersCountForIt(int rows, boolean variational) {
    CategoricalPlan plan = whole(shape(rows, 25, 10), DIAGONAL);
    assertFalse(plan.heavyTails());
    assertEquals(variational, plan.variational());
  }

  @Test
  void variationalPosteriorsThatWereNotAskedForAreDoubtedWhereCoefficientsOutnumberRows() {
    assertTrue(whole(shape(24, 25, 5), Settings.none()).doubtsVariational());
    assertFalse(whole(shape(25, 25, 5), Settings.none()).doubtsVariational());
    assertFalse(whole(shape(24, 25, 5), VARIATIONAL).doubtsVariational());
    Settings laplace = Settings.none().with(Option.POSTERIOR, PosteriorKind.LAPLACE);
    assertFalse(whole(shape(24, 25, 5), laplace).doubtsVariational());
    assertFalse(ofBasis(shape(24, 25, 5), Settings.none()).doubtsVariational());
  }

  /** One likelihood of 10 regressions with 25 coefficients: 120 000 operations a row. */
  @Test
  void moreThanMinutesIsTooDear() {
    assertEquals(Optional.empty(), quick(shape(83_333_333, 25, 10), Settings.none()).tooDear());
    assertEquals(
        Optional.of("the categorical stage would take 1.20e+13 operations, more than 1.00e+13"),
        quick(shape(100_000_000, 25, 10), Settings.none()).tooDear());
    assertTrue(quick(shape(83_333_334, 25, 10), Settings.none()).tooDear().isPresent());
  }

  /**
   * Five regressions with 2048 coefficients take 5·(4·2048 + 100) operations a row and pass: sixty
   * passes are half of 10¹³ at 2 009 969 rows. Beyond it members are compared by every second row,
   * and fifteen passes lead to each mode.
   */
  @Test
  void manyRowsThatAreHeldOutAreASample() {
    assertEquals(1, quick(shape(2_009_969, 2048, 5), Settings.none()).heldOutShare());
    CategoricalPlan half = quick(shape(2_009_970, 2048, 5), Settings.none());
    assertEquals(2, half.heldOutShare());
    assertTrue(half.description().endsWith("about 3.8e+12 operations"), half.description());
    CategoricalPlan quarter = quick(shape(8_000_000, 2048, 5), Settings.none());
    assertEquals(4, quarter.heldOutShare());
    assertEquals(Optional.empty(), quarter.tooDear());
    assertTrue(quick(shape(9_000_000, 2048, 5), Settings.none()).tooDear().isPresent());
    CategoricalSettings given = CategoricalSettings.of(Settings.none(), Prior.isotropic(1));
    assertEquals(1, CategoricalPlan.quick(shape(8_000_000, 2048, 5), given).heldOutShare());
  }

  /** 20·10·100² operations a row are 10¹⁰ at 5000 rows. */
  @Test
  void heavyTailsWhereTheirRoundsAreQuick() {
    assertTrue(whole(shape(5000, 100, 10), Settings.none()).heavyTails());
    assertFalse(whole(shape(5001, 100, 10), Settings.none()).heavyTails());
    assertFalse(whole(shape(100, 100, 10), DIAGONAL).heavyTails());
    assertFalse(CategoricalPlan.whole(shape(100, 100, 10), perFeature()).heavyTails());
    Settings one = Settings.none().with(Option.AVERAGE, Average.fixed(1));
    assertFalse(whole(shape(100, 100, 10), one).heavyTails());
  }

  /** Fewer than 30 rows for each of 21·30 coefficients. Categories left out have none. */
  @Test
  void fewRowsAreAveraged() {
    assertTrue(whole(shape(18_899, 21, 30), VARIATIONAL).averages());
    assertFalse(whole(shape(18_900, 21, 30), VARIATIONAL).averages());
    Settings laplace = Settings.none().with(Option.POSTERIOR, PosteriorKind.LAPLACE);
    assertFalse(whole(shape(100, 21, 30), laplace).averages());
    double[] weights = {1, 1, 0};
    for (int prior : new int[] {0, Shape.LEFT_OUT}) {
      Shape shape = new Shape(1300, 20, true, 26_000, weights, category -> prior);
      assertEquals(prior == 0, whole(shape, VARIATIONAL).averages());
    }
  }

  @ParameterizedTest
  @EnumSource(PredictionMode.class)
  void allMembersAreAveragedForMonteCarlo(PredictionMode mode) {
    CategoricalPlan plan = whole(shape(100, 25, 5), VARIATIONAL.with(Option.PREDICT, mode));
    assertEquals(mode == PredictionMode.MONTE_CARLO, plan.averagesAll());
    Settings laplace = Settings.none().with(Option.POSTERIOR, PosteriorKind.LAPLACE);
    assertFalse(whole(shape(100, 25, 5), laplace.with(Option.PREDICT, mode)).averagesAll());
  }

  /** 10¹⁰ operations of 100·100² a row are 10 000 rows. Of more than half none are copied. */
  @Test
  void curvaturesAreOfSomeRows() {
    assertEquals(9999, whole(shape(9999, 100, 100), Settings.none()).curvatureRows());
    assertEquals(10_000, whole(shape(30_000, 100, 100), Settings.none()).curvatureRows());
    assertEquals(0, whole(shape(9999, 100, 100), Settings.none()).copiedRows());
    assertEquals(0, whole(shape(10_000, 100, 100), Settings.none()).copiedRows());
    assertEquals(5000.5, whole(shape(10_001, 100, 100), Settings.none()).copiedRows());
    assertEquals(10_000, whole(shape(30_000, 100, 100), Settings.none()).copiedRows());
    assertEquals(0, whole(shape(30_000, 100, 100), DIAGONAL).copiedRows());
  }

  /** 10¹⁰ operations of 100·P² a row, at least 1000 rows and at most 2¹⁴. */
  @Test
  void leftOutRowsAreSome() {
    CategoricalPlan full = whole(shape(100_000, 100, 100), Settings.none());
    assertEquals(10_000, full.stackingRows());
    assertEquals(2500, full.beside(200).stackingRows());
    assertEquals(1000, full.beside(1000).stackingRows());
    assertEquals(16_384, full.beside(50).stackingRows());
    assertEquals(16_384, whole(shape(100_000, 100, 100), DIAGONAL).stackingRows());
    assertEquals(2500, whole(shape(100_000, 100, 100), DIAGONAL).beside(200).stackingRows());
    assertEquals(999, whole(shape(999, 100, 100), Settings.none()).stackingRows());
  }

  /**
   * N = 1000, P = 21, U = 30, dense. In the order of the sum: what climbs; matrices, with factors
   * for heavy tails; a thread; members; squares; modes of three variances; densities; draws; rows.
   */
  @Test
  void bytesAreTheDocumentedSumAndStepsDownTakeLess() {
    CategoricalPlan plan = whole(shape(1000, 21, 30), Settings.none());
    double climbing = 30 * 630;
    double own = 30 * 441;
    double heavy = own + 30 * 231 + 4 * 630;
    double thread = 2 * 128 * 30 + 630 + 3 * 441 + 8 * 1000;
    double member = 2 * 630 + 30 * 231;
    double draws = 1000 * (16 + 21) + 30_000 + 2_000_000;
    double rows = 2 * 1000;
    assertTrue(plan.heavyTails() && plan.severalPriors() && plan.variational());
    double path = 3 * 630;
    double common = climbing + own + thread + path + rows;
    // Two modes are fitted to rows that are copied in two parts.
    double refits = 2 * member + 1000 * 21;
    assertBytes(common + heavy + 6 * member + refits + 14_000 + draws, plan, 1);
    assertBytes(common + thread + heavy + 6 * member + refits + 14_000 + draws, plan, 2);

    CategoricalPlan onePrior = plan.lesser().orElseThrow();
    assertEquals(3, onePrior.likelihoods().size());
    assertFalse(onePrior.severalPriors());
    assertBytes(common + 3 * member + 8000 + draws, onePrior, 1);

    CategoricalPlan oneLikelihood = onePrior.lesser().orElseThrow();
    assertEquals(List.of(1.0), alphas(oneLikelihood));
    assertFalse(oneLikelihood.diagonal());
    assertBytes(common + member + 4000 + draws, oneLikelihood, 1);

    CategoricalPlan diagonal = oneLikelihood.lesser().orElseThrow();
    assertTrue(diagonal.diagonal() && diagonal.variational());
    double least = climbing + own + 2 * 128 * 30 + 630 + 3 * 630 + 20_000 + path + 4000 + rows;
    assertBytes(least + draws, diagonal, 1);

    CategoricalPlan laplace = diagonal.lesser().orElseThrow();
    assertFalse(laplace.variational());
    assertTrue(laplace.diagonal());
    assertBytes(least, laplace, 1);
    assertEquals(Optional.empty(), laplace.lesser());
  }

  private static void assertBytes(double doubles, CategoricalPlan plan, int threads) {
    assertEquals(8 * doubles, plan.bytes(threads));
  }

  @Test
  void whatWasAskedForIsNotGivenUp() {
    Settings asked =
        VARIATIONAL
            .with(Option.COVARIANCE, CovarianceShape.FULL)
            .with(Option.AVERAGE, Average.bma());
    CategoricalPlan onePrior = whole(shape(1000, 21, 30), asked).lesser().orElseThrow();
    assertFalse(onePrior.severalPriors());
    assertEquals(2, onePrior.likelihoods().size());
    assertEquals(Optional.empty(), onePrior.lesser());
  }

  /** Wide, with 500 stored values: parts with and without them, and no matrix of each category. */
  @Test
  void heldOutRowsAreCopiedOnceAPart() {
    Shape wide = shape(100, 2048, 5).withRows(100, 500);
    CategoricalPlan plan = quick(wide, Settings.none());
    assertTrue(plan.takesStart());
    double coefficients = 5 * 2048;
    double thread = 2 * 128 * 5 + coefficients + 3 * 2048.0 * 2048 + 8 * 100;
    double members = 2 * (2 * coefficients + 5 * 2048.0 * 2049 / 2);
    double copies = 1.5 * 5 * 500;
    assertBytes((31 + 5 * 3) * coefficients + thread + members + copies + 100 * 6 + 200, plan, 1);
    // From 5000 rows on one part is enough, and dense rows have no indices.
    CategoricalPlan dense = quick(shape(5000, 2048, 5), Settings.none());
    double longThread = 2 * 128 * 5 + coefficients + 3 * 2048.0 * 2048 + 8 * 5000;
    double rows = 5000 * 2048.0 + 1000 * 6 + 2 * 5000;
    assertBytes((31 + 3) * coefficients + longThread + members + rows, dense, 1);
  }
}
