// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import org.ibcavi.fit.FitContext;
import org.ibcavi.link.Likelihood;
import org.ibcavi.pass.FittedPredictors;
import org.ibcavi.special.Softmax;

/**
 * The log density that a model fitted without a row would have given the row's label, for every row
 * and without a refit. One Newton step away from the mode, with v = xᵀΣx and the row's derivative g
 * = D([y = k] − P) and expected curvature w = P(1 − P)D²,
 *
 * <pre>
 *   η_k without the row ≈ η_k − v_k ωg_k / (1 − v_k ωw_k),    ω = 1
 * </pre>
 *
 * <p>A row of weight 2 stands for two rows, each of which is left out while the other stays, so no
 * more than the weight 1 is ever left out; of a row of less weight it is all of it.
 */
final class LeaveOneOut {
  /** The denominator is above 0, but an estimated covariance or rounding may say otherwise. */
  private static final double LEAST_DENOMINATOR = 0.05;

  private final Likelihood member;
  private final FittedPredictors predictors;

  LeaveOneOut(Likelihood member, FittedPredictors predictors) {
    this.member = member;
    this.predictors = predictors;
  }

  /** One for each of the predictors' rows. */
  double[] logDensities(FitContext context) {
    double[] result = new double[predictors.rows()];
    context
        .workers()
        .run(
            predictors.chunks(),
            context.cancellation(),
            index -> {
              FittedPredictors.Chunk chunk = predictors.chunk(index);
              Row row = new Row();
              for (int i = 0; i < chunk.rows(); i++) {
                result[chunk.start() + i] = row.logDensity(chunk, i);
              }
            });
    return result;
  }

  /** Memory for one row after the other. */
  private final class Row {
    private final int categories = predictors.categories();
    private final double[] eta = new double[categories];
    private final double[] deviation = new double[categories];
    private final double[] logP = new double[categories];
    private final double[] slope = new double[categories];

    double logDensity(FittedPredictors.Chunk chunk, int i) {
      chunk.predictors(i, eta, deviation);
      System.arraycopy(eta, 0, logP, 0, categories);
      normalize();
      double weight = Math.min(1, chunk.weight(i));
      int label = chunk.label(i);
      for (int k = 0; k < categories; k++) {
        double variance = weight * deviation[k] * deviation[k];
        double other = -Math.expm1(logP[k]);
        double p = Math.exp(logP[k]);
        double gradient = slope[k] * (k == label ? other : -p);
        double curvature = p * other * slope[k] * slope[k];
        double denominator = Math.max(LEAST_DENOMINATOR, 1 - variance * curvature);
        logP[k] = eta[k] - variance * gradient / denominator;
      }
      normalize();
      return logP[label];
    }

    /** From linear predictors to log probabilities, with the slopes of the scores. */
    private void normalize() {
      member.link().scores(member.alpha(), logP, slope, 0, categories);
      Softmax.logProbabilities(logP, categories);
    }
  }
}
