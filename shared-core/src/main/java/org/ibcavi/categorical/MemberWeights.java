// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The weights of fitted members: those that would have predicted left-out rows best. */
final class MemberWeights {
  /** A member below this weight costs every prediction more than it gives. */
  private static final double LEAST_WEIGHT = 0.05;

  private MemberWeights() {}

  /**
   * Weighs members; one that would hardly count is left out, with the weight 0, unless it is the
   * linear member that leads those of other bases: its coefficients are what people read.
   *
   * @param groups compared by the same rows
   * @return one for each member, group after group; they sum to 1
   */
  static double[] of(List<Candidates> groups) {
    if (groups.size() == 1 && groups.get(0).members().size() == 1) {
      return new double[] {1};
    }
    double[] weights = stacked(groups);
    double largest = Arrays.stream(weights).max().orElseThrow();
    double least = Math.min(LEAST_WEIGHT, largest);
    for (int m = groups.get(0).keepsFirst() ? 1 : 0; m < weights.length; m++) {
      weights[m] = weights[m] >= least ? weights[m] : 0;
    }
    double kept = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / kept).toArray();
  }

  private static double[] stacked(List<Candidates> groups) {
    List<double[]> densities = new ArrayList<>();
    List<Double> priorRows = new ArrayList<>();
    for (Candidates group : groups) {
      for (int m = 0; m < group.members().size(); m++) {
        densities.add(group.logDensities(m));
        priorRows.add(group.priorRows(m));
      }
    }
    return new Stack(
            densities.toArray(new double[0][]),
            groups.get(0).rowWeights(),
            priorRows.stream().mapToDouble(Double::doubleValue).toArray())
        .weights();
  }
}
