// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.posterior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.TrainingData;
import org.ibcavi.linalg.Cholesky;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of covariance beside matrices written out by hand. */
class PosteriorTest {
  /** Precisions with the inverses (1/5)·{{3, -1}, {-1, 2}} and (1/3)·{{2, 1}, {1, 2}}. */
  private static final double[][] PRECISIONS = {{2, 1, 1, 3}, {2, -1, -1, 2}};

  private static final double[][] INVERSES = {
    {0.6, -0.2, -0.2, 0.4}, {2.0 / 3, 1.0 / 3, 1.0 / 3, 2.0 / 3}
  };

  private static final double[] DETERMINANTS = {5, 3};
  private static final double[][] VARIANCES = {{4, 0.25}, {9, 0.5}};

  /** A covariance with the matrices that it stands for. */
  private enum Kind {
    SHARED(true, false) {
      @Override
      PosteriorCovariance make() {
        return PosteriorCovariance.shared(factor(0));
      }
    },
    EACH(false, false) {
      @Override
      PosteriorCovariance make() {
        return PosteriorCovariance.each(2, new double[][] {factor(0).packed(), factor(1).packed()});
      }
    },
    SHARED_DIAGONAL(true, true) {
      @Override
      PosteriorCovariance make() {
        return PosteriorCovariance.sharedDiagonal(VARIANCES[0]);
      }
    },
    EACH_DIAGONAL(false, true) {
      @Override
      PosteriorCovariance make() {
        Coefficients variances = new Coefficients(2, 2);
        variances.set(0, VARIANCES[0]);
        variances.set(1, VARIANCES[1]);
        return PosteriorCovariance.eachDiagonal(variances);
      }
    };

    final boolean shared;
    final boolean diagonal;

    Kind(boolean shared, boolean diagonal) {
      this.shared = shared;
      this.diagonal = diagonal;
    }

    abstract PosteriorCovariance make();

    private static Cholesky factor(int which) {
      return Cholesky.ofUpper(PRECISIONS[which].clone(), 2).orElseThrow();
    }

    /** Σ of a posterior, row after row. */
    double[] matrix(int posterior) {
      int which = shared ? 0 : posterior;
      return diagonal
          ? new double[] {VARIANCES[which][0], 0, 0, VARIANCES[which][1]}
          : INVERSES[which];
    }

    double logPrecision(int posterior) {
      int which = shared ? 0 : posterior;
      return diagonal
          ? -Math.log(VARIANCES[which][0] * VARIANCES[which][1])
          : Math.log(DETERMINANTS[which]);
    }
  }

  private static double form(double[] matrix, double[] x) {
    return matrix[0] * x[0] * x[0] + 2 * matrix[1] * x[0] * x[1] + matrix[3] * x[1] * x[1];
  }

  @ParameterizedTest
  @EnumSource
  void variancesAreThoseOfTheMatrix(Kind kind) {
    PosteriorCovariance covariance = kind.make();
    assertEquals(kind.shared, covariance.shared());
    assertEquals(kind.diagonal, covariance.diagonal());
    assertEquals(kind.shared ? 1 : 2, covariance.variancesPerRow());
    double[] x = {0.5, -3};
    for (int posterior = 0; posterior < 2; posterior++) {
      double[] matrix = kind.matrix(posterior);
      assertArrayEquals(
          new double[] {matrix[0], matrix[3]}, covariance.variances(posterior), 1e-14);
      assertEquals(form(matrix, x), covariance.variance(posterior, x), 1e-13);
      assertEquals(kind.logPrecision(posterior), covariance.logPrecision(posterior), 1e-14);
    }
  }

  /** Coloured unit vectors are the columns of a root R of Σ, so that R·Rᵀ = Σ. */
  @ParameterizedTest
  @EnumSource
  void drawsHaveTheCovariance(Kind kind) {
    PosteriorCovariance covariance = kind.make();
    for (int posterior = 0; posterior < 2; posterior++) {
      double[] product = new double[4];
      for (int j = 0; j < 2; j++) {
        double[] column = {1 - j, j};
        covariance.color(posterior, column);
        for (int at = 0; at < 4; at++) {
          product[at] += column[at / 2] * column[at % 2];
        }
      }
      assertArrayEquals(kind.matrix(posterior), product, 1e-14);
    }
  }

