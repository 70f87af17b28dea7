// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.joint;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.fit.FitContext;
import org.ibcavi.linalg.Vectors;
import org.ibcavi.link.Likelihood;
import org.ibcavi.pass.Laplace;
import org.ibcavi.pass.SegmentSums;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.UnitPriors;

/**
 * The log posterior of a categorical model, of all categories' coefficients together:
 *
 * <pre>
 *   L(B) = Σᵢ ωᵢ log p_α(yᵢ | xᵢᵀB) − ½ Σ_k (β_k−μ₀)ᵀΛ₀(β_k−μ₀)
 * </pre>
 *
 * <p>With a {@link Spread} the first sum is of expectations, over linear predictors that are
 * independent normals around xᵢᵀB: the part of the bound ELBO_CB that depends on the means B.
 *
 * <p>Categories that take no part keep the prior. Rows are taken a chunk at a time; the N×K values
 * are never held.
 */
public final class CategoricalPosterior {
  private final Problem problem;
  private final Likelihood member;
  private final UnitPriors priors;
  private final Spread spread;
  private final FitContext context;
  private final SegmentSums sums;

  /**
   * Of coefficients that are known.
   *
   * @param problem what is fitted
   * @param member the likelihood
   * @param priors of the units
   * @param context threads
   */
  public CategoricalPosterior(
      Problem problem, Likelihood member, UnitPriors priors, FitContext context) {
    this(problem, member, priors, Spread.none(problem), context);
  }

  /**
   * Of expectations over linear predictors that spread.
   *
   * @param problem what is fitted
   * @param member the likelihood
   * @param priors of the units
   * @param spread of the linear predictors around their means
   * @param context threads
   */
  public CategoricalPosterior(
      Problem problem, Likelihood member, UnitPriors priors, Spread spread, FitContext context) {
    this.problem = problem;
    this.member = member;
    this.priors = priors;
    this.spread = spread;
    this.context = context;
    this.sums = new SegmentSums(problem, context.workers(), context.cancellation());
  }

  Problem problem() {
    return problem;
  }

  /**
   * The start moved by a common shift of all categories to where the prior likes it best, if the
   * likelihood does not see it: with diagonal precisions, to where offsets from the prior means
   * cancel when weighted by them. An ascent would take long for it, since only the prior tells, so
   * faintly beside the rows. Categories that take no part go to the mean of their prior.
   *
   * @param start a vector for each unit, not changed
   * @return the moved start
   */
  public Coefficients centred(Coefficients start) {
    double[] shift = shift(start);
    Coefficients moved = start.copy();
    for (int unit = 0; unit < problem.units(); unit++) {
      double[] vector = start.vector(unit);
      if (takesPart(unit)) {
        Vectors.axpy(1, shift, vector);
      } else {
        Arrays.setAll(vector, priors.of(unit)::mean);
      }
      moved.set(unit, vector);
    }
    return moved;
  }

  private boolean takesPart(int unit) {
    return problem.multiplicity(unit) > 0;
  }

  private double[] shift(Coefficients start) {
    double[] shift = new double[problem.size()];
    if (!member.blindToCommonShift()) {
      return shift;
    }
    double[] precisions = new double[problem.size()];
    for (int unit = 0; unit < problem.units(); unit++) {
      double[] vector = start.vector(unit);
      GaussianPrior prior = priors.of(unit);
      for (int p = 0; p < shift.length && takesPart(unit); p++) {
        shift[p] += prior.precision(p) * (prior.mean(p) - vector[p]);
        precisions[p] += prior.precision(p);
      }
    }
    Arrays.setAll(shift, p -> shift[p] / precisions[p]);
    return shift;
  }

  /**
   * L(B) and its gradient.
   *
   * @param b a vector for each unit
   * @param gradient receives the derivatives in one category's vector of each unit
   * @return L(B)
   */
  public double valueAndGradient(Coefficients b, Coefficients gradient) {
    int[] lengths = new int[b.blocks() + 1];
    lengths[0] = 1;
    for (int block = 0; block < b.blocks(); block++) {
      lengths[block + 1] = b.block(block).length;
    }
    double[][] totals = sums.over(() -> gradientTask(b), lengths);
    double value = totals[0][0];
    for (int block = 0; block < b.blocks(); block++) {
      int width = b.blockWidth(block);
      int[] units = IntStream.range(b.blockStart(block), b.blockStart(block) + width).toArray();
      double[] penalties = new double[width];
      priors.penalize(units, b.block(block), penalties, totals[block + 1]);
      for (int j = 0; j < width; j++) {
        value += penalties[j];
      }
      System.arraycopy(totals[block + 1], 0, gradient.block(block), 0, totals[block + 1].length);
    }
    return value;
  }

  private SegmentSums.ChunkTask gradientTask(Coefficients b) {
    ChunkScores scores = new ChunkScores(problem, member, b, spread);
    DesignMatrix features = problem.regressors().features();
    return (chunk, totals) -> {
      scores.load(chunk);
      int start = features.chunkStart(chunk);
      for (int i = 0; i < features.chunkSize(chunk); i++) {
        int row = start + i;
        totals[0][0] +=
            scores.differentiate(
                i, spread.set(row), problem.unitOfRow(row), problem.rowWeight(row));
      }
      scores.addGradient(chunk, totals, 1);
    };
  }

  /**
   * The blocks of the expected curvature at a point, or around it if predictors spread.
   *
   * @param b the point
   * @return covariances and factors on demand
   */
  public Laplace laplace(Coefficients b) {
    FisherCurvature curvature = new FisherCurvature(problem, member, spread, logNormalizers(b));
    return new Laplace(problem, priors, context, curvature);
  }

  /**
   * log Σ_k e^(t_k) of every row, at each of its draws.
   *
   * @param b a vector for each unit
   * @return the draws of the first row, then those of the next
   */
  public double[] logNormalizers(Coefficients b) {
    int draws = spread.draws().count();
    double[] result = new double[Math.multiplyExact(problem.rows(), draws)];
    DesignMatrix features = problem.regressors().features();
    sums.forEachChunk(
        () -> {
          ChunkScores scores = new ChunkScores(problem, member, b, spread);
          return (chunk, none) -> {
            scores.load(chunk);
            int start = features.chunkStart(chunk);
            for (int i = 0; i < features.chunkSize(chunk); i++) {
              int row = start + i;
              scores.logNormalizers(i, spread.set(row), result, row * draws);
            }
          };
        });
    return result;
  }
}
