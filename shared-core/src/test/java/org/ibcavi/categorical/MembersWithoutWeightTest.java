// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.ibcavi.IbCavi;
import org.ibcavi.RandomData;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;

/**
 * Where rows are many, members without weight at their modes get no variational posterior. Which
 * those are is told by the fit with Laplace's posteriors, which weighs all of them at their modes.
 */
class MembersWithoutWeightTest {
  private static final int CATEGORIES = 5;
  private static final String LEFT_OUT = "too little weight at their modes";

  @Test
  void theyAreLeftOutWhereRowsAreMany() {
    FitReport variational = fit(20_000, PosteriorKind.VARIATIONAL);
    FitReport laplace = fit(20_000, PosteriorKind.LAPLACE);
    assertEquals(Set.of(0.0, 0.5, 1.0), alphas(laplace, 0), laplace.toString());
    Set<Double> weighed = alphas(laplace, Double.MIN_VALUE);
    assertNotEquals(alphas(laplace, 0), weighed, laplace.toString());
    assertEquals(weighed, alphas(variational, 0), variational.toString());
    assertEquals(1, variational.members().stream().mapToDouble(MemberReport::weight).sum(), 1e-9);
    assertTrue(says(variational), variational.toString());
    assertFalse(says(laplace), laplace.toString());
  }

  @Test
  void theyAreAllWeighedWhereRowsAreFew() {
    FitReport variational = fit(300, PosteriorKind.VARIATIONAL);
    assertEquals(Set.of(0.0, 0.5, 1.0), alphas(variational, 0), variational.toString());
    assertFalse(says(variational), variational.toString());
  }

  /** Labels of the model with alpha 0, whose plateaus softmax does not have. */
  private static FitReport fit(int count, PosteriorKind posterior) {
    SplittableRandom random = new SplittableRandom(5);
    double[][] rows = new double[count][2];
    int[] labels = new int[count];
    double[] weights = new double[count];
    Arrays.fill(weights, 1);
    for (int i = 0; i < count; i++) {
      rows[i][0] = random.nextGaussian();
      rows[i][1] = random.nextGaussian();
      labels[i] = draw(rows[i], random);
    }
    return IbCavi.withDefaults()
        .method(Method.CATEGORICAL)
        .posterior(posterior)
        .fit(new RandomData(rows, labels, weights, CATEGORIES).dense())
        .report();
  }

  private static int draw(double[] row, SplittableRandom random) {
    double[] cumulative = new double[CATEGORIES];
    double sum = 0;
    for (int k = 0; k < CATEGORIES; k++) {
      double angle = 2 * Math.PI * k / CATEGORIES;
      double predictor = 8 * (row[0] * Math.cos(angle) + row[1] * Math.sin(angle));
      sum += 1 / (1 + Math.exp(-predictor));
      cumulative[k] = sum;
    }
    double level = sum * random.nextDouble();
    int drawn = 0;
    while (cumulative[drawn] < level) {
      drawn++;
    }
    return drawn;
  }

  private static Set<Double> alphas(FitReport report, double leastWeight) {
    return report.members().stream()
        .filter(member -> member.weight() >= leastWeight)
        .map(MemberReport::alpha)
        .collect(Collectors.toSet());
  }

  private static boolean says(FitReport report) {
    return report.notes().stream().anyMatch(note -> note.contains(LEFT_OUT));
  }
}
