// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Arrays;
import org.ibcavi.IbCavi;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Uncertainty;
import org.junit.jupiter.api.Test;

/** Draws agree with the moments that the core computes in its own way. */
class ProbabilityDrawsTest {
  @Test
  void drawsHaveTheModelsMeanAndDeviation() throws IOException {
    LabeledTable glass = LabeledTable.named("glass").shuffled(3);
    for (Link link : Link.ALL) {
      CategoricalModel model = IbCavi.withDefaults().link(link).fit(glass.trainingData());
      double[] row = glass.row(0);
      Uncertainty expected = model.uncertainty(row);
      int count = 40_000;
      double[][] draws = ProbabilityDraws.of(model, row, count, 5);
      for (int k = 0; k < draws.length; k++) {
        double mean = Arrays.stream(draws[k]).average().orElseThrow();
        // The core's own figures come from a few hundred draws; five of their standard errors.
        double tolerance = 5 * expected.standardDeviation()[k] / Math.sqrt(100) + 1e-9;
        assertEquals(expected.mean()[k], mean, tolerance);
      }
    }
  }
}
