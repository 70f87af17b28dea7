// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.link.Link;
import org.ibcavi.link.PowerAverage;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;

/**
 * Plug-in probabilities of single dense rows, as a service that scores row after row wants them:
 * nothing is allocated but the result. The operations are those of a product of many rows, so the
 * bits are the same (with the native product kernel, to rounding).
 */
final class PlugInPredictor {
  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private final PowerAverage average;
  private final Coefficients means;
  private final int[] vectorOf;
  private final int[] multiplicities;
  private final boolean inOrder;

  /**
   * Prepares predictions.
   *
   * @param link the binary link
   * @param posterior which vector each category has
   * @param means coefficients on the original scale
   * @param members of the average
   */
  PlugInPredictor(Link link, Posterior posterior, Coefficients means, AlphaWeights members) {
    double[] alphas = new double[members.size()];
    double[] weights = new double[members.size()];
    Arrays.setAll(alphas, members::alpha);
    Arrays.setAll(weights, members::weight);
    this.average = new PowerAverage(link, alphas, weights);
    this.means = means;
    this.vectorOf = new int[posterior.categories()];
    Arrays.setAll(vectorOf, posterior::vectorOf);
    this.multiplicities = new int[means.vectors()];
    for (int vector : vectorOf) {
      multiplicities[vector]++;
    }
    this.inOrder =
        means.vectors() == vectorOf.length
            && IntStream.range(0, vectorOf.length).allMatch(k -> vectorOf[k] == k);
  }

  /** What a thread keeps from row to row. */
  private static final class Scratch {
    double[] eta = {};
    double[] byVector = {};

    void fit(int vectors) {
      if (eta.length != vectors) {
        eta = new double[vectors];
        byVector = new double[vectors];
      }
    }
  }

  /** The average over the members, for callers that have the linear predictors. */
  PowerAverage average() {
    return average;
  }

  /**
   * The probability of each category.
   *
   * @param row as many values as there are features
   */
  double[] probabilities(double[] row) {
    Scratch scratch = SCRATCH.get();
    scratch.fit(multiplicities.length);
    predictors(row, scratch.eta);
    double[] result = new double[vectorOf.length];
    if (inOrder) {
      average.add(1, scratch.eta, multiplicities, result);
      for (int k = 0; k < result.length; k++) {
        result[k] = Math.min(1, result[k]);
      }
      return result;
    }
    Arrays.fill(scratch.byVector, 0);
    average.add(1, scratch.eta, multiplicities, scratch.byVector);
    for (int k = 0; k < result.length; k++) {
      result[k] = Math.min(1, scratch.byVector[vectorOf[k]]);
    }
    return result;
  }

  private void predictors(double[] row, double[] eta) {
    boolean intercept = means.size() > row.length;
    for (int b = 0; b < means.blocks(); b++) {
      double[] block = means.block(b);
      int width = means.blockWidth(b);
      int start = means.blockStart(b);
      for (int j = 0; j < width; j++) {
        eta[start + j] = intercept ? block[row.length * width + j] : 0;
      }
      for (int p = 0; p < row.length; p++) {
        add(row[p], block, p * width, eta, start, width);
      }
      for (int j = start; j < start + width; j++) {
        eta[j] = CategoricalModel.bounded(0, eta[j]);
      }
    }
  }

  private static void add(double x, double[] from, int at, double[] to, int start, int width) {
    for (int j = 0; j < width; j++) {
      to[start + j] = Math.fma(x, from[at + j], to[start + j]);
    }
  }
}
