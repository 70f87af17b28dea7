// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.RandomData;
import org.ibcavi.binary.BinaryPlan;
import org.ibcavi.binary.BinaryResult;
import org.ibcavi.binary.BinarySettings;
import org.ibcavi.binary.BinaryStage;
import org.ibcavi.binary.Inference;
import org.ibcavi.binary.ScaleLearner;
import org.ibcavi.categorical.CategoricalPlan;
import org.ibcavi.categorical.CategoricalResult;
import org.ibcavi.categorical.CategoricalSettings;
import org.ibcavi.categorical.CategoricalStage;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Settings;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Both stages run through the pass alone, wherever the rows are. */
class PartitionedPassTest {
  private static final int PARTITIONS = 3;

  /** Rounding, after ascents that amplify it. */
  private static final double ROUNDING = 1e-8;

  private static final RandomData DATA = RandomData.of(23, 260, 5, 4, 1).weighted(3);

  private final Problem problem = problem(DATA.withLabels(DATA.labels(), 6));
  private final List<Integer> collected = new ArrayList<>();

  private static FitContext context() {
    return new FitContext(Workers.sequential(), FitListener.none());
  }

  private static Problem problem(RandomData data) {
    TrainingData training = data.dense();
    return Problem.of(training, training.features(), true);
  }

  /** The first rows, the next and the last, each part with features of its own. */
  private RowPass partitioned(Problem whole) {
    List<RowPass> parts = new ArrayList<>();
    for (int part = 0; part < PARTITIONS; part++) {
      int from = whole.rows() * part / PARTITIONS;
      int to = whole.rows() * (part + 1) / PARTITIONS;
      Problem rows = whole.onRows(IntStream.range(from, to).toArray());
      parts.add(new LocalPass(rows, context()));
    }
    return new PartitionedPass(
        whole.shape(),
        parts,
        (count, seed) -> {
          collected.add(count);
          return whole.sample(count, new SplittableRandom(seed));
        });
  }

  private static void assertNear(Coefficients expected, Coefficients actual) {
    for (int regression = 0; regression < expected.vectors(); regression++) {
      for (int p = 0; p < expected.size(); p++) {
        assertEquals(
            expected.get(regression, p),
            actual.get(regression, p),
            ROUNDING,
            regression + ", " + p);
      }
    }
  }

  private static void assertNear(
      PosteriorCovariance expected, PosteriorCovariance actual, int regressions) {
    for (int regression = 0; regression < regressions; regression++) {
      double[] one = expected.variances(expected.shared() ? 0 : regression);
      double[] other = actual.variances(actual.shared() ? 0 : regression);
      for (int p = 0; p < one.length; p++) {
        assertEquals(one[p], other[p], ROUNDING, regression + ", " + p);
      }
    }
  }

