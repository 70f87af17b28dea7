// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Form;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The intercept that is not stored does what a stored last column of ones would do. */
class RegressorsTest {
  private static final int ROWS = 129;
  private static final int COLUMNS = 6;
  private static final int WIDTH = 3;

  private final Random random = new Random(5);
  private final double[][] x = Form.randomRows(random, ROWS, COLUMNS);
  private final double[][] withOnes = new double[ROWS][];

  @BeforeEach
  void appendOnes() {
    for (int i = 0; i < ROWS; i++) {
      withOnes[i] = Arrays.copyOf(x[i], COLUMNS + 1);
      withOnes[i][COLUMNS] = 1;
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void theInterceptIsOneMoreCoefficient(Form form) {
    DesignMatrix features = form.of(x);
    Regressors with = new Regressors(features, true);
    Regressors without = new Regressors(features, false);
    assertEquals(COLUMNS + 1, with.size());
    assertEquals(COLUMNS, without.size());
    assertTrue(with.hasIntercept());
    assertFalse(without.hasIntercept());
    assertSame(features, with.features());
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void productsAreThoseOfAColumnOfOnes(Form form) {
    double[] b = Form.randomVector(random, (COLUMNS + 1) * WIDTH);
    for (int chunk = 0; chunk < 2; chunk++) {
      // Random at first: what was there must be overwritten.
      double[] implicit = Form.randomVector(random, 128 * WIDTH);
      double[] explicit = implicit.clone();
      new Regressors(form.of(x), true).product(chunk, b, WIDTH, implicit);
      new Regressors(form.of(withOnes), false).product(chunk, b, WIDTH, explicit);
      assertArrayEquals(explicit, implicit, 1e-13);
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void linearPredictorsAreScalarProductsPlusTheIntercept(Form form) {
    double[] b = Form.randomVector(random, (COLUMNS + 1) * WIDTH);
    double[] out = Form.randomVector(random, 128 * WIDTH);
    new Regressors(form.of(x), true).product(0, b, WIDTH, out);
    for (int i = 0; i < 128; i++) {
      for (int j = 0; j < WIDTH; j++) {
        double eta = b[COLUMNS * WIDTH + j];
        for (int m = 0; m < COLUMNS; m++) {
          eta += x[i][m] * b[m * WIDTH + j];
        }
        assertEquals(eta, out[i * WIDTH + j], 1e-13);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void aProductOfAShortChunkLeavesTheRestOfTheArrayAlone(Form form) {
    double[] out = new double[128];
    Arrays.fill(out, 9);
    new Regressors(form.of(x), true).product(1, new double[COLUMNS + 1], 1, out);
    assertEquals(0, out[0]);
    assertEquals(9, out[1]);
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void transposedProductsAreThoseOfAColumnOfOnes(Form form) {
    double[] r = Form.randomVector(random, 128 * WIDTH);
    double[] implicit = Form.randomVector(random, (COLUMNS + 1) * WIDTH);
    double[] explicit = implicit.clone();
    for (int chunk = 0; chunk < 2; chunk++) {
      new Regressors(form.of(x), true).addTransposedProduct(chunk, r, WIDTH, implicit);
      new Regressors(form.of(withOnes), false).addTransposedProduct(chunk, r, WIDTH, explicit);
    }
    assertArrayEquals(explicit, implicit, 1e-12);
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void gramsAreThoseOfAColumnOfOnes(Form form) {
    double[] weights = Form.randomVector(random, 128);
    double[] implicit = Form.randomVector(random, (COLUMNS + 1) * (COLUMNS + 1));
    double[] explicit = implicit.clone();
    for (int chunk = 0; chunk < 2; chunk++) {
      new Regressors(form.of(x), true).addUpperGram(chunk, weights, implicit);
      new Regressors(form.of(withOnes), false).addUpperGram(chunk, weights, explicit);
    }
    assertArrayEquals(explicit, implicit, 1e-12);
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void aCopiedRowEndsWithItsOne(Form form) {
    double[] row = new double[COLUMNS + 1];
    for (int i = 0; i < ROWS; i++) {
      new Regressors(form.of(x), true).copyRow(i, row);
      assertArrayEquals(withOnes[i], row);
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void theSquaredInterceptStaysOne(Form form) {
    double[] row = new double[COLUMNS + 1];
    new Regressors(form.of(x), true).squared().copyRow(128, row);
    for (int m = 0; m <= COLUMNS; m++) {
      assertEquals(withOnes[128][m] * withOnes[128][m], row[m]);
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void withoutFeaturesThePredictorIsTheIntercept(Form form) {
    double[] out = {7, 7, 7};
    new Regressors(form.of(new double[3][0]), true).product(0, new double[] {0.25}, 1, out);
    assertArrayEquals(new double[] {0.25, 0.25, 0.25}, out);
  }
}
