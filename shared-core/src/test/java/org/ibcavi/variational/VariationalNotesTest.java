// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a report says about how variational posteriors were found. */
class VariationalNotesTest {
  private static VariationalResult result(int rounds, boolean converged, boolean exact) {
    return new VariationalResult(null, null, new double[rounds + 1], 9, 32, converged, exact);
  }

  @Test
  void roundsAndDrawsAreTold() {
    assertEquals(
        List.of("variational posteriors took 1 round with 32 draws of each row's predictors"),
        VariationalResult.notes(List.of(result(1, true, true))));
    assertEquals(
        List.of(
            "variational posteriors took 2 to 5 rounds with 32 draws of each row's predictors; 1 of"
                + " 2 still moved a little"),
        VariationalResult.notes(List.of(result(5, false, true), result(2, true, true))));
    assertEquals(List.of(), VariationalResult.notes(List.of()));
  }

  /** Whoever compares members by their bounds must know that these have an error. */
  @Test
  void approximateVariancesAreTold() {
    assertEquals(
        List.of(
            "variational posteriors took 3 rounds with 32 draws of each row's predictors",
            "variational posteriors were found with approximate variances of the rows' predictors:"
                + " their bounds are not exact enough to compare members"),
        VariationalResult.notes(List.of(result(3, true, true), result(3, true, false))));
  }
}
