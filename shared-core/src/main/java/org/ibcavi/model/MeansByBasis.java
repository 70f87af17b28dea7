// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.ArrayList;
import java.util.List;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;

/**
 * The means of all components' coefficients: those of a basis side by side, so that a row's linear
 * predictors in its components are one product, and one basis after the other.
 */
final class MeansByBasis {
  private final List<FittedBasis> bases = new ArrayList<>();
  private final List<StackedMeans> stacks = new ArrayList<>();
  private final int[] stackStarts;
  private final int[] basisOf;
  private final int[] withinStack;
  private final int vectors;

  MeansByBasis(List<Component> components, Standardization standardization) {
    basisOf = new int[components.size()];
    withinStack = new int[components.size()];
    List<List<Component>> groups = new ArrayList<>();
    for (int c = 0; c < basisOf.length; c++) {
      basisOf[c] = number(components.get(c).basis());
      if (basisOf[c] == groups.size()) {
        groups.add(new ArrayList<>());
      }
      withinStack[c] = groups.get(basisOf[c]).size();
      groups.get(basisOf[c]).add(components.get(c));
    }
    stackStarts = new int[groups.size()];
    int sum = 0;
    for (int b = 0; b < stackStarts.length; b++) {
      stackStarts[b] = sum;
      stacks.add(new StackedMeans(groups.get(b), standardization));
      sum += stacks.get(b).vectors();
    }
    vectors = sum;
  }

  /** Components of the same basis share the map itself, or are both linear. */
  private int number(FittedBasis basis) {
    for (int b = 0; b < bases.size(); b++) {
      if (bases.get(b) == basis || (bases.get(b).isLinear() && basis.isLinear())) {
        return b;
      }
    }
    bases.add(basis);
    return bases.size() - 1;
  }

  /** The different bases, that of the first component first. */
  List<FittedBasis> bases() {
    return List.copyOf(bases);
  }

  /** Whether all components are linear in the features. */
  boolean linear() {
    return bases.size() == 1 && bases.get(0).isLinear();
  }

  /** Which of the bases a component has. */
  int basisOf(int component) {
    return basisOf[component];
  }

  /** Linear predictors of a row in all components. */
  int vectors() {
    return vectors;
  }

  /** Where a component's linear predictors begin. */
  int start(int component) {
    int b = basisOf[component];
    return stackStarts[b] + stacks.get(b).start(withinStack[component]);
  }

  /** A component's vector, of a linear one on the original scale of the features. */
  double[] vector(int component, int vector) {
    StackedMeans stack = stacks.get(basisOf[component]);
    return stack.vector(stack.start(withinStack[component]) + vector);
  }

  /** A number of a component's vector. */
  double get(int component, int vector, int coefficient) {
    StackedMeans stack = stacks.get(basisOf[component]);
    return stack.get(stack.start(withinStack[component]) + vector, coefficient);
  }

  /** Whether the means are finite. */
  boolean finite() {
    return stacks.stream().allMatch(StackedMeans::finite);
  }

  /** The linear predictors of a dense row, if all components are linear. */
  void predictors(double[] row, double[] eta) {
    stacks.get(0).predictors(row, eta);
  }

  /**
   * The linear predictors of a chunk's rows.
   *
   * @param rows the rows
   * @param chunk which of them
   * @param mapped the chunk's rows as each basis has them; not looked at for a linear one
   * @return chunk rows × {@link #vectors()}
   */
  double[] predictors(RowsToPredict rows, int chunk, List<RowsToPredict.Chunk> mapped) {
    if (linear()) {
      return stacks.get(0).predictors(rows.original(), chunk, chunk);
    }
    int count = rows.original().features().chunkSize(chunk);
    double[] eta = new double[count * vectors];
    for (int b = 0; b < bases.size(); b++) {
      StackedMeans stack = stacks.get(b);
      double[] part =
          bases.get(b).isLinear()
              ? stack.predictors(rows.original(), chunk, chunk)
              : stack.predictors(mapped.get(b).form().regressors(), mapped.get(b).number(), chunk);
      for (int i = 0; i < count; i++) {
        System.arraycopy(
            part, i * stack.vectors(), eta, i * vectors + stackStarts[b], stack.vectors());
      }
    }
    return eta;
  }
}
