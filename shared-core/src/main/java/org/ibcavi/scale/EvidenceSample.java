// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.scale;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibcavi.pass.LanczosDeterminant;
import org.ibcavi.pass.Laplace;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Shape;
import org.ibcavi.problem.UnitMeans;
import org.ibcavi.problem.UnitModes;
import org.ibcavi.problem.UnitPriors;
import org.ibcavi.problem.UnitSample;

/**
 * The units and rows from which determinants of curvatures are taken while a variance is searched.
 * Where all would be too dear it is a seeded sample: units stratified by their counts, and for each
 * of them rows kept in proportion to their curvature.
 */
public final class EvidenceSample {
  /** Units below which their evidence would be badly estimated. */
  private static final int MIN_UNITS = 12;

  private final Shape shape;
  private final long seed;
  private final UnitSample sample;
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
        estimates ? shape.rows() : cost.curvatureRows(Cost.QUICK * shape.units() / MIN_UNITS);
    double perUnit =
        estimates
            ? (double) LanczosDeterminant.COST * shape.nonzeros()
            : cost.factors(rows) / shape.units();
    this.sample = new UnitSample(shape, Math.max(MIN_UNITS, Cost.QUICK / perUnit), seed);
  }

  public UnitSample units() {
    return sample;
  }

  /**
   * log |Λ₀ + XᵀΩCX| of units of the sample.
   *
   * @param laplace has prior and curvatures
   * @param fits the sample's units
   * @return one for each
   */
  public double[] logDeterminants(Laplace laplace, UnitMeans fits) {
    return estimates
        ? laplace.estimatedLogDeterminants(fits, seed)
        : laplace.logDeterminants(fits, rows, seed);
  }

  /**
   * ½Σ log |Λ₀| − log |Λ₀ + XᵀΩCX| over all units with rows, estimated from the sample.
   *
   * @param laplace has curvatures
   * @param priors have Λ₀
   * @param means of all units
   * @return what Laplace's evidence adds to the log joint
   */
  public double volumes(Laplace laplace, UnitPriors priors, UnitMeans means) {
    int[] units = sample.units();
    double[][] vectors = Arrays.stream(units).mapToObj(means::mean).toArray(double[][]::new);
    double[] determinants =
        logDeterminants(laplace, new UnitModes(units, vectors, new double[units.length]));
    double sum = 0;
    for (int i = 0; i < units.length; i++) {
      sum += priors.logDeterminant(units[i]) - determinants[i];
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
