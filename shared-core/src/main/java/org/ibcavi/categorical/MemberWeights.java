// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

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
    List<Weighed> members =
        groups.stream()
            .flatMap(group -> IntStream.range(0, group.members().size()).mapToObj(group::weighed))
            .toList();
    double[] rowWeights = groups.get(0).rowWeights();
    int linear = groups.get(0).members().size();
    return groups.get(0).leads() && members.size() > linear
        ? inTwoSteps(
            members.subList(0, linear), members.subList(linear, members.size()), rowWeights)
        : stack(members, rowWeights).weights();
  }

  private static Stack stack(List<Weighed> members, double[] rowWeights) {
    return new Stack(
        members.stream().map(Weighed::logDensities).toArray(double[][]::new),
        rowWeights,
        members.stream().mapToDouble(Weighed::priorRows).toArray());
  }

  /**
   * Weighs linear members among themselves, as if there were no others, these among themselves, and
   * then one mixture against the other. The linear one leads unless left-out rows are predicted
   * better by the other, and by more than a standard error: the simpler of two that can hardly be
   * told apart (Breiman et al. 1984, section 3.4.3).
   */
  private static double[] inTwoSteps(
      List<Weighed> linear, List<Weighed> others, double[] rowWeights) {
    Stack first = stack(honest(linear), rowWeights);
    Stack second = stack(others, rowWeights);
    double rows = others.stream().mapToDouble(Weighed::priorRows).min().orElseThrow();
    double lead = linear.stream().mapToDouble(Weighed::priorRows).max().orElseThrow();
    double[] ofLinear = first.mixture();
    double[] ofOthers = second.mixture();
    double linearRows = isClearlyBetter(ofOthers, ofLinear, rowWeights) ? rows : lead;
    double[] shares =
        new Stack(new double[][] {ofLinear, ofOthers}, rowWeights, new double[] {linearRows, rows})
            .weights();
    return DoubleStream.concat(
            Arrays.stream(stack(linear, rowWeights).weights()).map(weight -> shares[0] * weight),
            Arrays.stream(second.weights()).map(weight -> shares[1] * weight))
        .toArray();
  }

  /**
   * Whether log densities are larger in sum than others, by more than the standard error of the
   * difference. A row's weight is the number of its copies.
   */
  static boolean isClearlyBetter(double[] some, double[] others, double[] rowWeights) {
    double sum = 0;
    double squares = 0;
    double rows = 0;
    for (int i = 0; i < some.length; i++) {
      double gain = some[i] - others[i];
      sum += rowWeights[i] * gain;
      squares += rowWeights[i] * gain * gain;
      rows += rowWeights[i];
    }
    return sum > Math.sqrt(Math.max(0, squares - sum * sum / rows));
  }

  /**
   * Those whose leave-one-out densities are fair beside other bases'. A heavy-tailed prior's
   * variances were learned with the row that is left out, and flatter its member.
   */
  private static List<Weighed> honest(List<Weighed> linear) {
    List<Weighed> normal = linear.stream().filter(member -> !member.heavyTailed()).toList();
    return normal.isEmpty() ? linear : normal;
  }

  /**
   * What there is to know of a member.
   *
   * @param logDensities of the rows left out
   * @param priorRows how many rows what is known of it is worth
   * @param heavyTailed whether its prior is
   */
  @SuppressWarnings("ArrayRecordComponent") // seen by this class alone
  record Weighed(double[] logDensities, double priorRows, boolean heavyTailed) {}
}
