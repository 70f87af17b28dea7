// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.averaging;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The averages on offer and how a wrong one is refused. */
class AverageTest {
  private static void assertRefused(String message, Runnable attempt) {
    Throwable thrown = assertThrows(IllegalArgumentException.class, attempt::run);
    assertEquals(message, thrown.getMessage());
  }

  @Test
  void namesAreUnderstoodInAnyCase() {
    assertArrayEquals(new double[] {0, 1}, Average.named("BMA").alphas());
    assertArrayEquals(new double[] {0}, Average.named("cbm").alphas());
    assertArrayEquals(new double[] {1}, Average.named("Cbc").alphas());
    assertArrayEquals(new double[] {0.25}, Average.named("0.25").alphas());
    assertEquals(11, Average.named("grid").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "best", "1.5", "-0.1", "NaN", "0,5"})
  void anUnknownNameIsAnsweredWithTheKnownOnes(String name) {
    assertRefused(
        "average '" + name + "'; must be grid, bma, cbm, cbc or a number from 0 to 1",
        () -> Average.named(name));
  }

  @Test
  void theGridIsEvenAndItsPriorWeightsAreEqual() {
    Average grid = Average.grid();
    for (int i = 0; i < 11; i++) {
      assertEquals(i / 10.0, grid.alphas()[i], 1e-15);
      assertEquals(1.0 / 11, grid.priorWeights()[i], 1e-15);
    }
  }

  @Test
  void priorWeightsAreScaledToOne() {
    Average average = Average.of(new double[] {0, 1}, new double[] {3, 1});
    assertArrayEquals(new double[] {0.75, 0.25}, average.priorWeights());
  }

  @Test
  void wrongMembersAreNamed() {
    assertRefused(
        "2 alphas with 1 prior weights; there must be as many of each and at least one",
        () -> Average.of(new double[] {0, 1}, new double[] {1}));
    assertRefused(
        "0 alphas with 0 prior weights; there must be as many of each and at least one",
        () -> Average.of(new double[0], new double[0]));
    assertRefused(
        "alpha 0.5 after 0.5; must increase strictly",
        () -> Average.of(new double[] {0.5, 0.5}, new double[] {1, 1}));
    assertRefused(
        "prior weight 0.0 of alpha 1.0; must be above 0 and finite",
        () -> Average.of(new double[] {0, 1}, new double[] {1, 0}));
    assertRefused("alpha 2.0; must be between 0 and 1", () -> Average.fixed(2));
    assertRefused("alpha NaN; must be between 0 and 1", () -> Average.fixed(Double.NaN));
  }

  @Test
  void anAverageCannotBeChangedThroughItsArrays() {
    double[] alphas = {0, 1};
    Average average = Average.of(alphas, new double[] {1, 1});
    alphas[0] = 0.7;
    average.alphas()[1] = 0.7;
    average.priorWeights()[0] = 7;
    assertArrayEquals(new double[] {0, 1}, average.alphas());
    assertArrayEquals(new double[] {0.5, 0.5}, average.priorWeights());
  }
}
