// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.pass.BlockSums;
import org.ibcavi.pass.Curvatures;
import org.ibcavi.pass.Folds;
import org.ibcavi.pass.RegressionRows;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionModes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sums over rows with offsets are those over rows that have the offsets as features more, one for
 * each category, of which a category's own has the coefficient 1 and the others 0.
 */
class OffsetSumsTest {
  private static final int COLUMNS = 4;
  private static final int CATEGORIES = 3;
  private static final int ROWS = 150;
  private static final int[] ALL = {0, 1, 2};
  private static final RandomData DATA =
      RandomData.of(61, ROWS, COLUMNS, CATEGORIES, 1).weighted(2);
  private static final double[][] OFFSETS = offsets();

  /** Where the coefficients of the one problem stand among those of the other. */
  private static final int[] PLACES = {0, 1, 2, 3, COLUMNS + CATEGORIES};

  private static final Problem OFFSET = offset();
  private static final Problem WIDE = wide();
  private static final RegressionMeans AT = means(0);
  private static final RegressionMeans WIDE_AT = means(CATEGORIES);

  private static double[][] offsets() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] offsets = new double[ROWS][CATEGORIES];
    for (double[] row : offsets) {
      Arrays.setAll(row, k -> random.nextGaussian());
    }
    return offsets;
  }

  private static Problem offset() {
    TrainingData data = DATA.dense().withOffsets(OFFSETS);
    return Problem.of(data, data.features(), true);
  }

  private static Problem wide() {
    double[][] rows = new double[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      rows[i] = Arrays.copyOf(DATA.row(i), COLUMNS + CATEGORIES);
      System.arraycopy(OFFSETS[i], 0, rows[i], COLUMNS, CATEGORIES);
    }
    TrainingData data = DATA.withRows(rows).dense();
    return Problem.of(data, data.features(), true);
  }

  /**
   * Coefficients of all regressions, with as many more before the intercept as there are offsets.
   */
  private static RegressionMeans means(int more) {
    SplittableRandom random = new SplittableRandom(8);
    double[][] vectors = new double[CATEGORIES][COLUMNS + 1 + more];
    for (int k = 0; k < CATEGORIES; k++) {
      for (int p = 0; p <= COLUMNS; p++) {
        vectors[k][p < COLUMNS ? p : COLUMNS + more] = 0.7 * random.nextGaussian();
      }
      if (more > 0) {
        vectors[k][COLUMNS + k] = 1;
      }
    }
    return new RegressionModes(ALL, vectors, new double[CATEGORIES]);
  }

  private static FitContext context() {
    return new FitContext(Workers.sequential(), FitListener.none());
  }

  private static LocalPass pass(Problem problem) {
    return new LocalPass(problem, context());
  }

  static Stream<Link> links() {
    return Link.ALL.stream();
  }

  private static double[] block(RegressionMeans means) {
    return means.means().block(0);
  }

  /** Variances of the coefficients; what stands for offsets has none. */
  private static double[] variances(int size, int width) {
    double[] variances = new double[size * width];
    for (int p = 0; p <= COLUMNS; p++) {
      int place = size > COLUMNS + 1 ? PLACES[p] : p;
      Arrays.fill(variances, place * width, (place + 1) * width, 0.1 * (1 + p));
    }
    return variances;
  }

  /** The numbers of the coefficients that both problems have. */
  private static double[] shared(double[] wide, int width) {
    return Arrays.stream(PLACES)
        .flatMap(p -> IntStream.range(p * width, (p + 1) * width))
        .mapToDouble(at -> wide[at])
        .toArray();
  }

  private static void assertNear(double[] expected, double[] actual) {
    assertArrayEquals(expected, actual, 1e-10);
  }

  @ParameterizedTest
  @MethodSource("links")
  void blocks(Link link) {
    double[] spread = variances(OFFSET.size(), CATEGORIES);
    double[] wideSpread = variances(WIDE.size(), CATEGORIES);
    assertSame(
        pass(WIDE).block(link, ALL, block(WIDE_AT), null),
        pass(OFFSET).block(link, ALL, block(AT), null));
    assertSame(
        pass(WIDE).block(link, ALL, block(WIDE_AT), wideSpread),
        pass(OFFSET).block(link, ALL, block(AT), spread));
  }

  private static void assertSame(BlockSums wide, BlockSums offset) {
    assertNear(wide.values(), offset.values());
    assertNear(shared(wide.gradients(), CATEGORIES), offset.gradients());
    if (offset.weightedSquares().length > 0) {
      assertNear(shared(wide.weightedSquares(), CATEGORIES), offset.weightedSquares());
    }
  }

  /** Of some regressions of a block each takes its own offsets. */
  @ParameterizedTest
  @MethodSource("links")
  void someRegressions(Link link) {
    double[] all = pass(OFFSET).block(link, ALL, block(AT), null).values();
    Coefficients last = new Coefficients(OFFSET.size(), 1);
    last.set(0, AT.mean(2));
    double[] one = pass(OFFSET).block(link, new int[] {2}, last.block(0), null).values();
    assertEquals(all[2], one[0], 1e-12 * Math.abs(all[2]));
  }

  /** With κ the slope at 0, CAVI's right-hand side lacks what the offsets push already. */
  @ParameterizedTest
  @MethodSource("links")
  void singleRegressions(Link link) {
    for (int k = 0; k < CATEGORIES; k++) {
      RegressionRows offset =
          pass(OFFSET).regression(link, k, AT.mean(k), variances(OFFSET.size(), 1));
      RegressionRows wide =
          pass(WIDE).regression(link, k, WIDE_AT.mean(k), variances(WIDE.size(), 1));
      assertEquals(wide.bound(), offset.bound(), 1e-10);
      assertNear(shared(wide.slopes(), 1), offset.slopes());
      assertNear(shared(wide.pulls(), 1), plus(offset.pulls(), pushes(wide.weights(), k)));
      assertNear(sharedMatrix(wide.curvature()), offset.curvature());
      assertNear(sharedMatrix(wide.weights()), offset.weights());
    }
  }

  /** Σωwxo, from the matrix Σωwxxᵀ in which the offsets are features. */
  private static double[] pushes(double[] weights, int regression) {
    int size = WIDE.size();
    int own = COLUMNS + regression;
    return Arrays.stream(PLACES)
        .mapToDouble(p -> weights[Math.min(p, own) * size + Math.max(p, own)])
        .toArray();
  }

  private static double[] plus(double[] some, double[] others) {
    return IntStream.range(0, some.length).mapToDouble(p -> some[p] + others[p]).toArray();
  }

  private static double[] sharedMatrix(double[] wide) {
    double[] result = new double[PLACES.length * PLACES.length];
    for (int p = 0; p < PLACES.length; p++) {
      for (int q = p; q < PLACES.length; q++) {
        result[p * PLACES.length + q] = wide[PLACES[p] * WIDE.size() + PLACES[q]];
      }
    }
    return result;
  }

  @ParameterizedTest
  @MethodSource("links")
  void curvaturesOfRegressions(Link link) {
    assertSame(pass(WIDE).curvatures(link), pass(OFFSET).curvatures(link));
  }

  @ParameterizedTest
  @MethodSource("links")
  void categoricalSums(Link link) {
    Likelihood member = new Likelihood(link, 0.5);
    LocalCategoricalRows wide = pass(WIDE).categorical(member);
    LocalCategoricalRows offset = pass(OFFSET).categorical(member);
    Coefficients wideSlopes = new Coefficients(WIDE.size(), CATEGORIES);
    Coefficients slopes = new Coefficients(OFFSET.size(), CATEGORIES);
    assertEquals(
        wide.valueAndGradient(WIDE_AT.means(), wideSlopes),
        offset.valueAndGradient(AT.means(), slopes),
        1e-10);
    assertNear(shared(wideSlopes.block(0), CATEGORIES), slopes.block(0));
    assertSame(wide.curvatures(WIDE_AT.means()), offset.curvatures(AT.means()));
  }

  /** From all rows, from rows that are thinned alike, by products and by squares. */
  private static void assertSame(Curvatures wide, Curvatures offset) {
    for (int rows : new int[] {ROWS, 40}) {
      double[][] expected = new double[CATEGORIES][];
      wide.forEachMatrix(WIDE_AT, rows, 5, (k, upper) -> expected[k] = upper);
      offset.forEachMatrix(AT, rows, 5, (k, upper) -> assertNear(sharedMatrix(expected[k]), upper));
    }
    double[][] products = new double[CATEGORIES][];
    double[] direction = {1, -2, 0.5, 3, -1};
    double[] wideDirection = new double[WIDE.size()];
    IntStream.range(0, PLACES.length).forEach(p -> wideDirection[PLACES[p]] = direction[p]);
    wide.forEachProduct(WIDE_AT, (k, matrix) -> products[k] = matrix.times(wideDirection, 1));
    offset.forEachProduct(
        AT, (k, matrix) -> assertNear(shared(products[k], 1), matrix.times(direction, 1)));
    assertNear(
        shared(wide.squareSums(WIDE_AT).block(0), CATEGORIES), offset.squareSums(AT).block(0));
  }

  @ParameterizedTest
  @MethodSource("links")
  void rowsHeldOut(Link link) {
    Likelihood member = new Likelihood(link, 1);
    Folds wide = pass(WIDE).folds(5, ALL, 7);
    Folds offset = pass(OFFSET).folds(5, ALL, 7);
    for (int part = 0; part < 5; part++) {
      assertNear(
          wide.logDensities(part, member, WIDE_AT.means()),
          offset.logDensities(part, member, AT.means()));
    }
    assertSame(
        wide.others(1, 4).block(link, ALL, block(WIDE_AT), null),
        offset.others(1, 4).block(link, ALL, block(AT), null));
  }

  @Test
  void predictorsOfTrainingRows() {
    PosteriorCovariance covariance =
        PosteriorCovariance.sharedDiagonal(new double[] {1, 1, 1, 1, 1});
    FittedPredictors predictors = new FittedPredictors(OFFSET, AT.means(), covariance);
    predictors.forEachRow(
        context(),
        () ->
            (chunk, row) -> {
              double[] mean = new double[CATEGORIES];
              chunk.predictors(row, mean, new double[CATEGORIES]);
              for (int k = 0; k < CATEGORIES; k++) {
                double expected = AT.mean(k)[COLUMNS] + OFFSETS[chunk.number(row)][k];
                for (int m = 0; m < COLUMNS; m++) {
                  expected += AT.mean(k)[m] * DATA.row(chunk.number(row))[m];
                }
                assertEquals(expected, mean[k], 1e-12);
              }
            });
  }
}
