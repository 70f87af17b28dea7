// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.joint;

import java.util.Arrays;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.Laplace;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Shape;
import org.ibcavi.solver.Lbfgs;
import org.ibcavi.solver.Whitening;

/**
 * Climbs a categorical posterior, all categories together, by L-BFGS in coordinates whitened by the
 * block-diagonal expected curvature at the start. The objective never falls.
 */
public final class JointAscent {
  /**
   * Passes whose gain tells a crawl: where the posterior has a long flat ridge, as with the probit
   * link, its last part changes no prediction. Where the tolerance is so small that rounding hides
   * the gains in question, the gradient alone tells the end.
   */
  public static final int GAIN_PASSES = Lbfgs.HISTORY;

  private final CategoricalPosterior posterior;
  private final double tolerance;
  private final int maxPasses;
  private final FitContext context;

  /**
   * Prepares an ascent.
   *
   * @param posterior what is maximised
   * @param tolerance of the whitened gradient's norm, as a share of √Σω
   * @param maxPasses passes over the rows at the most
   * @param context threads and listener
   */
  public JointAscent(
      CategoricalPosterior posterior, double tolerance, int maxPasses, FitContext context) {
    this.posterior = posterior;
    this.tolerance = tolerance;
    this.maxPasses = maxPasses;
    this.context = context;
  }

  /**
   * Climbs in coordinates whitened at the start.
   *
   * @param start a vector for each regression
   * @return the mode, or how far the passes went
   */
  public Mode climb(Coefficients start) {
    return climb(start, coordinates(start));
  }

  /**
   * Climbs in coordinates that were made before, perhaps for another variance of the same prior.
   *
   * @param anywhere where to start
   * @param coordinates of all regressions
   * @return the mode, or how far the passes went
   */
  public Mode climb(Coefficients anywhere, JointCoordinates coordinates) {
    Coefficients start = posterior.centred(anywhere);
    Shape shape = posterior.shape();
    double rows = shape.totalWeight();
    Lbfgs ascent = new Lbfgs(coordinates.toWhitened(start), tolerance * Math.sqrt(rows));
    Coefficients point = new Coefficients(shape.size(), shape.regressions());
    Coefficients slopes = new Coefficients(shape.size(), shape.regressions());
    double[] gradient = new double[coordinates.dimension()];
    double leastGain = GAIN_PASSES * tolerance * tolerance * rows;
    double[] trace = new double[64];
    int passes = 0;
    boolean arrived = false;
    while (!arrived && passes < maxPasses) {
      coordinates.toCoefficients(ascent.proposal(), point);
      double value = posterior.valueAndGradient(point, slopes);
      coordinates.toGradient(slopes, gradient);
      ascent.tell(value, gradient);
      trace = passes < trace.length ? trace : Arrays.copyOf(trace, 2 * passes);
      trace[passes] = ascent.value();
      boolean crawls =
          passes >= GAIN_PASSES
              && leastGain > Lbfgs.rounding(trace[passes])
              && trace[passes] - trace[passes - GAIN_PASSES] < leastGain;
      passes++;
      arrived = ascent.done() || crawls;
      int active = arrived ? 0 : shape.regressions();
      context.report(FitPhase.CATEGORICAL, passes, ascent.value(), active, shape.regressions());
    }
    coordinates.toCoefficients(ascent.point(), point);
    return new Mode(point, Arrays.copyOf(trace, passes), arrived);
  }

  /**
   * Coordinates whitened by the curvature at the start.
   *
   * @param anywhere where to start
   * @return coordinates of all regressions
   */
  public JointCoordinates coordinates(Coefficients anywhere) {
    Coefficients start = posterior.centred(anywhere);
    Shape shape = posterior.shape();
    Laplace laplace = posterior.laplace(start);
    Whitening[] whitenings = new Whitening[shape.regressions()];
    Cost cost = new Cost(shape);
    if (cost.affordsOwnMatrices()) {
      laplace.forEachFactor(
          Mode.vectors(start),
          cost.metricRows(),
          0,
          (regression, factor) -> whitenings[regression] = new Whitening.Full(factor));
    } else {
      Coefficients precisions = laplace.diagonalPrecisions(Mode.vectors(start));
      for (int regression = 0; regression < whitenings.length; regression++) {
        whitenings[regression] = new Whitening.Diagonal(precisions.vector(regression));
      }
    }
    return new JointCoordinates(shape, whitenings, context);
  }
}
