// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.ArrayList;
import java.util.List;

/** The mean of dependent draws with its standard error by batch means. */
final class BatchMeans {
  private static final int BATCHES = 40;

  private final List<Double> draws = new ArrayList<>();

  void add(double draw) {
    draws.add(draw);
  }

  double mean() {
    return draws.stream().mapToDouble(d -> d).average().orElseThrow();
  }

  double standardError() {
    int length = draws.size() / BATCHES;
    double mean = mean();
    double sum = 0;
    for (int b = 0; b < BATCHES; b++) {
      double batch =
          draws.subList(b * length, (b + 1) * length).stream()
              .mapToDouble(d -> d)
              .average()
              .orElseThrow();
      sum += (batch - mean) * (batch - mean);
    }
    return Math.sqrt(sum / (BATCHES - 1) / BATCHES);
  }
}
