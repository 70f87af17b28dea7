// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.pass.BlockSums;

/** Some of the regressions of a block, with their coefficients, as they are sent. */
final class BlockShare implements Serializable {
  private static final long serialVersionUID = 1;

  private final String link;
  private final int[] regressions;
  private final double[] coefficients;
  private final double[] variances;

  /**
   * Takes regressions out of a block, from the from-th to before the to-th.
   *
   * @param link of the regressions
   * @param all the regressions of the block
   * @param coefficients P × regressions of the block
   * @param variances of the coefficients; null for none
   * @param from the first regression
   * @param to the end
   */
  BlockShare(Link link, int[] all, double[] coefficients, double[] variances, int from, int to) {
    this.link = link.name();
    this.regressions = Arrays.copyOfRange(all, from, to);
    this.coefficients = columns(coefficients, all.length, from, to);
    this.variances = variances == null ? null : columns(variances, all.length, from, to);
  }

  private static double[] columns(double[] matrix, int width, int from, int to) {
    int rows = matrix.length / width;
    double[] some = new double[rows * (to - from)];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(matrix, row * width + from, some, row * (to - from), to - from);
    }
    return some;
  }

  /** Values, gradients and weighted squares of the regressions. */
  double[][] sums(LocalPass pass) {
    BlockSums sums = pass.block(Link.named(link), regressions, coefficients, variances);
    return new double[][] {sums.values(), sums.gradients(), sums.weightedSquares()};
  }

  /** Puts these regressions' sums into those of the whole block, where they were taken out. */
  void put(double[][] own, BlockSums block, int from) {
    put(own[0], block.values(), block.values().length, from);
    put(own[1], block.gradients(), block.values().length, from);
    put(own[2], block.weightedSquares(), block.values().length, from);
  }

  private void put(double[] some, double[] matrix, int width, int from) {
    int own = regressions.length;
    for (int row = 0; row < matrix.length / width; row++) {
      System.arraycopy(some, row * own, matrix, row * width + from, own);
    }
  }
}
