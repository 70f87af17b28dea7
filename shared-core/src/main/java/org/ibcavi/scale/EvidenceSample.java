// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.scale;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibcavi.pass.LanczosDeterminant;
import org.ibcavi.pass.Laplace;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionModes;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.RegressionSample;
import org.ibcavi.problem.Shape;

/**
 * The regressions and rows from which determinants of curvatures are taken while a variance is
 * searched. Where all would be too dear it is a seeded sample: regressions stratified by their
 * counts, and for each of them rows kept in proportion to their curvature.
 */
public final class EvidenceSample {
  private final Shape shape;
  private final long seed;
  private final RegressionSample sample;
  private final int rows;
  private final boolean estimates;

  /**
   * Draws a sample.
   *
   * @param shape of what is fitted
   * @param seed of the draw
   */
  public EvidenceSample(Shape shape, long seed) {
    this.shape = shape;
    this.seed = seed;
    Cost cost = new Cost(shape);
    this.estimates = !cost.factorsDeterminants();
    this.rows =
        estimates
            ? shape.rows()
            : cost.curvatureRows(Cost.QUICK * shape.regressions() / RegressionSample.ENOUGH);
    double perRegression =
        estimates
            ? (double) LanczosDeterminant.COST * shape.nonzeros()
            : cost.factors(rows) / shape.regressions();
    this.sample =
        new RegressionSample(
            shape, Math.max(RegressionSample.ENOUGH, Cost.QUICK / perRegression), seed);
  }

  public RegressionSample regressions() {
    return sample;
  }

  /**
   * log |Λ₀ + XᵀΩCX| of regressions of the sample.
   *
   * @param laplace has prior and curvatures
   * @param fits the sample's regressions
   * @return one for each
   */
  public double[] logDeterminants(Laplace laplace, RegressionMeans fits) {
    return estimates
        ? laplace.estimatedLogDeterminants(fits, seed)
        : laplace.logDeterminants(fits, rows, seed);
  }

  /**
   * ½Σ log |Λ₀| − log |Λ₀ + XᵀΩCX| over all regressions with rows, estimated from the sample.
   *
   * @param laplace has curvatures
   * @param priors have Λ₀
   * @param means of all regressions
   * @return what Laplace's evidence adds to the log joint
   */
  public double volumes(Laplace laplace, RegressionPriors priors, RegressionMeans means) {
    int[] regressions = sample.regressions();
    double[][] vectors = Arrays.stream(regressions).mapToObj(means::mean).toArray(double[][]::new);
    double[] determinants =
        logDeterminants(
            laplace, new RegressionModes(regressions, vectors, new double[regressions.length]));
    double sum = 0;
    for (int i = 0; i < regressions.length; i++) {
      sum += priors.logDeterminant(regressions[i]) - determinants[i];
    }
    return 0.5 * sample.share() * sum;
  }

  /**
   * What was sampled or simplified.
   *
   * @return sentences
   */
  public List<String> notes() {
    List<String> notes = new ArrayList<>(sample.notes());
    if (rows < shape.rows()) {
      notes.add(
          "curvatures for the prior variance were taken from "
              + rows
              + " of "
              + shape.rows()
              + " rows");
    }
    if (estimates) {
      notes.add(
          "determinants of curvatures for the prior variance were estimated by Lanczos quadrature");
    }
    return notes;
  }
}
