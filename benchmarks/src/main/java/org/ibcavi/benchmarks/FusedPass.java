// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.SplittableRandom;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;

/**
 * What a sweep does to the rows and nothing else: linear predictors, link and Xᵀ times the slopes,
 * chunk after chunk, for blocks of categories side by side. Coordinates and solver are left out.
 */
final class FusedPass {
  /** Vectors in a block at the most, as in a fit. */
  private static final int WIDEST = 256;

  private final Regressors regressors;
  private final Workers workers;
  private final double[][] coefficients;
  private final double[][] gradients;
  private final double[][] values;
  private final int[] widths;

  FusedPass(DesignMatrix features, int categories, Workers workers) {
    this.regressors = new Regressors(features, true);
    this.workers = workers;
    int share = Math.max(1, categories / workers.parallelism());
    int blocks = (categories + Math.min(WIDEST, share) - 1) / Math.min(WIDEST, share);
    this.widths = new int[blocks];
    this.coefficients = new double[blocks][];
    this.gradients = new double[blocks][];
    this.values = new double[blocks][];
    SplittableRandom random = new SplittableRandom(1);
    // Predictors of about unit variance, around those of a rare category.
    double deviation = 1 / Math.sqrt(Math.max(1.0, (double) features.nonzeros() / features.rows()));
    for (int block = 0; block < blocks; block++) {
      int width = categories * (block + 1) / blocks - categories * block / blocks;
      widths[block] = width;
      int last = features.columns() * width;
      coefficients[block] = new double[regressors.size() * width];
      for (int at = 0; at < coefficients[block].length; at++) {
        coefficients[block][at] = at < last ? deviation * random.nextGaussian() : -2;
      }
      gradients[block] = new double[regressors.size() * width];
      values[block] = new double[width];
    }
  }

  /** One pass; returns something that depends on all of it. */
  double run() {
    workers.run(widths.length, Cancellation.onInterrupt(), this::runBlock);
    double sum = 0;
    for (double[] value : values) {
      sum += value[0];
    }
    return sum;
  }

  private void runBlock(int block) {
    int width = widths[block];
    DesignMatrix features = regressors.features();
    double[] eta = new double[DesignMatrix.CHUNK_ROWS * width];
    for (int chunk = 0; chunk < features.chunks(); chunk++) {
      regressors.product(chunk, coefficients[block], width, eta);
      for (int i = 0; i < features.chunkSize(chunk); i++) {
        Link.PROBIT.negatives(1, eta, null, i * width, width, values[block], 0);
      }
      regressors.addTransposedProduct(chunk, eta, width, gradients[block]);
    }
  }
}