  static Stream<Arguments> binaryFits() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(Solver.values())
                    .flatMap(
                        solver ->
                            Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
                                .map(shape -> Arguments.of(link, solver, shape))));
  }

  private static BinaryResult binary(RowPass pass, Settings settings, Prior prior) {
    BinarySettings stage = BinarySettings.of(settings, Method.BINARY, prior);
    BinaryPlan plan =
        BinaryPlan.of(pass.shape(), stage, null).within(false, 1, Double.POSITIVE_INFINITY);
    return new BinaryStage(stage, plan, context()).fit(pass, null, null);
  }

  @ParameterizedTest
  @MethodSource("binaryFits")
  void theBinaryStageIsTheSame(Link link, Solver solver, CovarianceShape shape) {
    Settings settings =
        Settings.none()
            .with(Option.LINK, link)
            .with(Option.SOLVER, solver)
            .with(Option.COVARIANCE, shape)
            .with(Option.TOLERANCE, 1e-11)
            .with(Option.MAX_SWEEPS, 20_000);
    Prior prior = Prior.isotropic(0.5);
    BinaryResult here = binary(new LocalPass(problem, context()), settings, prior);
    BinaryResult there = binary(partitioned(problem), settings, prior);
    assertNear(here.means(), there.means());
    assertNear(here.covariance(), there.covariance(), problem.regressions());
    for (int m = 0; m < here.weights().size(); m++) {
      assertEquals(here.weights().weight(m), there.weights().weight(m), ROUNDING);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = LearnedScale.Evidence.class,
      names = {"LAPLACE", "ELBO"})
  void theLearnedScaleIsTheSame(LearnedScale.Evidence evidence) {
    Prior prior = Prior.learned().by(evidence);
    BinaryResult here = binary(new LocalPass(problem, context()), Settings.none(), prior);
    BinaryResult there = binary(partitioned(problem), Settings.none(), prior);
    double variance = here.report().prior().weightVariance();
    assertEquals(variance, there.report().prior().weightVariance(), ROUNDING * variance);
    assertNear(here.means(), there.means());
  }

  /** Partitions hold other rows out, so that the variance is only about the same. */
  @Test
  void rowsAreHeldOutOfPartitionsToo() {
    BinarySettings stage = BinarySettings.of(Settings.none(), Method.BINARY, Prior.isotropic(1));
    BinaryPlan plan =
        BinaryPlan.of(problem.shape(), stage, null).within(false, 1, Double.POSITIVE_INFINITY);
    double[] variances =
        Stream.of(new LocalPass(problem, context()), partitioned(problem))
            .map(pass -> new Inference(pass, plan.settings(), context()))
            .map(
                inference ->
                    new ScaleLearner(
                        inference,
                        Prior.learned().by(LearnedScale.Evidence.HELD_OUT),
                        Optional.of(0.1),
                        1))
            .mapToDouble(learner -> learner.learn().variance())
            .toArray();
    assertEquals(0, Math.log(variances[1] / variances[0]), 1);
  }

  private static CategoricalResult categorical(RowPass pass, Settings settings) {
    CategoricalSettings stage = CategoricalSettings.of(settings, Prior.learned());
    Coefficients start = new Coefficients(pass.shape().size(), pass.shape().regressions());
    CategoricalPlan plan = CategoricalPlan.whole(pass.shape(), stage);
    return CategoricalResult.of(
        List.of(
            new CategoricalStage(pass, stage, plan, context())
                .fit(
                    new CategoricalStage.StartScale(1, Link.LOGIT, false),
                    any -> start,
                    () -> null)));
  }

  @ParameterizedTest
  @EnumSource(
      value = CovarianceShape.class,
      names = {"FULL", "DIAGONAL"})
  void theCategoricalStageIsTheSame(CovarianceShape shape) {
    TrainingData training = DATA.withLabels(DATA.labels(), 6).dense();
    Problem seen = Problem.of(training, training.features(), true, category -> Shape.LEFT_OUT);
    Settings settings =
        Settings.none()
            .with(Option.COVARIANCE, shape)
            .with(Option.POSTERIOR, PosteriorKind.LAPLACE);
    CategoricalResult here = categorical(new LocalPass(seen, context()), settings);
    CategoricalResult there = categorical(partitioned(seen), settings);
    assertTrue(here.members().size() >= 4, "all priors and likelihoods");
    for (int m = 0; m < here.members().size(); m++) {
      assertNear(here.members().get(m).means(), there.members().get(m).means());
      assertNear(
          here.members().get(m).covariance(),
          there.members().get(m).covariance(),
          seen.regressions());
      assertEquals(here.weight(m), there.weight(m), ROUNDING);
    }
    assertEquals(List.of(seen.rows()), collected, "rows are brought here once, to weigh members");
  }

  /** More columns than determinants are factored for. */
  @Test
  void estimatedDeterminantsAreTheSame() {
    Problem wide = problem(RandomData.of(5, 60, 2100, 3, 0.02));
    Prior prior = Prior.learned().by(LearnedScale.Evidence.LAPLACE);
    Settings settings = Settings.none().with(Option.COVARIANCE, CovarianceShape.DIAGONAL);
    double here =
        binary(new LocalPass(wide, context()), settings, prior).report().prior().weightVariance();
    double there = binary(partitioned(wide), settings, prior).report().prior().weightVariance();
    assertEquals(here, there, ROUNDING * here);
  }
}
