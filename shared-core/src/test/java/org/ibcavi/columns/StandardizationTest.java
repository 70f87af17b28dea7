// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Form;
import org.ibcavi.design.TrainingData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How columns are measured, and that a fit on the new scale is a fit on the old one. */
class StandardizationTest {
  private static final int ROWS = 200;
  private static final int COLUMNS = 4;

  private final Random random = new Random(3);
  private final double[][] x = shiftedRows();
  private final double[] weights = random.doubles(ROWS, 0, 3).toArray();

  private double[][] shiftedRows() {
    double[][] rows = Form.randomRows(random, ROWS, COLUMNS);
    for (double[] row : rows) {
      for (int m = 0; m < COLUMNS; m++) {
        row[m] = 100 * (m - 1) + Math.pow(10, m - 1) * row[m];
      }
    }
    return rows;
  }

  @Test
  void centersAreWeightedMeans() {
    double[] center = Standardization.of(data(Form.DENSE, x, weights), true).center();
    for (int m = 0; m < COLUMNS; m++) {
      assertEquals(mean(m), center[m], 1e-13 * (1 + Math.abs(mean(m))));
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void momentsOfRowsInSeveralPlacesAreThoseOfAll(Form form) {
    Standardization whole = Standardization.of(data(form, x, weights), true);
    ColumnMoments parts =
        moments(form, 0, 70).and(moments(form, 70, 71)).and(moments(form, 71, ROWS));
    Standardization joined = Standardization.of(parts, true);
    for (int m = 0; m < COLUMNS; m++) {
      double size = 1 + Math.abs(whole.center()[m]);
      assertEquals(whole.center()[m], joined.center()[m], 1e-13 * size);
      assertEquals(whole.scale()[m], joined.scale()[m], 1e-12 * whole.scale()[m]);
    }
  }

  private ColumnMoments moments(Form form, int from, int to) {
    double[] some = Arrays.copyOfRange(weights, from, to);
    TrainingData part = data(form, Arrays.copyOfRange(x, from, to), some);
    return ColumnMoments.of(part.features(), part::weight);
  }

  @Test
  void scalesAreWeightedStandardDeviations() {
    double[] scale = Standardization.of(data(Form.DENSE, x, weights), true).scale();
    for (int m = 0; m < COLUMNS; m++) {
      double mean = mean(m);
      double squares = 0;
      double total = 0;
      for (int i = 0; i < ROWS; i++) {
        squares += weights[i] * (x[i][m] - mean) * (x[i][m] - mean);
        total += weights[i];
      }
      double deviation = Math.sqrt(squares / total);
      assertEquals(deviation, scale[m], 1e-12 * deviation);
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void rowsOfWeightZeroAreIgnored(Form form) {
    double[][] more = Arrays.copyOf(x, ROWS + 1);
    more[ROWS] = new double[] {1e300, -1e300, 1e300, 1e300};
    double[] none = Arrays.copyOf(weights, ROWS + 1);
    Standardization expected = Standardization.of(data(form, x, weights), true);
    Standardization actual = Standardization.of(data(form, more, none), true);
    assertArrayEquals(expected.center(), actual.center());
    assertArrayEquals(expected.scale(), actual.scale());
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void aWeightOfTwoIsTheRowTwice(Form form) {
    double[][] twice = Arrays.copyOf(x, ROWS + 50);
    System.arraycopy(x, 0, twice, ROWS, 50);
    double[] ones = new double[ROWS + 50];
    Arrays.fill(ones, 1);
    double[] twos = Arrays.copyOf(ones, ROWS);
    Arrays.fill(twos, 0, 50, 2);
    Standardization expected = Standardization.of(data(form, twice, ones), true);
    Standardization actual = Standardization.of(data(form, x, twos), true);
    assertArrayEquals(expected.center(), actual.center(), 1e-11);
    assertArrayEquals(expected.scale(), actual.scale(), 1e-11);
  }

  @Test
  void aConstantColumnIsDividedByOne() {
    for (double[] row : x) {
      row[2] = 0.1;
    }
    Standardization standardization = Standardization.of(data(Form.DENSE, x, weights), true);
    assertEquals(1, standardization.scale()[2]);
    assertEquals(0.1, standardization.center()[2], 1e-16);
  }

  @Test
  void variationInTheLastBitsIsTakenForAConstant() {
    double[][] rows = {{0.1}, {Math.nextUp(0.1)}};
    double[] scale = Standardization.of(data(Form.DENSE, rows, new double[] {1, 1}), true).scale();
    assertEquals(1, scale[0]);
  }

  @Test
  void aHugeConstantColumnIsDividedByOne() {
    for (double[] row : x) {
      row[2] = 1.1e300;
    }
    assertEquals(1, Standardization.of(data(Form.DENSE, x, weights), true).scale()[2]);
  }

  @Test
  void smallVariationOfALargeValueIsVariation() {
    double[][] rows = {{1e6}, {1e6 + 1}};
    double[] scale = Standardization.of(data(Form.DENSE, rows, new double[] {1, 1}), true).scale();
    assertEquals(0.5, scale[0]);
  }

  @Test
  void sparseColumnsAreDividedByTheirLargestAbsoluteValue() {
    double[][] rows = {{0, -4, 1e-3}, {0, 3, 0}, {0, 0, 1e-4}};
    Standardization standardization =
        Standardization.of(data(Form.SPARSE, rows, new double[] {1, 1, 1}), true);
    assertArrayEquals(new double[] {1, 4, 1e-3}, standardization.scale());
    assertArrayEquals(new double[3], standardization.center());
  }

  /** By hand: largest values 1 to 2 of words, their median 1.5; 100 of a price, 0.01 of a share. */
  @Test
  void manySparseColumnsOfOneOrderKeepTheirRatios() {
    int words = 101;
    TrainingData.Builder rows = TrainingData.sparse(words + 2, 2);
    for (int word = 0; word < words; word++) {
      rows.add(new int[] {word, words, words + 1}, new double[] {1 + word / 100.0, 100, 0.01}, 0);
    }
    rows.add(new int[] {0}, new double[] {0.5}, 1);
    double[] scale = Standardization.of(rows.build(), true).scale();
    assertEquals(1.5, scale[0], 0.02);
    for (int word = 1; word < words; word++) {
      assertEquals(scale[0], scale[word]);
    }
    assertEquals(100, scale[words]);
    assertEquals(0.01, scale[words + 1]);
  }

  @Test
  void indicatorsInSparseColumnsStayIndicators() {
    double[][] rows = {{1, 0}, {0, 1}, {1, 0}};
    TrainingData data = data(Form.SPARSE, rows, new double[] {1, 1, 1});
    DesignMatrix standardized = Standardization.of(data, true).apply(data.features());
    double[] row = new double[2];
    for (int i = 0; i < 3; i++) {
      standardized.copyRow(i, row);
      assertArrayEquals(rows[i], row);
    }
  }

  @Test
  void withoutAnInterceptNothingIsCentered() {
    Standardization with = Standardization.of(data(Form.DENSE, x, weights), true);
    Standardization without = Standardization.of(data(Form.DENSE, x, weights), false);
    assertArrayEquals(new double[COLUMNS], without.center());
    assertArrayEquals(with.scale(), without.scale());
  }

  @ParameterizedTest
  @CsvSource({"1e200, 1.0E200", "1.5e308, 1.5E308"})
  void aVarianceThatOverflowsIsRefusedWithItsColumn(double value, String printed) {
    TrainingData data =
        data(Form.DENSE, new double[][] {{0, value}, {1, -value}}, new double[] {1, 1});
    Exception e =
        assertThrows(IllegalArgumentException.class, () -> Standardization.of(data, true));
    assertEquals(
        "column 1: its values reach "
            + printed
            + " and their variance overflows; rescale the column",
        e.getMessage());
    TrainingData named = data.withFeatureNames(List.of("age", "height"));
    e = assertThrows(IllegalArgumentException.class, () -> Standardization.of(named, true));
    assertTrue(e.getMessage().startsWith("column 1, 'height': its values"), e.getMessage());
  }

  @Test
  void aStandardizedMatrixHasMeanZeroAndDeviationOne() {
    TrainingData data = data(Form.DENSE, x, weights);
    DesignMatrix standardized = Standardization.of(data, true).apply(data.features());
    double[] sums = new double[COLUMNS];
    double[] squares = new double[COLUMNS];
    double total = 0;
    double[] row = new double[COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      standardized.copyRow(i, row);
      total += weights[i];
      for (int m = 0; m < COLUMNS; m++) {
        sums[m] += weights[i] * row[m];
        squares[m] += weights[i] * row[m] * row[m];
      }
    }
    for (int m = 0; m < COLUMNS; m++) {
      assertEquals(0, sums[m] / total, 1e-12);
      assertEquals(1, squares[m] / total, 1e-12);
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void aRowIsStandardizedAsTheMatrixIs(Form form) {
    TrainingData data = data(form, x, weights);
    Standardization standardization = Standardization.of(data, true);
    DesignMatrix standardized = standardization.apply(data.features());
    double[] expected = new double[COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      standardized.copyRow(i, expected);
      double[] row = x[i].clone();
      standardization.apply(row);
      assertArrayEquals(expected, row);
    }
  }

  @Test
  void whatFollowsTheColumnsOfARowIsLeftAlone() {
    double[] row = {5, 1};
    Standardization.of(new double[] {1}, new double[] {2}).apply(row);
    assertArrayEquals(new double[] {2, 1}, row);
  }

  @Test
  void noStandardizationReturnsTheMatrixItself() {
    DesignMatrix matrix = Form.DENSE.of(x);
    assertSame(matrix, Standardization.none(COLUMNS).apply(matrix));
  }

  @ParameterizedTest
  @CsvSource({"DENSE, true", "DENSE, false", "SPARSE, true", "SPARSE, false"})
  void coefficientsTakenBackGiveTheSameLinearPredictors(Form form, boolean intercept) {
    int width = 3;
    TrainingData data = data(form, Form.randomRows(random, ROWS, COLUMNS), weights);
    Standardization standardization = Standardization.of(data, intercept);
    double[] coefficients = Form.randomVector(random, (COLUMNS + (intercept ? 1 : 0)) * width);
    double[] fitted = coefficients.clone();
    standardization.toOriginalScale(coefficients, width);
    DesignMatrix standardized = standardization.apply(data.features());
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < width; j++) {
        assertEquals(
            predictor(standardized, i, fitted, width, j),
            predictor(data.features(), i, coefficients, width, j),
            1e-12);
      }
    }
  }

  /** Against the linear predictors of centred rows, and of a row of zeros. */
  @ParameterizedTest
  @CsvSource({"DENSE", "SPARSE"})
  void coefficientsOfCentredFeaturesAndInterceptsGiveTheSameLinearPredictors(Form form) {
    TrainingData data = data(form, Form.randomRows(random, ROWS, COLUMNS), weights);
    Standardization standardization = Standardization.of(data, true);
    double[] fitted = Form.randomVector(random, COLUMNS + 1);
    double[] centred = fitted.clone();
    standardization.toCenteredScale(centred, 1);
    DesignMatrix standardized = standardization.apply(data.features());
    double[] row = new double[COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      data.features().copyRow(i, row);
      double eta = centred[COLUMNS];
      for (int m = 0; m < COLUMNS; m++) {
        eta += centred[m] * (row[m] - standardization.center()[m]);
      }
      assertEquals(predictor(standardized, i, fitted, 1, 0), eta, 1e-12);
    }
    DesignMatrix zeros = standardization.apply(form.of(new double[1][COLUMNS]));
    double[] combination = standardization.interceptCombination();
    double atZero = 0;
    for (int p = 0; p <= COLUMNS; p++) {
      atZero += combination[p] * fitted[p];
    }
    assertEquals(predictor(zeros, 0, fitted, 1, 0), atZero, 1e-12);
  }

  @Test
  void aConstantColumnTakenBackGivesTheSameLinearPredictors() {
    double[][] rows = Form.randomRows(random, ROWS, COLUMNS);
    for (double[] row : rows) {
      row[0] = 7;
    }
    TrainingData data = data(Form.DENSE, rows, weights);
    Standardization standardization = Standardization.of(data, true);
    double[] coefficients = Form.randomVector(random, COLUMNS + 1);
    double[] fitted = coefficients.clone();
    standardization.toOriginalScale(coefficients, 1);
    DesignMatrix standardized = standardization.apply(data.features());
    for (int i = 0; i < ROWS; i++) {
      assertEquals(
          predictor(standardized, i, fitted, 1, 0),
          predictor(data.features(), i, coefficients, 1, 0),
          1e-12);
    }
  }

  @Test
  void arraysItIsRestoredFromAreCopied() {
    double[] center = {1, 2};
    double[] scale = {3, 4};
    Standardization standardization = Standardization.of(center, scale);
    center[0] = 9;
    scale[0] = 9;
    assertArrayEquals(new double[] {1, 2}, standardization.center());
    assertArrayEquals(new double[] {3, 4}, standardization.scale());
  }

  @Test
  void arraysItHandsOutAreCopies() {
    Standardization standardization = Standardization.of(new double[] {1}, new double[] {3});
    standardization.center()[0] = 9;
    standardization.scale()[0] = 9;
    assertArrayEquals(new double[] {1}, standardization.center());
    assertArrayEquals(new double[] {3}, standardization.scale());
  }

  private static TrainingData data(Form form, double[][] rows, double[] weights) {
    return TrainingData.of(form.of(rows), new int[rows.length], weights, 2);
  }

  private double mean(int column) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < ROWS; i++) {
      sum += weights[i] * x[i][column];
      total += weights[i];
    }
    return sum / total;
  }

  /** Σ_m x[row, m]·β_m, plus the last coefficient if there is one more than columns. */
  private static double predictor(
      DesignMatrix matrix, int row, double[] coefficients, int width, int vector) {
    double[] regressors = new double[coefficients.length / width];
    Arrays.fill(regressors, 1);
    matrix.copyRow(row, regressors);
    double eta = 0;
    for (int p = 0; p < regressors.length; p++) {
      eta += regressors[p] * coefficients[p * width + vector];
    }
    return eta;
  }
}
