// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.joint;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.linalg.Vectors;
import org.ibcavi.link.Likelihood;
import org.ibcavi.pass.CategoricalRows;
import org.ibcavi.pass.Laplace;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Shape;

/**
 * The log posterior of a categorical model, of all categories' coefficients together:
 *
 * <pre>
 *   L(B) = Σᵢ ωᵢ log p_α(yᵢ | xᵢᵀB) − ½ Σ_k (β_k−μ₀)ᵀΛ₀(β_k−μ₀)
 * </pre>
 *
 * <p>Where linear predictors spread, the first sum is of expectations over independent normals
 * around xᵢᵀB: the part of the bound ELBO_CB that depends on the means B.
 *
 * <p>Categories that take no part keep the prior.
 */
public final class CategoricalPosterior {
  private final Shape shape;
  private final Likelihood member;
  private final RegressionPriors priors;
  private final CategoricalRows rows;

  /**
   * Of coefficients that are known.
   *
   * @param pass over the rows
   * @param member the likelihood
   * @param priors of the regressions
   */
  public CategoricalPosterior(RowPass pass, Likelihood member, RegressionPriors priors) {
    this(pass.shape(), member, priors, pass.categorical(member));
  }

  /**
   * Of what rows say under the likelihood, or expect where linear predictors spread.
   *
   * @param shape of what is fitted
   * @param member the likelihood
   * @param priors of the regressions
   * @param rows what they say under this likelihood
   */
  public CategoricalPosterior(
      Shape shape, Likelihood member, RegressionPriors priors, CategoricalRows rows) {
    this.shape = shape;
    this.member = member;
    this.priors = priors;
    this.rows = rows;
  }

  Shape shape() {
    return shape;
  }

  /**
   * The start moved by a common shift of all categories to where the prior likes it best, if the
   * likelihood does not see it: with diagonal precisions, to where offsets from the prior means
   * cancel when weighted by them. An ascent would take long for it, since only the prior tells, so
   * faintly beside the rows. Categories that take no part go to the mean of their prior.
   *
   * @param start a vector for each regression, not changed
   * @return the moved start
   */
  public Coefficients centred(Coefficients start) {
    double[] shift = shift(start);
    Coefficients moved = start.copy();
    for (int regression = 0; regression < shape.regressions(); regression++) {
      double[] vector = start.vector(regression);
      if (takesPart(regression)) {
        Vectors.axpy(1, shift, vector);
      } else {
        Arrays.setAll(vector, priors.of(regression)::mean);
      }
      moved.set(regression, vector);
    }
    return moved;
  }

  private boolean takesPart(int regression) {
    return shape.multiplicity(regression) > 0;
  }

  private double[] shift(Coefficients start) {
    double[] shift = new double[shape.size()];
    if (!member.blindToCommonShift()) {
      return shift;
    }
    double[] precisions = new double[shape.size()];
    for (int regression = 0; regression < shape.regressions(); regression++) {
      double[] vector = start.vector(regression);
      GaussianPrior prior = priors.of(regression);
      for (int p = 0; p < shift.length && takesPart(regression); p++) {
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
   * @param b a vector for each regression
   * @param gradient receives the derivatives in one category's vector of each regression
   * @return L(B)
   */
  public double valueAndGradient(Coefficients b, Coefficients gradient) {
    double value = rows.valueAndGradient(b, gradient);
    for (int block = 0; block < b.blocks(); block++) {
      int width = b.blockWidth(block);
      int[] regressions =
          IntStream.range(b.blockStart(block), b.blockStart(block) + width).toArray();
      double[] penalties = new double[width];
      priors.penalize(regressions, b.block(block), penalties, gradient.block(block));
      for (int j = 0; j < width; j++) {
        value += penalties[j];
      }
    }
    return value;
  }

  /**
   * The blocks of the expected curvature at a point, or around it if predictors spread.
   *
   * @param b the point
   * @return covariances and factors on demand
   */
  public Laplace laplace(Coefficients b) {
    return new Laplace(shape, priors, rows.curvatures(b));
  }
}
