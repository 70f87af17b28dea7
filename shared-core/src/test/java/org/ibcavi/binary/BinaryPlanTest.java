// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Link;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Settings;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Choices by the table, and bytes by the sum, of docs/architecture.md. */
class BinaryPlanTest {
  private static Shape shape(int rows, int size, int categories) {
    double[] weights = new double[categories];
    Arrays.fill(weights, 1);
    long values = (long) rows * (size - 1);
    return new Shape(rows, size - 1, true, values, weights, category -> 0);
  }

  private static Settings settings(
      Link link, Solver solver, CovarianceShape covariance, PosteriorKind posterior) {
    return Settings.none()
        .with(Option.LINK, link)
        .with(Option.SOLVER, solver)
        .with(Option.COVARIANCE, covariance)
        .with(Option.POSTERIOR, posterior);
  }

  private static BinaryPlan plan(Shape shape, Settings settings) {
    return BinaryPlan.of(
        shape, BinarySettings.of(settings, Method.BINARY, Prior.isotropic(1)), null);
  }

  private static Settings linked(String link, CovarianceShape covariance) {
    return settings(Link.named(link), Solver.ACCELERATED, covariance, PosteriorKind.CAVI);
  }

  /**
   * N = 1000, P = 21, K = U = 30, 20 000 values, 2 threads, with a standardized copy. The numbers
   * are in the order of the sum: copies; matrices; threads; result; what climbs.
   */
  @ParameterizedTest
  @CsvSource({
    "probit, ACCELERATED, FULL, CAVI, 20000, 4410, 21660, 1890, 28980",
    "probit, ACCELERATED, FULL, LAPLACE, 20000, 4410, 40006, 8820, 28980",
    "probit, ACCELERATED, DIAGONAL, LAPLACE, 60000, 4410, 21660, 2520, 28980",
    "probit, CAVI, FULL, CAVI, 20000, 4410, 21660, 1890, 28980",
    "logit, ACCELERATED, DIAGONAL, CAVI, 60000, 4410, 27960, 1890, 31500",
    "logit, ACCELERATED, FULL, CAVI, 20000, 4410, 40006, 8820, 7560",
    "logit, CAVI, DIAGONAL, CAVI, 60000, 4410, 40006, 2520, 1260"
  })
  void bytesAreTheDocumentedSum(
      String link,
      Solver solver,
      CovarianceShape covariance,
      PosteriorKind posterior,
      double copies,
      double matrices,
      double threads,
      double result,
      double climbing) {
    BinaryPlan plan =
        plan(shape(1000, 21, 30), settings(Link.named(link), solver, covariance, posterior));
    double others = matrices + threads + result + climbing;
    assertEquals(8 * (copies + others), plan.bytes(true, 2));
    assertEquals(8 * (copies - 20_000 + others), plan.bytes(false, 2));
    assertEquals(8 * copies, plan.dataBytes(true));
  }

  /** From 300 categories on 256 are in a block; without a whole metric there is no matrix. */
  @Test
  void widePlansHaveNoMatrix() {
    Shape wide = shape(10, 801, 300).withRows(10, 50);
    BinaryPlan plan = plan(wide, linked("probit", CovarianceShape.DIAGONAL));
    double threads = 5.0 * 801 * 256 + 256 * 300;
    double climbing = 300 * (25.0 * 801 + (1 << 24) / 300.0);
    double result = 3.0 * 300 * 801;
    assertEquals(8 * (3 * 50 + threads + climbing + result), plan.bytes(true, 1), 1e-3);
    // There is but one segment of rows for each regression to share.
    assertEquals(plan.bytes(true, 300), plan.bytes(true, 301));
    assertTrue(plan.bytes(true, 299) < plan.bytes(true, 300));
  }

  /** Rows that are held out, and the others, are two copies more. */
  @Test
  void heldOutRowsAreCopied() {
    BinaryPlan few = plan(shape(1000, 1000, 3), linked("probit", CovarianceShape.FULL));
    BinaryPlan many = plan(shape(1000, 1001, 3), linked("probit", CovarianceShape.FULL));
    assertEquals(8.0 * 999 * 1000, few.dataBytes(true));
    assertEquals(3 * 8.0 * 1000 * 1000, many.dataBytes(true));
  }

