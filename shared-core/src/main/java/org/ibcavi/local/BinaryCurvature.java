// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Link;
import org.ibcavi.problem.Problem;

/** The curvature of the binary regressions themselves: minus the second derivative. */
final class BinaryCurvature implements RowCurvature {
  private final Problem problem;
  private final Link link;

  BinaryCurvature(Problem problem, Link link) {
    this.problem = problem;
    this.link = link;
  }

  @Override
  public void of(int chunk, int[] regressions, int first, int width, double[] eta) {
    DesignMatrix features = problem.regressors().features();
    int start = features.chunkStart(chunk);
    for (int row = start, at = 0; row < start + features.chunkSize(chunk); row++) {
      for (int j = 0; j < width; j++, at++) {
        boolean own = problem.regressionOfRow(row) == regressions[first + j];
        eta[at] = problem.rowWeight(row) * link.curvature(own ? eta[at] : -eta[at]);
      }
    }
  }
}
