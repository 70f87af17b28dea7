// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import java.util.Arrays;
import org.ibcavi.link.Likelihood;
import org.ibcavi.local.FittedPredictors;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.problem.Draws;
import org.ibcavi.special.Softmax;

/**
 * The log density that a model fitted without a row would have given the row's label, for every row
 * and without a refit. One Newton step away from the posterior, with v = xᵀΣx and the row's
 * derivative g = D([y = k] − P) and expected curvature w = P(1 − P)D²,
 *
 * <pre>
 *   η_k without the row ≈ η_k − v_k ωE[g_k] / (1 − v_k ωE[w_k]),  its variance v_k / (1 − v_k ωE[w_k])
 * </pre>
 *
 * <p>A row of weight 2 stands for two rows, each of which is left out while the other stays, so no
 * more than the weight 1 is ever left out; of a row of less weight it is all of it. Where repeated
 * rows were merged, one of them is left out.
 *
 * <p>At a mode the expectations are the values there, and the density is that at the moved linear
 * predictors. For a variational posterior they are means over draws, and so is the density, over
 * draws of the moved normals, unless the model predicts at its means. What a row adds to a
 * variational posterior's precision is the curvature at its own label, w = P(1 − P)D² − ([y = k] −
 * P)D′, and that is what leaving it out takes away; the expected curvature is less at the label
 * where α is below 1, and flattered such members.
 */
public final class LeaveOneOut {
  /** The denominator is above 0, but an estimated covariance or rounding may say otherwise. */
  private static final double LEAST_DENOMINATOR = 0.05;

  private final Likelihood member;
  private final FittedPredictors predictors;
  private final Draws draws;
  private final boolean averages;

  private LeaveOneOut(
      Likelihood member, FittedPredictors predictors, Draws draws, boolean averages) {
    this.member = member;
    this.predictors = predictors;
    this.draws = draws;
    this.averages = averages;
  }

  /**
   * From a mode and its Laplace covariances.
   *
   * @param member the likelihood
   * @param predictors means and deviations under the posterior
   * @return densities at the moved means
   */
  public static LeaveOneOut atMode(Likelihood member, FittedPredictors predictors) {
    return new LeaveOneOut(member, predictors, Draws.none(predictors.categories()), false);
  }

  /**
   * From a variational posterior.
   *
   * @param member the likelihood
   * @param predictors means and deviations under the posterior
   * @param count draws for each row, an even number
   * @param seed of the draws
   * @return densities as means over draws
   */
  public static LeaveOneOut of(
      Likelihood member, FittedPredictors predictors, int count, long seed) {
    Draws draws = Draws.of(count, predictors.categories(), seed);
    return new LeaveOneOut(member, predictors, draws, true);
  }

  /**
   * The same posterior, of a model that predicts at its means.
   *
   * @return densities at the moved means
   */
  public LeaveOneOut atMeans() {
    return new LeaveOneOut(member, predictors, draws, false);
  }

  /**
   * The log densities of left-out rows.
   *
   * @param context threads
   * @return one for each of the predictors' rows
   */
  public double[] logDensities(FitContext context) {
    double[] result = new double[predictors.rows()];
    long[] hashes = draws.areNone() ? null : predictors.hashes(context);
    Draws inOrder = draws.areNone() ? draws : draws.inOrder(predictors.order(hashes));
    predictors.forEachRow(
        context,
        () -> {
          Row memory = new Row(inOrder);
          return (chunk, row) -> {
            int number = chunk.number(row);
            double[] set = inOrder.set(hashes == null ? 0 : setOf(hashes[number]));
            result[number] = memory.logDensity(chunk, row, set);
          };
        });
    return result;
  }

  /** The same for rows with the same features, so that a row of weight 2 is two rows. */
  private int setOf(long hash) {
    return (int) Math.floorMod(hash, (long) draws.sets());
  }

  /** Memory for one row after the other. */
  private final class Row {
    private final Draws draws;
    private final int categories = predictors.categories();
    private final double[] eta = new double[categories];
    private final double[] deviation = new double[categories];
    private final double[] logP = new double[categories];
    private final double[] slope = new double[categories];
    private final double[] gradient = new double[categories];
    private final double[] curvature = new double[categories];
    private final double[] secondDerivative = new double[categories];
    private final boolean observed;
    private final double contrastShare;

    Row(Draws draws) {
      this.draws = draws;
      this.observed = !draws.areNone() && !member.blindToCommonShift();
      this.contrastShare = draws.areNone() ? 1 : predictors.contrastShare(member);
    }

    double logDensity(FittedPredictors.Chunk chunk, int i, double[] set) {
      chunk.predictors(i, eta, deviation);
      int label = chunk.label(i);
      findMoments(label, set);
      double weight = Math.min(1, chunk.weight(i) / chunk.copies(i));
      for (int k = 0; k < categories; k++) {
        double variance = deviation[k] * deviation[k];
        double own = weight * variance * Math.max(0, curvature[k]) / contrastShare;
        double denominator = Math.max(LEAST_DENOMINATOR, 1 - own);
        eta[k] -= weight * variance * gradient[k] / denominator;
        deviation[k] = averages ? Math.sqrt(variance / denominator) : 0;
      }
      if (averages) {
        return logMean(label, set);
      }
      draw(set, 0);
      normalize();
      return logP[label];
    }

    /** E[g] and E[w]. */
    private void findMoments(int label, double[] set) {
      Arrays.fill(gradient, 0);
      Arrays.fill(curvature, 0);
      double share = 1.0 / draws.count();
      for (int draw = 0; draw < draws.count(); draw++) {
        draw(set, draw);
        if (observed) {
          Arrays.setAll(secondDerivative, k -> member.scoreSecondDerivative(logP[k]));
        }
        normalize();
        for (int k = 0; k < categories; k++) {
          double other = -Math.expm1(logP[k]);
          double p = Math.exp(logP[k]);
          double residual = k == label ? other : -p;
          gradient[k] += share * slope[k] * residual;
          double expected = p * other * slope[k] * slope[k];
          curvature[k] += share * (expected - residual * secondDerivative[k]);
        }
      }
    }

    /** log E[p(label)]. */
    private double logMean(int label, double[] set) {
      double max = Double.NEGATIVE_INFINITY;
      double sum = 0;
      for (int draw = 0; draw < draws.count(); draw++) {
        draw(set, draw);
        normalize();
        double log = logP[label];
        sum = log <= max ? sum + Math.exp(log - max) : 1 + sum * Math.exp(max - log);
        max = Math.max(max, log);
      }
      return max + Math.log(sum / draws.count());
    }

    /** A draw of the linear predictors, in the place of the log probabilities. */
    private void draw(double[] set, int draw) {
      for (int k = 0; k < categories; k++) {
        double z = draws.areNone() ? 0 : set[(draw >> 1) * categories + k];
        logP[k] = Math.fma((draw & 1) == 0 ? z : -z, deviation[k], eta[k]);
      }
    }

    /** From linear predictors to log probabilities, with the slopes of the scores. */
    private void normalize() {
      member.link().scores(member.alpha(), logP, slope, 0, categories);
      Softmax.logProbabilities(logP, categories);
    }
  }
}