  private static final double PER_REGRESSION = 8 * (25 * 21 + 21.0 * 21);

  @Test
  void asManyRegressionsAtOnceAsMemoryAllows() {
    BinaryPlan plan = plan(shape(1000, 21, 300), linked("probit", CovarianceShape.FULL));
    double all = plan.bytes(true, 1);
    assertEquals(300, plan.within(true, 1, all).settings().regressionsAtOnce());
    assertEquals(300, plan.within(true, 1, 2 * all).settings().regressionsAtOnce());
    assertEquals(299, plan.within(true, 1, all - 1).settings().regressionsAtOnce());
    double least = all - 172 * PER_REGRESSION;
    BinaryPlan smallest = plan.within(true, 1, least);
    assertEquals(128, smallest.settings().regressionsAtOnce());
    assertEquals(least, smallest.bytes(true, 1));
    Exception e = assertThrows(MemoryLimitException.class, () -> plan.within(true, 1, least - 1));
    assertEquals(
        "the fit needs about "
            + (long) Math.ceil(least / 1e6)
            + " MB of memory and "
            + (long) Math.ceil((least - 1) / 1e6)
            + " MB are available; use the diagonal covariance, fewer threads, features or"
            + " categories, or a larger heap",
        e.getMessage());
  }

  /** A rule for the sum over all categories needs all of them side by side. */
  @Test
  void oneRuleForAllTakesAllAtOnce() {
    Settings together = linked("probit", CovarianceShape.DIAGONAL).with(Option.ELBO_GAIN, 1e-3);
    BinaryPlan plan = plan(shape(1000, 21, 300), together);
    double all = plan.bytes(true, 1);
    assertEquals(300, plan.within(true, 1, all).settings().regressionsAtOnce());
    assertThrows(MemoryLimitException.class, () -> plan.within(true, 1, all - 1));
  }

  @Test
  void correlationsAreLeftOutForWantOfMemoryUnlessAskedFor() {
    Settings open = linked("logit", CovarianceShape.AUTO);
    BinaryPlan plan = plan(shape(1000, 201, 100), open);
    assertFalse(plan.settings().diagonal());
    BinaryPlan diagonal = plan(shape(1000, 201, 100), linked("logit", CovarianceShape.DIAGONAL));
    double enough = diagonal.bytes(true, 1);
    assertTrue(enough < plan.bytes(true, 1));
    assertTrue(plan.within(true, 1, enough).settings().diagonal());
    BinaryPlan full = plan(shape(1000, 201, 100), linked("logit", CovarianceShape.FULL));
    assertThrows(MemoryLimitException.class, () -> full.within(true, 1, enough));
  }

  /** U·P(P+1)/2 ≤ 2²⁴, and U·(N·P² + P³/3) ≤ 10¹¹ for dense rows. */
  @ParameterizedTest
  @CsvSource({
    // 835·200·201/2 = 16 783 500 values, and 834 have 16 763 400
    "logit, 100, 200, 834, false",
    "logit, 100, 200, 835, true",
    // 10·(N·10⁴ + 10⁶/3) reach 10¹¹ between these numbers of rows
    "logit, 999966, 100, 10, false",
    "logit, 999967, 100, 10, true",
    // one matrix for all
    "probit, 999967, 100, 10, false",
    "probit, 10, 4096, 2, false",
    "probit, 10, 4097, 2, true"
  })
  void covariancesAreFullWhereThatIsAffordable(
      String link, int rows, int size, int categories, boolean diagonal) {
    BinaryPlan plan = plan(shape(rows, size, categories), linked(link, CovarianceShape.AUTO));
    assertEquals(diagonal, plan.settings().diagonal());
  }

