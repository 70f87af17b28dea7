// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.BlockSums;
import org.ibcavi.pass.Laplace;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.RegressionModes;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.Shape;
import org.ibcavi.solver.Climb;
import org.ibcavi.solver.Climber;
import org.ibcavi.solver.Lbfgs;
import org.ibcavi.solver.RegressionAscent;
import org.ibcavi.solver.StoppingRule;
import org.ibcavi.solver.Whitening;

/**
 * Many regressions climbing side by side, with one pass over the rows for a whole block of them.
 *
 * <p>What climbs is, in whitened coordinates, the mean; and where the working weight depends on the
 * variance (logit, diagonal covariance) also the logarithms of the variances, as √½·log σ², which
 * makes their curvature 1 at the optimum too.
 */
final class BlockedAscent {
  /**
   * Sweeps after which those still climbing get coordinates of their own: most are done by then.
   * Diagonal ones cost no more than a pass, so that all get them at the start, and again once
   * L-BFGS has begun to forget.
   */
  private static final int REFINE_AFTER = 15;

  private final RowPass pass;
  private final Shape shape;
  private final Link link;
  private final RegressionPriors priors;
  private final boolean variancesClimb;
  private final double[] constants;
  private final boolean refines;
  private final FitContext context;

  /**
   * Prepares an ascent.
   *
   * @param pass over the rows
   * @param link the binary link
   * @param priors over the regressions' coefficients
   * @param variancesClimb whether variances climb too
   * @param constants what the ELBO of each regression has beside what is computed here
   * @param refines whether regressions that climb for long get coordinates of their own
   * @param context threads and listener
   */
  BlockedAscent(
      RowPass pass,
      Link link,
      RegressionPriors priors,
      boolean variancesClimb,
      double[] constants,
      boolean refines,
      FitContext context) {
    this.pass = pass;
    this.shape = pass.shape();
    this.link = link;
    this.priors = priors;
    this.variancesClimb = variancesClimb;
    this.constants = constants;
    this.refines = refines;
    this.context = context;
  }

  /** Numbers that climb for a regression. */
  int dimension() {
    return variancesClimb ? 2 * shape.size() : shape.size();
  }

  /** Climbs until every regression is done, or the rule or the limit stops all. */
  Climb run(List<Climber> climbers, StoppingRule rule, int maxSweeps, FitPhase phase) {
    int count = climbers.size();
    Climb climb = new Climb(shape, climbers.stream().mapToInt(Climber::regression).toArray());
    List<Climber> left = climbers;
    while (true) {
      evaluate(left);
      boolean moved = left.stream().anyMatch(climber -> climber.ascent().moved());
      climb.add(climbers.stream().mapToDouble(climber -> climber.ascent().value()).toArray());
      left = left.stream().filter(Climber::climbs).toList();
      context.report(phase, climb.sweeps(), climb.objective(), left.size(), count);
      if (left.isEmpty()) {
        boolean stalled = climbers.stream().anyMatch(climber -> climber.ascent().stalled());
        return climb.end(stalled ? StopReason.PRECISION_LIMIT : StopReason.CONVERGED);
      }
      if (moved && climb.satisfies(rule)) {
        return climb.end(StopReason.ELBO_GAIN);
      }
      if (climb.sweeps() == maxSweeps) {
        return climb.end(StopReason.SWEEP_LIMIT);
      }
      if (refines && !variancesClimb) {
        refine(left, climb.sweeps());
      }
    }
  }

  /**
   * Gives regressions coordinates of their own, if it is time. Which ones is decided by the sizes
   * of the problem and by the coordinates that all have: which regressions climb together must not
   * change the result.
   */
  private void refine(List<Climber> climbers, int sweeps) {
    if (new Cost(shape).affordsOwnMatrices()) {
      if (sweeps == REFINE_AFTER) {
        useOwnMatrices(climbers);
      }
    } else if (climbers.get(0).whitening() instanceof Whitening.Diagonal
        && (sweeps == 0 || sweeps == Lbfgs.HISTORY)) {
      useOwnDiagonals(climbers);
    }
  }

  /**
   * Regressions that climb for long have curvatures unlike their base rates'. Each gets coordinates
   * from its own curvature where it is now; a thinned estimate is near enough to precondition.
   */
  private void useOwnMatrices(List<Climber> climbers) {
    new Laplace(shape, priors, pass.curvatures(link))
        .forEachFactor(
            points(climbers),
            new Cost(shape).metricRows(),
            0,
            (i, factor) -> climbers.get(i).moveTo(new Whitening.Full(factor)));
  }

