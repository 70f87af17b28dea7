// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.averaging;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.inference.FitContext;
import org.ibcavi.inference.FittedPredictors;
import org.ibcavi.link.PowerFamily;

/**
 * The expected log likelihood of each member under the posterior, E[Σᵢ ωᵢ log p_α(yᵢ | xᵢᵀB)], by
 * Monte Carlo. Expectations add up over rows, so each row draws its K linear predictors for itself;
 * the same draws, in antithetic pairs, serve all members. The divergence from the prior is common
 * to all members and cancels in the weights.
 */
public final class MemberEvidence {
  /** Linear predictors drawn at the most, unless rows would become too few. */
  private static final double BUDGET = 2e6;

  private static final int MIN_DRAWS = 4;
  private static final int MAX_DRAWS = 256;

  /** Rows below which their sample would say little. */
  private static final int MIN_ROWS = 2000;

  private final Average average;
  private final FittedPredictors predictors;
  private final int draws;
  private final long seed;

  /**
   * Prepares the estimate.
   *
   * @param average the members
   * @param predictors means and variances of the rows' linear predictors
   * @param seed of the draws
   */
  public MemberEvidence(Average average, FittedPredictors predictors, long seed) {
    this(average, predictors, drawsFor(predictors.rows(), predictors.categories()), seed);
  }

  MemberEvidence(Average average, FittedPredictors predictors, int draws, long seed) {
    this.average = average;
    this.predictors = predictors;
    this.draws = draws;
    this.seed = seed;
  }

  /**
   * How many rows should be looked at.
   *
   * @param rows how many there are
   * @param categories how many categories there are
   * @return at most all rows
   */
  public static int rowsFor(int rows, int categories) {
    return (int) Math.min(rows, Math.max(MIN_ROWS, BUDGET / MIN_DRAWS / categories));
  }

  private static int drawsFor(int rows, int categories) {
    double affordable = BUDGET / ((double) rows * categories);
    int draws = (int) Math.max(MIN_DRAWS, Math.min(MAX_DRAWS, affordable));
    return draws + draws % 2;
  }

  /**
   * The weights of the members.
   *
   * @param context threads
   * @return prior weight × e^(expected log likelihood), normalised
   */
  public AlphaWeights weights(FitContext context) {
    return average.size() == 1
        ? AlphaWeights.of(average, new double[1])
        : AlphaWeights.of(average, expectedLogLikelihoods(context));
  }

  /** One for each member, summed over rows in order. */
  double[] expectedLogLikelihoods(FitContext context) {
    double[][] byRow = new double[predictors.rows()][];
    context
        .workers()
        .run(predictors.rows(), context.cancellation(), row -> byRow[row] = ofRow(row));
    double[] sums = new double[average.size()];
    for (double[] values : byRow) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += values[i];
      }
    }
    return sums;
  }

  private double[] ofRow(int row) {
    int categories = predictors.categories();
    double[] alphas = average.alphas();
    double[] noise = new double[categories];
    double[] eta = new double[categories];
    double[] logCdf = new double[categories];
    double[] logSurvival = new double[categories];
    double[] sums = new double[alphas.length];
    SplittableRandom random = new SplittableRandom(seed + row * 0x9E3779B97F4A7C15L);
    for (int draw = 0; draw < draws; draw++) {
      double sign = draw % 2 == 0 ? 1 : -1;
      for (int k = 0; k < categories; k++) {
        if (sign > 0) {
          noise[k] = random.nextGaussian();
        }
        eta[k] = predictors.mean(row, k) + sign * noise[k] * predictors.deviation(row, k);
      }
      PowerFamily.terms(predictors.link(), eta, categories, logCdf, logSurvival);
      for (int i = 0; i < alphas.length; i++) {
        sums[i] +=
            PowerFamily.logProbability(
                alphas[i], predictors.label(row), logCdf, logSurvival, categories);
      }
    }
    double scale = predictors.weight(row) / draws;
    return Arrays.stream(sums).map(sum -> sum * scale).toArray();
  }
}
