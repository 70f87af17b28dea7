// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;

/** First and second moments of a sampler's draws, with their standard errors. */
final class PosteriorMoments {
  private final BatchMeans[] first;
  private final BatchMeans[] second;

  private PosteriorMoments(int size) {
    first = new BatchMeans[size];
    second = new BatchMeans[size];
    Arrays.setAll(first, j -> new BatchMeans());
    Arrays.setAll(second, j -> new BatchMeans());
  }

  private void add(double[] theta) {
    for (int j = 0; j < theta.length; j++) {
      first[j].add(theta[j]);
      second[j].add(theta[j] * theta[j]);
    }
  }

  static PosteriorMoments byNuts(LogDensity target, int draws) {
    PosteriorMoments moments = new PosteriorMoments(target.size());
    new Nuts(target, 1)
        .run(
            new double[target.size()],
            500,
            draws,
            (theta, warmup) -> {
              if (!warmup) {
                moments.add(theta);
              }
              return true;
            });
    return moments;
  }

  static PosteriorMoments byGibbs(GibbsSampler sampler, int sweeps) {
    PosteriorMoments moments = new PosteriorMoments(sampler.theta().length);
    for (int t = 0; t < sweeps; t++) {
      sampler.sweep();
      // The first draws still remember the start.
      if (t >= sweeps / 16) {
        moments.add(sampler.theta());
      }
    }
    return moments;
  }

  /** The moments of one column of coefficients, of so many. */
  PosteriorMoments column(int k, int columns) {
    PosteriorMoments column = new PosteriorMoments(first.length / columns);
    for (int m = 0; m < column.first.length; m++) {
      column.first[m] = first[m * columns + k];
      column.second[m] = second[m * columns + k];
    }
    return column;
  }

  double mean(int j) {
    return first[j].mean();
  }

  double deviation(int j) {
    return Math.sqrt(second[j].mean() - first[j].mean() * first[j].mean());
  }

  /** Fails unless both moments agree within five standard errors, which must be small. */
  void assertAgreeWith(PosteriorMoments others) {
    for (int j = 0; j < first.length; j++) {
      assertAgree(first[j], others.first[j]);
      assertAgree(second[j], others.second[j]);
    }
  }

  private static void assertAgree(BatchMeans one, BatchMeans other) {
    double error = Math.hypot(one.standardError(), other.standardError());
    assertEquals(one.mean(), other.mean(), 5 * error);
    assertTrue(error < 0.1, "standard error " + error);
  }

  /**
   * Fails unless each coefficient's variational mean is so near, in posterior deviations, and its
   * deviation between these multiples of the posterior's.
   */
  void assertNear(CoordinateAscent ascent, double distance, double narrowest, double widest) {
    double[] means = ascent.theta();
    double[] deviations = ascent.deviations();
    for (int j = 0; j < means.length; j++) {
      assertEquals(mean(j), means[j], distance * deviation(j));
      double ratio = deviations[j] / deviation(j);
      assertTrue(ratio > narrowest && ratio < widest, "deviation of " + j + ": " + ratio);
    }
  }
}