  /**
   * On wide data a feature has much curvature in the categories whose rows have it, and in others
   * hardly more than the prior's: a diagonal that is shared suits none of them.
   */
  private void useOwnDiagonals(List<Climber> climbers) {
    Coefficients precisions =
        new Laplace(shape, priors, pass.curvatures(link)).diagonalPrecisions(points(climbers));
    for (int i = 0; i < climbers.size(); i++) {
      climbers.get(i).moveTo(new Whitening.Diagonal(precisions.vector(i)));
    }
  }

  private RegressionModes points(List<Climber> climbers) {
    int[] regressions = climbers.stream().mapToInt(Climber::regression).toArray();
    double[][] means = new double[regressions.length][];
    Arrays.setAll(means, i -> climbers.get(i).coefficients(shape.size()));
    return new RegressionModes(regressions, means, new double[regressions.length]);
  }

  /** One pass: every regression is told value and gradient at its proposal. */
  private void evaluate(List<Climber> climbers) {
    List<List<Climber>> blocks = blocks(climbers);
    pass.spread(blocks.size(), (own, block) -> evaluateBlock(blocks.get(block), own));
  }

  private List<List<Climber>> blocks(List<Climber> climbers) {
    int width = pass.blockWidth(climbers.size());
    List<Climber> ordered = byWhitening(climbers);
    int count = (ordered.size() + width - 1) / width;
    List<List<Climber>> blocks = new ArrayList<>();
    for (int block = 0; block < count; block++) {
      int from = Sampling.bound(block, ordered.size(), count);
      int to = Sampling.bound(block + 1, ordered.size(), count);
      blocks.add(ordered.subList(from, to));
    }
    return blocks;
  }

  /** The climbers, with the same coordinates next to each other: few solves serve a block. */
  private static List<Climber> byWhitening(List<Climber> climbers) {
    Map<Whitening, List<Climber>> groups = new LinkedHashMap<>();
    for (Climber climber : climbers) {
      groups.computeIfAbsent(climber.whitening(), key -> new ArrayList<>()).add(climber);
    }
    return groups.values().stream().flatMap(List::stream).toList();
  }

  private void evaluateBlock(List<Climber> block, RowPass own) {
    int width = block.size();
    int length = shape.size() * width;
    int[] regressions = block.stream().mapToInt(Climber::regression).toArray();
    RegressionAscent[] ascents =
        block.stream().map(Climber::ascent).toArray(RegressionAscent[]::new);
    double[] coefficients = new double[length];
    double[] variances = variancesClimb ? new double[length] : null;
    gather(ascents, coefficients, variances);
    whiten(block, coefficients, Whitening::toCoefficients);
    BlockSums sums = own.block(link, regressions, coefficients, variances);
    priors.penalize(regressions, coefficients, sums.values(), sums.gradients());
    whiten(block, sums.gradients(), Whitening::gradient);
    tell(regressions, ascents, sums, variances);
  }

  /** A change of coordinates in place. */
  @FunctionalInterface
  private interface Change {
    void apply(Whitening whitening, double[] block, int from, int count, int stride);
  }

  /** For all vectors of a block, those with the same coordinates at once. */
  private static void whiten(List<Climber> block, double[] values, Change change) {
    int width = block.size();
    int from = 0;
    while (from < width) {
      Whitening whitening = block.get(from).whitening();
      int to = from + 1;
      while (to < width && block.get(to).whitening().equals(whitening)) {
        to++;
      }
      change.apply(whitening, values, from, to - from, width);
      from = to;
    }
  }

  private void gather(RegressionAscent[] ascents, double[] coefficients, double[] variances) {
    int width = ascents.length;
    for (int j = 0; j < width; j++) {
      double[] proposal = ascents[j].proposal();
      for (int p = 0; p < shape.size(); p++) {
        coefficients[p * width + j] = proposal[p];
        if (variances != null) {
          variances[p * width + j] = Math.exp(Math.sqrt(2) * proposal[shape.size() + p]);
        }
      }
    }
  }

  private void tell(
      int[] regressions, RegressionAscent[] ascents, BlockSums sums, double[] variances) {
    int width = ascents.length;
    int size = shape.size();
    double[] gradient = new double[dimension()];
    for (int j = 0; j < width; j++) {
      double value = sums.values()[j] + constants[regressions[j]];
      GaussianPrior prior = priors.of(regressions[j]);
      for (int p = 0; p < size; p++) {
        gradient[p] = sums.gradients()[p * width + j];
        if (variances != null) {
          // ∂/∂σ² of −½σ²(Λ₀ + Σωwx²) + ½log σ², and the value's terms in σ² beside the bound's.
          double variance = variances[p * width + j];
          double priorPrecision = prior.precision(p);
          double precision = priorPrecision + sums.weightedSquares()[p * width + j];
          gradient[size + p] = Math.sqrt(0.5) * (1 - variance * precision);
          value += 0.5 * (1 + Math.log(variance) - variance * priorPrecision);
        }
      }
      ascents[j].tell(value, gradient);
    }
  }
}
