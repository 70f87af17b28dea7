// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.BinaryFit;
import org.ibcavi.IbCavi;
import org.ibcavi.NaiveMatrix;
import org.ibcavi.RandomData;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PriorKind;
import org.ibcavi.settings.Settings;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A fit whose prior is the posterior of an earlier one. */
class ContinuingTest {
  private static final RandomData DATA = RandomData.of(11, 400, 3, 4, 1);
  private static final RandomData FIRST = DATA.select(IntStream.range(0, 200).toArray());
  private static final RandomData SECOND = DATA.select(IntStream.range(200, 400).toArray());

  private static IbCavi settings(Link link) {
    return BinaryFit.withDefaults()
        .link(link)
        .prior(Prior.isotropic(1))
        .posterior(PosteriorKind.LAPLACE)
        .covariance(CovarianceShape.FULL)
        .standardize(false)
        .tolerance(1e-9);
  }

  private static double[] means(CategoricalModel model, int category) {
    Posterior posterior = model.posterior();
    return posterior.mean(posterior.vectorOf(category));
  }

  private static double[] variances(CategoricalModel model, int category) {
    Posterior posterior = model.posterior();
    return posterior.covariance().variances(posterior.vectorOf(category));
  }

  /** The covariance entry by entry: Σ_pq = ½(Var[β_p + β_q] − Var[β_p] − Var[β_q]). */
  private static double[][] covariance(CategoricalModel model, int category) {
    Posterior posterior = model.posterior();
    double[] variances = variances(model, category);
    int size = variances.length;
    double[][] result = new double[size][size];
    for (int p = 0; p < size; p++) {
      for (int q = 0; q < size; q++) {
        double[] sum = new double[size];
        sum[p] = 1;
        sum[q] = 1;
        double both = posterior.covariance().variance(posterior.vectorOf(category), sum);
        result[p][q] = p == q ? variances[p] : 0.5 * (both - variances[p] - variances[q]);
      }
    }
    return result;
  }

