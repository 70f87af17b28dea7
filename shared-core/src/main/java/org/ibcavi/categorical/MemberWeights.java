// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The weights of fitted members: those that would have predicted left-out rows best. */
final class MemberWeights {
  /** A member below this weight costs every prediction more than it gives. */
  private static final double LEAST_WEIGHT = 0.05;

  /**
   * By how many standard errors a member of another basis must predict better than the linear
   * members that lead, for these to lead no longer.
   */
  private static final double CLEAR = 2;

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
    boolean keepsFirst = groups.get(0).keepsFirst();
    double[] counted =
        IntStream.range(0, weights.length)
            .mapToDouble(m -> (m == 0 && keepsFirst) || counts(weights, m) ? weights[m] : 0)
            .toArray();
    double kept = Arrays.stream(counted).sum();
    return Arrays.stream(counted).map(weight -> weight / kept).toArray();
  }

  /** Whether a member's weight is large enough for it to be kept. */
  static boolean counts(double[] weights, int member) {
    double largest = Arrays.stream(weights).max().orElseThrow();
    return weights[member] >= Math.min(LEAST_WEIGHT, largest);
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
    double[] rows = priorRows.stream().mapToDouble(Double::doubleValue).toArray();
    if (isLinearTooLittle(groups)) {
      double least = Arrays.stream(rows).min().orElseThrow();
      Arrays.setAll(rows, m -> Math.min(rows[m], least));
    }
    return new Stack(densities.toArray(new double[0][]), groups.get(0).rowWeights(), rows)
        .weights();
  }

  /**
   * The rows that leading members are given keep chance from choosing among members that are much
   * alike. Where one of another basis is clearly better, they would only hold it back.
   */
  private static boolean isLinearTooLittle(List<Candidates> groups) {
    double[] rowWeights = groups.get(0).rowWeights();
    double[] leading = bestLeading(groups.get(0));
    return groups.stream()
        .skip(1)
        .flatMap(group -> IntStream.range(0, group.members().size()).mapToObj(group::logDensities))
        .anyMatch(other -> isClearlyBetter(other, leading, rowWeights));
  }

  private static double[] bestLeading(Candidates linear) {
    double most =
        IntStream.range(0, linear.members().size())
            .mapToDouble(linear::priorRows)
            .max()
            .orElseThrow();
    return IntStream.range(0, linear.members().size())
        .filter(m -> linear.priorRows(m) == most)
        .mapToObj(linear::logDensities)
        .max(Comparator.comparingDouble(one -> total(one, linear.rowWeights())))
        .orElseThrow();
  }

  private static double total(double[] logDensities, double[] rowWeights) {
    return IntStream.range(0, rowWeights.length)
        .mapToDouble(i -> rowWeights[i] * logDensities[i])
        .sum();
  }

  /** By the differences row by row: their sum against its standard error. */
  private static boolean isClearlyBetter(double[] other, double[] than, double[] rowWeights) {
    double[] gains =
        IntStream.range(0, other.length).mapToDouble(i -> other[i] - than[i]).toArray();
    double sum = total(gains, rowWeights);
    double mean = sum / Arrays.stream(rowWeights).sum();
    double squares =
        IntStream.range(0, gains.length)
            .mapToDouble(i -> rowWeights[i] * (gains[i] - mean) * (gains[i] - mean))
            .sum();
    return sum > CLEAR * Math.sqrt(squares);
  }
}