  @Test
  void thePosteriorIsLaplacesUnlessItsFullMatricesAreTooMany() {
    Settings open = Settings.none().with(Option.LINK, Link.PROBIT);
    assertEquals(PosteriorKind.LAPLACE, plan(shape(100, 200, 834), open).posterior());
    Settings full = open.with(Option.COVARIANCE, CovarianceShape.FULL);
    assertEquals(PosteriorKind.LAPLACE, plan(shape(100, 200, 834), full).posterior());
    assertEquals(PosteriorKind.CAVI, plan(shape(100, 200, 835), full).posterior());
    Settings diagonal = open.with(Option.COVARIANCE, CovarianceShape.DIAGONAL);
    assertEquals(PosteriorKind.LAPLACE, plan(shape(100, 200, 835), diagonal).posterior());
  }

  @Test
  void aMatrixThatFitsNoArrayIsRefused() {
    plan(shape(2, 46_340, 2), linked("probit", CovarianceShape.FULL));
    String message =
        "46341 coefficients; a full covariance and plain CAVI take at most 46340, use the diagonal"
            + " covariance and the accelerated solver";
    for (Settings asked :
        new Settings[] {
          linked("probit", CovarianceShape.FULL),
          linked("probit", CovarianceShape.DIAGONAL).with(Option.SOLVER, Solver.CAVI)
        }) {
      Exception e =
          assertThrows(IllegalArgumentException.class, () -> plan(shape(2, 46_341, 2), asked));
      assertEquals(message, e.getMessage());
    }
    assertTrue(
        plan(shape(2, 46_341, 2), linked("probit", CovarianceShape.DIAGONAL))
            .settings()
            .diagonal());
  }

  /** 100 categories with 201 coefficients have 100·201·202/2 doubles: 16.24 MB, rounded up. */
  @Test
  void waysOutNameWhatIsLarge() {
    String rest = "fewer threads, features or categories, or a larger heap";
    String large = "full covariances of 100 categories with 201 coefficients take 17 MB: ";
    Shape shape = shape(1000, 201, 100);
    assertEquals(rest, plan(shape, linked("probit", CovarianceShape.DIAGONAL)).waysOut());
    assertEquals(
        "use the diagonal covariance, " + rest,
        plan(shape, linked("probit", CovarianceShape.FULL)).waysOut());
    assertEquals(
        large + "use the diagonal covariance, or the CAVI posterior, " + rest,
        plan(
                shape,
                linked("probit", CovarianceShape.FULL)
                    .with(Option.POSTERIOR, PosteriorKind.LAPLACE))
            .waysOut());
    assertEquals(
        large + "use the diagonal covariance, " + rest,
        plan(shape, linked("logit", CovarianceShape.FULL)).waysOut());
  }

  /**
   * The posterior of an earlier model is a prior of each regression: its means, and its precision,
   * once if it is shared. With precisions of their own regressions have own coordinates, and full
   * covariances a matrix and a factor each.
   */
  @Test
  void anEarlierPosteriorTakesPlaceToo() {
    Shape shape = shape(1000, 21, 30);
    Settings full = linked("probit", CovarianceShape.FULL);
    double alone = plan(shape, full).bytes(true, 2);
    Coefficients means = new Coefficients(21, 30);
    int[] own = java.util.stream.IntStream.range(0, 30).toArray();
    double[] ones = new double[21];
    Arrays.fill(ones, 1);
    BinarySettings asked = BinarySettings.of(full, Method.BINARY, Prior.isotropic(1));
    Posterior shared = new Posterior(own, means, PosteriorCovariance.sharedDiagonal(ones));
    assertEquals(alone + 8 * (30 * 21 + 21), BinaryPlan.of(shape, asked, shared).bytes(true, 2));
    Posterior each = new Posterior(own, means, PosteriorCovariance.eachDiagonal(means));
    assertEquals(
        // Means and precisions; a matrix and a factor of each; coordinates while they climb.
        alone + 8 * (2 * 30 * 21 + 30 * (441 + 231) + 30 * 441),
        BinaryPlan.of(shape, asked, each).bytes(true, 2));
    Posterior factors =
        new Posterior(own, means, PosteriorCovariance.each(21, new double[30][231]));
    assertEquals(
        alone + 8 * (30 * 21 + 30 * 441 + 30 * (441 + 231) + 30 * 441),
        BinaryPlan.of(shape, asked, factors).bytes(true, 2));
  }
}
