// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.prior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.ibcavi.gaussian.GaussianPrior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each prior believes of each coefficient, and how impossible beliefs are refused. */
class PriorTest {
  private static final double[] MEAN = {1, -2};
  private static final double[][] COVARIANCE = {{2, 0.5}, {0.5, 1}};

  @ParameterizedTest
  @ValueSource(strings = {"0.0", "-0.0", "-1.0", "NaN", "Infinity", "-Infinity", "1.0E-310"})
  void aBadWeightVarianceIsRefused(String variance) {
    assertRefused(
        "weight variance " + variance + "; must be above 0, and it and its reciprocal finite",
        () -> Prior.isotropic(Double.parseDouble(variance)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0", "-1.0", "NaN", "Infinity", "1.0E-310"})
  void aBadInterceptVarianceIsRefused(String variance) {
    double value = Double.parseDouble(variance);
    String message =
        "intercept variance " + variance + "; must be above 0, and it and its reciprocal finite";
    assertRefused(message, () -> new IsotropicPrior(1, value));
    assertRefused(message, () -> Prior.learned().withInterceptVariance(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0", "-1.0", "NaN", "Infinity", "1.0E-310"})
  void aBadVarianceIsRefusedWithItsCoefficient(String variance) {
    double[] variances = {1, Double.parseDouble(variance)};
    assertRefused(
        "prior variance of coefficient 1: "
            + variance
            + "; must be above 0, and it and its reciprocal finite",
        () -> Prior.diagonal(MEAN, variances));
  }

  @Test
  void aLearnedScaleRefusesABadVariance() {
    assertRefused(
        "weight variance -1.0; must be above 0, and it and its reciprocal finite",
        () -> Prior.learned().at(-1));
  }

  @Test
  void moreMeansThanVariancesAreRefused() {
    assertRefused(
        "2 prior means for 1 prior variances; there must be as many of each",
        () -> Prior.diagonal(MEAN, new double[] {1}));
  }

  @Test
  void moreRowsOfCovarianceThanMeansAreRefused() {
    assertRefused(
        "prior covariance of 2 rows for 1 prior means; there must be as many of each",
        () -> Prior.full(new double[] {1}, COVARIANCE));
  }

  @Test
  void aShortRowOfCovarianceIsRefused() {
    assertRefused(
        "prior covariance, row 0: 1 values; must be 2",
        () -> Prior.full(MEAN, new double[][] {{2}, {0.5, 1}}));
  }

  @Test
  void aLongRowOfCovarianceIsRefused() {
    assertRefused(
        "prior covariance, row 1: 3 values; must be 2",
        () -> Prior.full(MEAN, new double[][] {{2, 0.5}, {0.5, 1, 0}}));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity"})
  void aMeanThatIsNotFiniteIsRefusedWithItsCoefficient(String value) {
    double[] mean = {0, Double.parseDouble(value)};
    String message = "prior mean of coefficient 1: " + value + "; must be finite";
    assertRefused(message, () -> Prior.diagonal(mean, new double[] {1, 1}));
    assertRefused(message, () -> Prior.full(mean, COVARIANCE));
  }

  @Test
  void anAsymmetricCovarianceIsRefusedWithItsPlace() {
    assertRefused(
        "prior covariance, row 0, column 1: 0.5 but 0.25 across the diagonal;"
            + " must be finite and symmetric",
        () -> Prior.full(MEAN, new double[][] {{2, 0.5}, {0.25, 1}}));
  }

  @Test
  void asymmetryOfTheOrderOfRoundingIsAllowed() {
    double[][] rounded = {{2, 0.5}, {0.5 + 1e-12, 1}};
    assertEquals(2, Prior.full(MEAN, rounded).over(2, false).size());
  }

  @Test
  void aCovarianceThatIsNotFiniteIsRefusedWithItsPlace() {
    assertRefused(
        "prior covariance, row 0, column 1: NaN but 0.5 across the diagonal;"
            + " must be finite and symmetric",
        () -> Prior.full(MEAN, new double[][] {{2, Double.NaN}, {0.5, 1}}));
  }

  @Test
  void anIndefiniteCovarianceIsRefused() {
    assertRefused(
        "prior covariance; must be positive definite",
        () -> Prior.full(MEAN, new double[][] {{1, 2}, {2, 1}}));
  }

  @Test
  void aSingularCovarianceIsRefused() {
    assertRefused(
        "prior covariance; must be positive definite",
        () -> Prior.full(MEAN, new double[][] {{1, 1}, {1, 1}}));
  }

  @Test
  void aPriorOfAnotherLengthThanTheModelIsRefused() {
    String message =
        "the prior has 2 coefficients; the model has 3"
            + " (2 features and the intercept, which comes last)";
    assertRefused(message, () -> Prior.diagonal(MEAN, new double[] {1, 1}).over(2, true));
    assertRefused(message, () -> Prior.full(MEAN, COVARIANCE).over(2, true));
  }

  @Test
  void aPriorOfAnotherLengthThanAModelWithoutInterceptIsRefused() {
    String message = "the prior has 2 coefficients; the model has 3 (3 features)";
    assertRefused(message, () -> Prior.diagonal(MEAN, new double[] {1, 1}).over(3, false));
    assertRefused(message, () -> Prior.full(MEAN, COVARIANCE).over(3, false));
  }

  @Test
  void anIsotropicPriorHasOneVarianceForTheWeightsAndAnotherForTheIntercept() {
    GaussianPrior density = new IsotropicPrior(0.5, 8).over(2, true);
    assertEquals(3, density.size());
    assertCoefficient(density, 0, 0, 2);
    assertCoefficient(density, 1, 0, 2);
    assertCoefficient(density, 2, 0, 0.125);
  }

  @Test
  void withoutAnInterceptItsVarianceIsNotUsed() {
    GaussianPrior density = new IsotropicPrior(0.5, 8).over(2, false);
    assertEquals(2, density.size());
    assertCoefficient(density, 1, 0, 2);
  }

  @Test
  void anInterceptAloneHasAPrior() {
    GaussianPrior density = new IsotropicPrior(0.5, 8).over(0, true);
    assertEquals(1, density.size());
    assertCoefficient(density, 0, 0, 0.125);
  }

  @Test
  void theInterceptVarianceIsTwentyFiveUnlessToldOtherwise() {
    assertEquals(25, Prior.isotropic(1).interceptVariance());
    assertEquals(25, Prior.learned().interceptVariance());
  }

  @Test
  void aLearnedScaleHasNoDensityYet() {
    Exception e = assertThrows(IllegalStateException.class, () -> Prior.learned().over(1, true));
    assertEquals("the variance is yet to be learned; ask at(variance)", e.getMessage());
  }

  @Test
  void aLearnedScaleKeepsItsInterceptVariance() {
    assertEquals(new IsotropicPrior(0.1, 4), Prior.learned().withInterceptVariance(4).at(0.1));
  }

  @Test
  void howTheScaleIsLearnedIsLeftToChooseUnlessToldOtherwise() {
    assertEquals(LearnedScale.Evidence.AUTO, Prior.learned().evidence());
  }

  @Test
  void anotherEvidenceChangesNothingElse() {
    assertEquals(
        new LearnedScale(4, LearnedScale.Evidence.ELBO),
        Prior.learned().withInterceptVariance(4).by(LearnedScale.Evidence.ELBO));
  }

  @Test
  void anotherInterceptVarianceKeepsTheEvidence() {
    assertEquals(
        new LearnedScale(4, LearnedScale.Evidence.ELBO),
        Prior.learned().by(LearnedScale.Evidence.ELBO).withInterceptVariance(4));
  }

  @Test
  void aMissingEvidenceIsRefused() {
    Exception e = assertThrows(NullPointerException.class, () -> Prior.learned().by(null));
    assertEquals("evidence", e.getMessage());
  }

  @Test
  void aDiagonalPriorHasAMeanAndAVarianceForEachCoefficient() {
    GaussianPrior density = Prior.diagonal(MEAN, new double[] {0.25, 4}).over(1, true);
    assertEquals(2, density.size());
    assertCoefficient(density, 0, 1, 4);
    assertCoefficient(density, 1, -2, 0.25);
  }

  @Test
  void arraysOfADiagonalPriorAreCopied() {
    double[] mean = MEAN.clone();
    double[] variances = {0.25, 4};
    Prior prior = Prior.diagonal(mean, variances);
    mean[0] = 9;
    variances[0] = 9;
    assertCoefficient(prior.over(2, false), 0, 1, 4);
  }

  @Test
  void arraysOfAFullPriorAreCopied() {
    double[] mean = MEAN.clone();
    double[][] covariance = {{0.25, 0}, {0, 4}};
    Prior prior = Prior.full(mean, covariance);
    mean[0] = 9;
    covariance[0][0] = 9;
    assertCoefficient(prior.over(2, false), 0, 1, 4);
  }

  @Test
  void longPriorsArePrintedByTheirLength() {
    assertEquals(
        "DiagonalPrior[2 coefficients]", Prior.diagonal(MEAN, new double[] {1, 1}).toString());
    assertEquals("FullPrior[2 coefficients]", Prior.full(MEAN, COVARIANCE).toString());
  }

  private static void assertCoefficient(
      GaussianPrior density, int coefficient, double mean, double precision) {
    assertEquals(mean, density.mean(coefficient));
    assertEquals(precision, density.precision(coefficient));
  }

  private static void assertRefused(String message, Executable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action).getMessage());
  }

  @Test
  void aShortLaterRowOfCovarianceIsRefused() {
    assertRefused(
        "prior covariance, row 1: 1 values; must be 2",
        () -> Prior.full(MEAN, new double[][] {{2, 0.5}, {0.5}}));
  }

  @Test
  void aNegativeVarianceInACovarianceIsRefusedAsSuch() {
    assertRefused(
        "prior variance of coefficient 0: -1.0; must be above 0, and it and its reciprocal finite",
        () -> Prior.full(MEAN, new double[][] {{-1, 0}, {0, 1}}));
  }

  @Test
  void asymmetryOfHugeCovariancesIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Prior.full(MEAN, new double[][] {{1e200, 3e199}, {0, 1e200}}));
  }

  /** |{{2, 1/2}, {1/2, 1}}| = 7/4, and its inverse is {{1, -1/2}, {-1/2, 2}}·4/7. */
  @Test
  void aFullPriorHasThePrecisionOfItsCovariance() {
    GaussianPrior density = Prior.full(MEAN, COVARIANCE).over(2, false);
    assertEquals(-Math.log(1.75), density.logDeterminant(), 1e-15);
    double[] upper = new double[4];
    density.addPrecision(upper);
    assertEquals(4 / 7.0, upper[0], 1e-15);
    assertEquals(-2 / 7.0, upper[1], 1e-15);
    assertEquals(8 / 7.0, upper[3], 1e-15);
  }

  /** What counts as rounding is 1e-9 of both standard deviations: 1e-4 here, and 1e-13. */
  @Test
  void asymmetryIsJudgedByTheSizeOfTheVariances() {
    double[][] large = {{1e8, 0.05}, {0.05 + 9e-6, 1e2}};
    assertEquals(2, Prior.full(MEAN, large).over(2, false).size());
    double[][] small = {{1e-4, 0}, {2e-13, 1e-4}};
    assertThrows(IllegalArgumentException.class, () -> Prior.full(MEAN, small));
  }
}
