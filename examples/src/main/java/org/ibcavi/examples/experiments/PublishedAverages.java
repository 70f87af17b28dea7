// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The published table of the value of averaging (Wojnowicz et al., 2022, supplement). */
final class PublishedAverages {
  private PublishedAverages() {}

  /**
   * A simulated data set and the published mean divergences from the truth on it.
   *
   * @param rows N
   * @param categories K
   * @param features M
   * @param strength standard deviation of the weights that matter
   * @param cbcWeight weight of the conditioning member in the average
   * @param cbm divergence of the marginalizing member
   * @param cbc divergence of the conditioning member
   * @param bma divergence of their average
   */
  record Cell(
      int rows,
      int categories,
      int features,
      double strength,
      double cbcWeight,
      double cbm,
      double cbc,
      double bma) {
    /** What cells of all sizes have in common. */
    String stratum() {
      return "K=" + categories + " M=" + features + " σ=" + strength;
    }
  }

  static List<Cell> read() throws IOException {
    List<Cell> cells = new ArrayList<>();
    try (InputStream in = PublishedAverages.class.getResourceAsStream("averaging.csv");
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      reader.readLine();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        double[] v = Arrays.stream(line.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
        cells.add(new Cell((int) v[0], (int) v[1], (int) v[2], v[3], v[4], v[5], v[6], v[7]));
      }
    }
    return cells;
  }
}