  static Stream<Arguments> ways() {
    List<Arguments> ways = new ArrayList<>();
    for (Link link : Link.ALL) {
      for (PosteriorKind curvature : List.of(PosteriorKind.CAVI, PosteriorKind.LAPLACE)) {
        for (CovarianceShape shape : List.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)) {
          for (Solver solver : Solver.values()) {
            ways.add(Arguments.of(link, curvature, shape, solver));
          }
        }
      }
    }
    return ways.stream();
  }

  /** A category with its prior among others is the same as one prior for all that is its. */
  @ParameterizedTest
  @MethodSource("ways")
  void eachCategoryHasItsOwnPosteriorForPrior(
      Link link, PosteriorKind curvature, CovarianceShape shape, Solver solver) {
    IbCavi settings =
        settings(link)
            .posterior(curvature)
            .covariance(shape)
            .solver(solver)
            .tolerance(solver == Solver.CAVI ? 1e-13 : 1e-9)
            .maxSweeps(5000);
    CategoricalModel earlier = settings.fit(FIRST.dense());
    CategoricalModel continued = settings.continuing(earlier).fit(SECOND.dense());
    for (int k = 0; k < DATA.categories(); k++) {
      Prior prior =
          shape == CovarianceShape.FULL
              ? Prior.full(means(earlier, k), covariance(earlier, k))
              : Prior.diagonal(means(earlier, k), variances(earlier, k));
      CategoricalModel alone = settings.prior(prior).fit(SECOND.dense());
      assertArrayEquals(means(alone, k), means(continued, k), 1e-5);
      assertArrayEquals(variances(alone, k), variances(continued, k), 1e-5);
    }
  }

  @Test
  void theModeIsThatOfTheNaivePosterior() {
    CategoricalModel earlier = settings(Link.PROBIT).fit(FIRST.dense());
    CategoricalModel continued = settings(Link.PROBIT).continuing(earlier).fit(SECOND.dense());
    for (int k = 0; k < DATA.categories(); k++) {
      GaussianPrior prior =
          Prior.full(means(earlier, k), covariance(earlier, k)).over(DATA.columns(), true);
      double[] mode = new NaiveRegression(Link.PROBIT, SECOND, k, true, prior).probitMode();
      assertArrayEquals(mode, means(continued, k), 1e-7);
    }
  }

  /** The largest difference of means in posterior standard deviations. */
  private static double distance(CategoricalModel one, CategoricalModel other) {
    double largest = 0;
    for (int k = 0; k < one.categories(); k++) {
      double[] a = means(one, k);
      double[] b = means(other, k);
      double[] variances = variances(one, k);
      for (int p = 0; p < a.length; p++) {
        largest = Math.max(largest, Math.abs(a[p] - b[p]) / Math.sqrt(variances[p]));
      }
    }
    return largest;
  }

  private static RandomData part(RandomData data, int from, int to) {
    return data.select(IntStream.range(from, to).toArray());
  }

  /** What a normal distribution in place of the posterior costs, where the rows are many. */
  @ParameterizedTest
  @FieldSource("org.ibcavi.link.Link#ALL")
  void goingOnIsNearTheFitOfAllRows(Link link) {
    RandomData all = RandomData.of(3, 6000, 4, 4, 1);
    RandomData first = part(all, 0, 3000);
    RandomData second = part(all, 3000, 6000);
    CategoricalModel batch = settings(link).fit(all.dense());
    CategoricalModel started = settings(link).fit(first.dense());
    CategoricalModel continued = settings(link).continuing(started).fit(second.dense());
    CategoricalModel reversed =
        settings(link).continuing(settings(link).fit(second.dense())).fit(first.dense());
    assertTrue(distance(batch, started) > 0.5, "the second half says nothing");
    assertTrue(distance(batch, continued) < 0.15, "batch " + distance(batch, continued));
    assertTrue(distance(continued, reversed) < 0.15, "order " + distance(continued, reversed));
    for (int k = 0; k < all.categories(); k++) {
      double[] expected = variances(batch, k);
      double[] actual = variances(continued, k);
      for (int p = 0; p < expected.length; p++) {
        assertEquals(1, actual[p] / expected[p], 0.1);
      }
    }
  }

  @ParameterizedTest
  @FieldSource("org.ibcavi.link.Link#ALL")
  void rowsThatSayNothingChangeNothing(Link link) {
    CategoricalModel earlier = settings(link).fit(FIRST.dense());
    double[] weights = new double[SECOND.count()];
    Arrays.fill(weights, 1e-12);
    CategoricalModel continued =
        settings(link).continuing(earlier).fit(SECOND.withWeights(weights).dense());
    for (int k = 0; k < DATA.categories(); k++) {
      assertArrayEquals(means(earlier, k), means(continued, k), 1e-8);
      assertArrayEquals(variances(earlier, k), variances(continued, k), 1e-8);
    }
    AlphaWeights before = earlier.average();
    for (int i = 0; i < before.size(); i++) {
      assertEquals(before.alpha(i), continued.average().alpha(i));
      assertEquals(before.weight(i), continued.average().weight(i), 1e-8);
    }
  }

  @Test
  void precisionsOfTheProbitPosteriorAddUp() {
    IbCavi settings = settings(Link.PROBIT).posterior(PosteriorKind.CAVI);
    CategoricalModel earlier = settings.fit(FIRST.dense());
    CategoricalModel continued = settings.continuing(earlier).fit(SECOND.dense());
    int size = DATA.columns() + 1;
    double[][] prior = new double[size][size];
    for (int p = 0; p < size; p++) {
      prior[p][p] = p < size - 1 ? 1 : 1 / 25.0;
    }
    NaiveMatrix precision = new NaiveMatrix(prior);
    for (int i = 0; i < DATA.count(); i++) {
      double[] row = Arrays.copyOf(DATA.row(i), size);
      row[size - 1] = 1;
      precision = precision.plus(1, row);
    }
    double[] regression = new double[size];
    for (int p = 0; p < size; p++) {
      regression[p] = 1;
      assertEquals(precision.inverse().form(regression), variances(continued, 0)[p], 1e-12);
      regression[p] = 0;
    }
    assertTrue(continued.posterior().covariance().shared());
  }

  /** Category 1 has no rows at first; 3 and 4 have none at all; 2 has none later. */
  @Test
  void categoriesMayHaveRowsForTheFirstTime() {
    int[] first = Arrays.stream(FIRST.labels()).map(y -> y == 1 || y == 3 ? 0 : y).toArray();
    int[] second = Arrays.stream(SECOND.labels()).map(y -> y == 2 || y == 3 ? 1 : y).toArray();
    IbCavi settings = settings(Link.PROBIT);
    CategoricalModel earlier = settings.fit(FIRST.withLabels(first, 5).dense());
    CategoricalModel continued =
        settings.continuing(earlier).fit(SECOND.withLabels(second, 5).dense());
    Posterior before = earlier.posterior();
    Posterior after = continued.posterior();
    assertEquals(before.vectorOf(1), before.vectorOf(3));
    assertNotEquals(after.vectorOf(1), after.vectorOf(3));
    assertEquals(after.vectorOf(3), after.vectorOf(4));
    assertNotEquals(after.vectorOf(2), after.vectorOf(3));
    assertEquals(4, after.vectors());
    double[] row =
        SECOND.row(IntStream.range(0, 200).filter(i -> second[i] == 1).findFirst().getAsInt());
    assertTrue(continued.probabilities(row)[1] > 10 * earlier.probabilities(row)[1]);
  }

  @ParameterizedTest
  @FieldSource("org.ibcavi.link.Link#ALL")
  void threadsAndStorageDoNotMatter(Link link) {
    IbCavi settings = settings(link).standardize(true).prior(Prior.learned());
    CategoricalModel earlier = settings.fit(FIRST.dense());
    CategoricalModel one = settings.continuing(earlier).fit(SECOND.dense());
    CategoricalModel more = settings.continuing(earlier).threads(7).fit(SECOND.dense());
    CategoricalModel sparse = settings.continuing(earlier).fit(SECOND.sparse());
    for (int k = 0; k < DATA.categories(); k++) {
      assertArrayEquals(means(one, k), means(more, k));
      assertArrayEquals(variances(one, k), variances(more, k));
      assertArrayEquals(means(one, k), means(sparse, k), 1e-6);
    }
    assertArrayEquals(earlier.standardization().scale(), one.standardization().scale());
    assertArrayEquals(earlier.standardization().center(), one.standardization().center());
  }

  @Test
  void thePlanCountsThePriors() {
    TrainingData data = SECOND.dense();
    CategoricalModel earlier = settings(Link.PROBIT).fit(FIRST.dense());
    double fresh = bytes(data, null);
    double more = bytes(data, earlier.posterior());
    double size = DATA.columns() + 1;
    assertTrue(more - fresh >= 8 * DATA.categories() * (size * size + size), more + " " + fresh);
    assertThrows(
        MemoryLimitException.class,
        () -> settings(Link.PROBIT).continuing(earlier).memoryLimit((long) fresh + 100).fit(data));
  }

  private static double bytes(TrainingData data, Posterior earlier) {
    Settings full =
        Settings.none()
            .with(Option.COVARIANCE, CovarianceShape.FULL)
            .with(Option.POSTERIOR, PosteriorKind.LAPLACE);
    Problem problem =
        Problem.of(data, data.features(), true, k -> earlier == null ? 0 : earlier.vectorOf(k));
    return BinaryPlan.of(
            problem.shape(), BinarySettings.of(full, Method.BINARY, Prior.isotropic(1)), earlier)
        .within(false, 1, Long.MAX_VALUE)
        .bytes(false, 1);
  }

  @Test
  void theReportTellsWhereThePriorIsFrom() {
    CategoricalModel earlier = settings(Link.PROBIT).fit(FIRST.dense());
    CategoricalModel continued = settings(Link.PROBIT).continuing(earlier).fit(SECOND.dense());
    assertEquals(PriorReport.Kind.CONTINUED, continued.report().prior().kind());
    assertTrue(
        continued
            .report()
            .notes()
            .contains("the prior is the posterior of an earlier fit to 200 rows"));
    assertEquals(200, continued.report().rows());
  }

  @Test
  void theLastOfPriorAndEarlierModelCounts() {
    CategoricalModel earlier = settings(Link.PROBIT).fit(FIRST.dense());
    IbCavi settings = settings(Link.PROBIT).average(earlier.average().asPrior());
    assertArrayEquals(
        means(settings.fit(SECOND.dense()), 2),
        means(settings.continuing(earlier).prior(Prior.isotropic(1)).fit(SECOND.dense()), 2));
  }

  @Test
  void mismatchesAreNamed() {
    CategoricalModel earlier = settings(Link.PROBIT).fit(FIRST.dense());
    IbCavi continuing = settings(Link.PROBIT).continuing(earlier);
    assertMessage(
        "features: 2 here and 3 in the earlier model; must be the same",
        continuing,
        SECOND.selectColumns(0, 1));
    assertMessage(
        "categories: 7 here and 4 in the earlier model; must be the same",
        continuing,
        SECOND.withLabels(SECOND.labels(), 7));
    assertMessage(
        "link logit: the model to continue was fitted with probit, which is taken over",
        continuing.link(Link.LOGIT),
        SECOND);
    assertMessage(
        "intercept false: the model to continue was fitted with true, which is taken over",
        continuing.intercept(false),
        SECOND);
    assertThrows(NullPointerException.class, () -> continuing.continuing(null));
  }

  /** What the earlier model has may be asked for, whether it was set then or was the default. */
  @Test
  void whatTheModelHasMayBeAskedFor() {
    CategoricalModel binary = BinaryFit.withDefaults().fit(FIRST.dense());
    IbCavi more = IbCavi.withDefaults().continuing(binary);
    double[] expected = means(more.fit(SECOND.dense()), 0);
    IbCavi asking =
        more.method(Method.BINARY)
            .link(Link.PROBIT)
            .average(Average.grid())
            .with(Option.PRIOR, PriorKind.SHARED)
            .with(Option.INTERCEPT_VARIANCE, Prior.DEFAULT_INTERCEPT_VARIANCE)
            .scaleTolerance(0.05)
            .standardize(true)
            .intercept(true);
    assertArrayEquals(expected, means(asking.fit(SECOND.dense()), 0));
    assertArrayEquals(expected, means(more.method(Method.AUTO).fit(SECOND.dense()), 0));
    assertMessage(
        "method categorical: the model to continue was fitted with binary, which is taken over",
        more.method(Method.CATEGORICAL),
        SECOND);
  }

  /** What auto chose for the categorical stage is what the model has. */
  @Test
  void whatWasChosenForTheModelMayBeAskedFor() {
    CategoricalModel model = IbCavi.withDefaults().fit(FIRST.dense());
    IbCavi more = IbCavi.withDefaults().continuing(model);
    double[] chosen =
        model.report().members().stream()
            .mapToDouble(MemberReport::alpha)
            .sorted()
            .distinct()
            .toArray();
    double[] even = new double[chosen.length];
    Arrays.fill(even, 1);
    IbCavi asking =
        more.method(Method.CATEGORICAL)
            .basis(BasisKind.NONE)
            .link(Link.LOGIT)
            .average(Average.of(chosen, even));
    assertArrayEquals(means(more.fit(SECOND.dense()), 0), means(asking.fit(SECOND.dense()), 0));
    assertMessage(
        "average 0.5: the model to continue was fitted with auto, which is taken over",
        more.average(Average.fixed(0.5)),
        SECOND);
  }

  private static void assertMessage(String message, IbCavi settings, RandomData data) {
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> settings.fit(data.dense()))
            .getMessage());
  }
}