  @ParameterizedTest
  @EnumSource
  void rowsOfAChunkHaveTheirVariances(Kind kind) {
    Random random = new Random(1);
    TrainingData.Builder builder = TrainingData.dense(1, 2);
    double[] values = random.doubles(150, -2, 2).toArray();
    for (double value : values) {
      builder.add(new double[] {value}, 0);
    }
    Regressors rows = new Regressors(builder.build().features(), true);
    PosteriorCovariance covariance = kind.make();
    int perRow = covariance.variancesPerRow();
    for (int chunk = 0; chunk < 2; chunk++) {
      int count = rows.features().chunkSize(chunk);
      double[] out = random.doubles((long) count * perRow).toArray();
      covariance.rowVariances(rows, rows.squared(), chunk, out);
      for (int at = 0; at < out.length; at++) {
        double[] x = {values[rows.features().chunkStart(chunk) + at / perRow], 1};
        assertEquals(form(kind.matrix(at % perRow), x), out[at], 1e-13);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void joinedGroupsFollowEachOther(Kind kind) {
    PosteriorCovariance group = kind.make();
    PosteriorCovariance joined = group.join(List.of(group, kind.make()));
    assertEquals(kind.shared ? 1 : 4, joined.variancesPerRow());
    for (int posterior = 0; posterior < 4; posterior++) {
      assertArrayEquals(group.variances(posterior % 2), joined.variances(posterior));
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyAFullCovarianceHasAFactor(Kind kind) {
    PosteriorCovariance covariance = kind.make();
    if (kind.diagonal) {
      Exception e =
          assertThrows(UnsupportedOperationException.class, () -> covariance.precision(1));
      assertEquals("a diagonal covariance has variances and no factor", e.getMessage());
    } else {
      assertEquals(2, covariance.precision(1).size());
    }
  }

  @Test
  void variancesThatAreHandedOutAreCopies() {
    PosteriorCovariance covariance = Kind.SHARED_DIAGONAL.make();
    covariance.variances(0)[0] = 77;
    assertEquals(4, covariance.variances(0)[0]);
  }

  @ParameterizedTest
  @EnumSource
  void aPosteriorSaysItsSizes(Kind kind) {
    Coefficients means = new Coefficients(2, 2);
    means.set(1, new double[] {3, 4});
    Posterior posterior = new Posterior(new int[] {0, 1, 1}, means, kind.make());
    assertEquals(3, posterior.categories());
    assertEquals(2, posterior.vectors());
    assertEquals(2, posterior.size());
    assertEquals(1, posterior.vectorOf(2));
    assertArrayEquals(new double[] {3, 4}, posterior.mean(1));
    assertEquals(kind.shared, posterior.covariance().shared());
    assertEquals(
        "normal posterior of 2 coefficients of each of 3 categories, "
            + (kind.diagonal ? "diagonal" : "full")
            + (kind.shared ? " covariance for all" : " covariance of each"),
        posterior.toString());
  }

  // Coefficients

  private static double value(int vector, int coefficient) {
    return 1000.0 * vector + coefficient;
  }

  /** Three blocks, the last of them narrower. */
  private static Coefficients numbered() {
    Coefficients numbers = new Coefficients(3, 300);
    for (int u = 0; u < 300; u++) {
      numbers.set(u, new double[] {value(u, 0), value(u, 1), value(u, 2)});
    }
    return numbers;
  }

  @Test
  void everyNumberHasItsPlace() {
    Coefficients numbers = numbered();
    assertEquals(3, numbers.size());
    assertEquals(300, numbers.vectors());
    assertEquals(3, numbers.blocks());
    for (int u = 0; u < 300; u++) {
      assertEquals(u / 128, numbers.blockOf(u));
      assertArrayEquals(new double[] {value(u, 0), value(u, 1), value(u, 2)}, numbers.vector(u));
      int block = numbers.blockOf(u);
      int at = 2 * numbers.blockWidth(block) + u - numbers.blockStart(block);
      assertEquals(value(u, 2), numbers.block(block)[at]);
      assertEquals(value(u, 2), numbers.get(u, 2));
    }
    assertEquals(128, numbers.blockWidth(1));
    assertEquals(44, numbers.blockWidth(2));
    assertEquals(256, numbers.blockStart(2));
    assertEquals(3 * 44, numbers.block(2).length);
  }

  @Test
  void aScaledCopyLeavesTheNumbersAlone() {
    Coefficients numbers = numbered();
    Coefficients scaled = numbers.scaled(-2);
    assertArrayEquals(
        new double[] {-2 * value(299, 0), -2 * value(299, 1), -2 * value(299, 2)},
        scaled.vector(299));
    assertEquals(value(299, 1), numbers.get(299, 1));
  }

  @Test
  void blocksOfLongVectorsAreNarrower() {
    assertEquals(Coefficients.MAX_WIDTH, new Coefficients(1 << 19, 0).blockStart(1));
    assertEquals(64, new Coefficients(1 << 20, 0).blockStart(1));
    assertEquals(1, new Coefficients(1 << 27, 0).blockStart(1));
    assertEquals(Coefficients.MAX_WIDTH, new Coefficients(0, 1).blockStart(1));
  }

  /** One block, and several that are put side by side. */
  @Test
  void productsAreThoseOfEveryVector() {
    TrainingData.Builder builder = TrainingData.dense(2, 2);
    for (int i = 0; i < 130; i++) {
      builder.add(new double[] {i, 2 - i}, 0);
    }
    Regressors rows = new Regressors(builder.build().features(), true);
    for (int vectors : new int[] {5, 300}) {
      Coefficients numbers = new Coefficients(3, vectors);
      for (int u = 0; u < vectors; u++) {
        numbers.set(u, new double[] {u, 1, 3 * u});
      }
      double[] out = new double[2 * vectors];
      numbers.product(rows, 1, out);
      for (int at = 0; at < out.length; at++) {
        int i = 128 + at / vectors;
        int u = at % vectors;
        assertEquals(i * u + (2 - i) + 3.0 * u, out[at]);
      }
    }
  }

  @Test
  void aCopyIsIndependent() {
    Coefficients numbers = numbered();
    Coefficients copy = numbers.copy();
    copy.set(0, new double[] {-1, -1, -1});
    assertEquals(0, numbers.get(0, 0));
    assertEquals(-1, copy.get(0, 0));
    assertTrue(copy.get(299, 2) == value(299, 2));
    assertFalse(numbers.block(0) == copy.block(0));
  }
}
