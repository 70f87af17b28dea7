// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import org.ibcavi.design.DesignMatrix;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.link.Likelihood;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;

/** The log likelihood of rows, and the log prior, at coefficients of all categories. */
final class DrawnLikelihood {
  private final Problem problem;
  private final Likelihood member;
  private final RegressionPriors priors;
  private final int[] regressionOfCategory;
  private final int[] categoryOfRegression;
  private final IndependentNormals prior;

  /** With the prior of all coefficients, or of them up to what is added to every category. */
  DrawnLikelihood(
      Problem problem, Likelihood member, RegressionPriors priors, boolean withoutShift) {
    this.problem = problem;
    this.member = member;
    this.priors = priors;
    this.regressionOfCategory = problem.competitors();
    this.categoryOfRegression = new int[problem.regressions()];
    for (int k = 0; k < regressionOfCategory.length; k++) {
      categoryOfRegression[regressionOfCategory[k]] = k;
    }
    int size = problem.shape().size();
    this.prior =
        withoutShift
            ? IndependentNormals.withoutShift(
                regressionOfCategory, size, priors::logDeterminant, priors::of)
            : IndependentNormals.whole(regressionOfCategory, size, priors::logDeterminant);
  }

  /**
   * log p(y | B) of the rows of a chunk, without their weights.
   *
   * @param chunk which rows
   * @param b a vector for each category
   * @param out receives one for each row of the chunk
   */
  void logLikelihoods(int chunk, Coefficients b, double[] out) {
    DesignMatrix features = problem.regressors().features();
    int categories = regressionOfCategory.length;
    int rows = features.chunkSize(chunk);
    double[] scores = new double[rows * categories];
    double[] slopes = new double[scores.length];
    b.product(problem.regressors(), chunk, scores);
    problem.addOffsets(chunk, regressionOfCategory, 0, categories, scores);
    member.link().scores(member.alpha(), scores, slopes, 0, scores.length);
    for (int i = 0; i < rows; i++) {
      int from = i * categories;
      int own = categoryOfRegression[problem.regressionOfRow(features.chunkStart(chunk) + i)];
      double max = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < categories; k++) {
        max = Math.max(max, scores[from + k]);
      }
      double sum = 0;
      for (int k = 0; k < categories; k++) {
        sum += Math.exp(scores[from + k] - max);
      }
      out[i] = scores[from + own] - max - Math.log(sum);
    }
  }

  /** log p(y, B): of all rows with their weights, and of the prior. */
  double logJoint(Coefficients b) {
    return logLikelihood(b) + logPrior(b);
  }

  /** Σ ω log p(y | B) over all rows. */
  private double logLikelihood(Coefficients b) {
    DesignMatrix features = problem.regressors().features();
    double[] values = new double[DesignMatrix.CHUNK_ROWS];
    double sum = 0;
    for (int chunk = 0; chunk < features.chunks(); chunk++) {
      logLikelihoods(chunk, b, values);
      for (int i = 0; i < features.chunkSize(chunk); i++) {
        sum += problem.rowWeight(features.chunkStart(chunk) + i) * values[i];
      }
    }
    return sum;
  }

  private double logPrior(Coefficients b) {
    double form = 0;
    double[] pull = new double[b.size()];
    double[] own = new double[b.size()];
    for (int k = 0; k < regressionOfCategory.length; k++) {
      GaussianPrior normal = priors.of(regressionOfCategory[k]);
      double[] vector = b.vector(k);
      normal.precisionTimesOffset(vector, 1, own);
      for (int p = 0; p < own.length; p++) {
        form += (vector[p] - normal.mean(p)) * own[p];
        pull[p] += own[p];
      }
    }
    return prior.log(form, pull);
  }
}
