// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.family.PowerAverage;
import org.ibcavi.link.Link;
import org.ibcavi.local.FittedPredictors;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Draws;
import org.ibcavi.problem.Hash;
import org.ibcavi.problem.Sampling;

/**
 * The expected log likelihood of each member under the posterior, E[Σᵢ ωᵢ log p_α(yᵢ | xᵢᵀB)], by
 * Monte Carlo. Expectations add up over rows, so each row draws its K linear predictors for itself;
 * the same draws, in antithetic pairs, serve all members. The divergence from the prior is common
 * to all members and cancels in the weights.
 */
public final class MemberEvidence {
  private final Average average;
  private final PowerAverage members;
  private final FittedPredictors predictors;
  private final int draws;
  private final long seed;

  /**
   * Prepares the estimate.
   *
   * @param link of the members
   * @param average the members
   * @param predictors means and variances of the rows' linear predictors
   * @param seed of the draws
   */
  public MemberEvidence(Link link, Average average, FittedPredictors predictors, long seed) {
    this(
        link, average, predictors, drawsFor(predictors.givenRows(), predictors.categories()), seed);
  }

  MemberEvidence(Link link, Average average, FittedPredictors predictors, int draws, long seed) {
    this.average = average;
    this.members = new PowerAverage(link, average.alphas(), new double[average.size()]);
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
    double enough = Math.min(Sampling.ENOUGH_ROWS, Cost.MATRIX_VALUES / categories);
    double affordable = (double) Draws.MOST_VALUES / Draws.FEW / categories;
    return (int) Math.min(rows, Math.max(enough, affordable));
  }

  private static int drawsFor(int rows, int categories) {
    double affordable = Draws.MOST_VALUES / ((double) rows * categories);
    int draws = (int) Math.max(Draws.FEW, Math.min(Draws.USUAL, affordable));
    return draws + draws % 2;
  }

  /**
   * The weights of the members.
   *
   * @param context threads
   * @return prior weight × e^(expected log likelihood), normalised
   */
  public AlphaWeights weights(FitContext context) {
    return AlphaWeights.of(average, expectedLogLikelihoods(context));
  }

  /** The expected log likelihood of each member, summed over rows in order. */
  double[] expectedLogLikelihoods(FitContext context) {
    double[][] byRow = new double[predictors.rows()][];
    predictors.forEachRow(
        context,
        () -> {
          RowEvidence evidence = new RowEvidence();
          return (chunk, row) -> byRow[chunk.number(row)] = evidence.of(chunk, row);
        });
    double[] sums = new double[average.size()];
    for (double[] values : byRow) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += values[i];
      }
    }
    return sums;
  }

  /** Memory for one row after the other. */
  private final class RowEvidence {
    private final int categories = predictors.categories();
    private final double[] mean = new double[categories];
    private final double[] deviation = new double[categories];
    private final double[] noise = new double[categories];
    private final double[] eta = new double[categories];
    private final int[] once = new int[categories];

    RowEvidence() {
      Arrays.fill(once, 1);
    }

    double[] of(FittedPredictors.Chunk chunk, int i) {
      chunk.predictors(i, mean, deviation);
      int label = chunk.label(i);
      double[] sums = new double[average.size()];
      SplittableRandom random = new SplittableRandom(Hash.of(seed, chunk.number(i)));
      int count = draws * chunk.copies(i);
      for (int draw = 0; draw < count; draw++) {
        draw(draw % 2 == 0, random);
        members.addLogProbabilities(eta, label, once, sums);
      }
      double scale = chunk.weight(i) / count;
      return Arrays.stream(sums).map(sum -> sum * scale).toArray();
    }

    private void draw(boolean fresh, SplittableRandom random) {
      for (int k = 0; k < categories; k++) {
        noise[k] = fresh ? random.nextGaussian() : -noise[k];
        eta[k] = Math.fma(noise[k], deviation[k], mean[k]);
      }
    }
  }
}
