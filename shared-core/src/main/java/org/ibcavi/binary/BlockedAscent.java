// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Regressors;
import org.ibcavi.fit.FitContext;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.linalg.Products;
import org.ibcavi.link.Link;
import org.ibcavi.pass.Laplace;
import org.ibcavi.pass.SegmentSums;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.UnitModes;
import org.ibcavi.problem.UnitPriors;
import org.ibcavi.solver.Climb;
import org.ibcavi.solver.Climber;
import org.ibcavi.solver.StoppingRule;
import org.ibcavi.solver.UnitAscent;
import org.ibcavi.solver.Whitening;

/**
 * Many units climbing side by side, with one pass over the rows for a whole block of them: linear
 * predictors, link, and gradient of a chunk of rows while they are in the cache. The N×K values are
 * never held; almost all rows are of another category than the unit's, so that branch is computed
 * for the block and the few rows of the units' own categories are corrected.
 *
 * <p>What climbs is, in whitened coordinates, the mean; and where the working weight depends on the
 * variance (logit, diagonal covariance) also the logarithms of the variances, as √½·log σ², which
 * makes their curvature 1 at the optimum too.
 */
final class BlockedAscent {
  /** Narrower blocks would starve the product kernels. */
  private static final int MIN_WIDTH = 16;

  /** Narrower ones are a little slower: threads rather share the rows, where these are many. */
  private static final int GOOD_WIDTH = 128;

  /**
   * Wider blocks gain nothing more: at 256 the kernels copy a chunk's rows half as often as at 128,
   * for which OpenBLAS thanks with 60 instead of 46 GFLOP/s.
   */
  static final int MAX_WIDTH = 256;

  /** Values in a block of coefficients at the most: with its gradient it should stay in memory. */
  private static final int MAX_BLOCK = 1 << 24;

  /**
   * Sweeps after which those still climbing get coordinates of their own: most are done by then.
   */
  private static final int REFINE_AFTER = 15;

  private final Problem problem;
  private final Link link;
  private final UnitPriors priors;
  private final Regressors squares;
  private final double[] constants;
  private final boolean refines;
  private final FitContext context;

  /**
   * Prepares an ascent.
   *
   * @param problem what to fit
   * @param link the binary link
   * @param priors over the units' coefficients
   * @param squares squared regressors if variances climb too, else null
   * @param constants what the ELBO of each unit has beside what is computed here
   * @param refines whether units that climb for long get coordinates of their own
   * @param context threads and listener
   */
  BlockedAscent(
      Problem problem,
      Link link,
      UnitPriors priors,
      Regressors squares,
      double[] constants,
      boolean refines,
      FitContext context) {
    this.problem = problem;
    this.link = link;
    this.priors = priors;
    this.squares = squares;
    this.constants = constants;
    this.refines = refines;
    this.context = context;
  }

  /** Numbers that climb for a unit. */
  int dimension() {
    return squares == null ? problem.size() : 2 * problem.size();
  }

  /** Climbs until every unit is done, or the rule or the limit stops all. */
  Climb run(List<Climber> climbers, StoppingRule rule, int maxSweeps, FitPhase phase) {
    int count = climbers.size();
    Climb climb = new Climb(problem, climbers.stream().mapToInt(Climber::unit).toArray());
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
      if (climb.sweeps() == REFINE_AFTER && refines && affordsOwnCoordinates()) {
        refine(left);
      }
    }
  }

  /** By the sizes of the problem alone: which units climb together must not change the result. */
  private boolean affordsOwnCoordinates() {
    return squares == null && new Cost(problem).affordsOwnMatrices();
  }

  /**
   * Units that climb for long have curvatures unlike their base rates'. Each gets coordinates from
   * its own curvature where it is now; a thinned estimate is near enough to precondition.
   */
  private void refine(List<Climber> climbers) {
    int[] units = climbers.stream().mapToInt(Climber::unit).toArray();
    double[][] means = new double[units.length][];
    Arrays.setAll(means, i -> climbers.get(i).coefficients(problem.size()));
    new Laplace(problem, link, priors, context)
        .forEachFactor(
            new UnitModes(units, means, new double[units.length]),
            new Cost(problem).metricRows(),
            0,
            (i, factor) -> climbers.get(i).moveTo(new Whitening.Full(factor)));
  }

  /** One pass: every unit is told value and gradient at its proposal. */
  private void evaluate(List<Climber> climbers) {
    List<List<Climber>> blocks = blocks(climbers);
    context
        .workers()
        .spread(
            blocks.size(),
            context.cancellation(),
            (inner, block) ->
                evaluateBlock(
                    blocks.get(block), new SegmentSums(problem, inner, context.cancellation())));
  }

  /**
   * Blocks that leave none of the threads idle where they stay wide enough. Values do not depend on
   * the split, so it may depend on the threads; unless the product kernel is not exact, when
   * threads share the rows of a block.
   */
  private List<List<Climber>> blocks(List<Climber> climbers) {
    int threads = Products.exact() ? context.workers().parallelism() : 1;
    int widest = Math.max(1, Math.min(MAX_WIDTH, MAX_BLOCK / Math.max(1, problem.size())));
    int share = (climbers.size() + threads - 1) / threads;
    int least = problem.segments() >= threads ? GOOD_WIDTH : MIN_WIDTH;
    int width = Math.min(widest, Math.max(least, share));
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

  /** Those with the same coordinates next to each other, so that few solves serve a block. */
  private static List<Climber> byWhitening(List<Climber> climbers) {
    Map<Whitening, List<Climber>> groups = new LinkedHashMap<>();
    for (Climber climber : climbers) {
      groups.computeIfAbsent(climber.whitening(), key -> new ArrayList<>()).add(climber);
    }
    return groups.values().stream().flatMap(List::stream).toList();
  }

  private void evaluateBlock(List<Climber> block, SegmentSums sums) {
    int width = block.size();
    int length = problem.size() * width;
    int[] columnOfUnit = new int[problem.units()];
    Arrays.fill(columnOfUnit, -1);
    int[] units = new int[width];
    UnitAscent[] ascents = new UnitAscent[width];
    for (int j = 0; j < width; j++) {
      units[j] = block.get(j).unit();
      columnOfUnit[units[j]] = j;
      ascents[j] = block.get(j).ascent();
    }
    double[] coefficients = new double[length];
    double[] variances = squares == null ? null : new double[length];
    gather(ascents, coefficients, variances);
    whiten(block, coefficients, Whitening::toCoefficients);
    double[][] totals =
        sums.over(
            () -> new BlockTask(columnOfUnit, width, coefficients, variances),
            width,
            length,
            squares == null ? 0 : length);
    priors.penalize(units, coefficients, totals[0], totals[1]);
    whiten(block, totals[1], Whitening::gradient);
    tell(units, ascents, totals, variances);
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

  private void gather(UnitAscent[] ascents, double[] coefficients, double[] variances) {
    int width = ascents.length;
    for (int j = 0; j < width; j++) {
      double[] proposal = ascents[j].proposal();
      for (int p = 0; p < problem.size(); p++) {
        coefficients[p * width + j] = proposal[p];
        if (variances != null) {
          variances[p * width + j] = Math.exp(Math.sqrt(2) * proposal[problem.size() + p]);
        }
      }
    }
  }

  private void tell(int[] units, UnitAscent[] ascents, double[][] totals, double[] variances) {
    int width = ascents.length;
    int size = problem.size();
    double[] gradient = new double[dimension()];
    for (int j = 0; j < width; j++) {
      double value = totals[0][j] + constants[units[j]];
      GaussianPrior prior = priors.of(units[j]);
      for (int p = 0; p < size; p++) {
        gradient[p] = totals[1][p * width + j];
        if (variances != null) {
          // ∂/∂σ² of −½σ²(Λ₀ + Σωwx²) + ½log σ², and the value's terms in σ² beside the bound's.
          double variance = variances[p * width + j];
          double priorPrecision = prior.precision(p);
          double precision = priorPrecision + totals[2][p * width + j];
          gradient[size + p] = Math.sqrt(0.5) * (1 - variance * precision);
          value += 0.5 * (1 + Math.log(variance) - variance * priorPrecision);
        }
      }
      ascents[j].tell(value, gradient);
    }
  }

  /** The pass of one block over a segment's chunks. */
  private final class BlockTask implements SegmentSums.ChunkTask {
    private final int[] columnOfUnit;
    private final int width;
    private final double[] coefficients;
    private final double[] variances;
    private final double[] eta;
    private final double[] spread;

    BlockTask(int[] columnOfUnit, int width, double[] coefficients, double[] variances) {
      this.columnOfUnit = columnOfUnit;
      this.width = width;
      this.coefficients = coefficients;
      this.variances = variances;
      this.eta = new double[DesignMatrix.CHUNK_ROWS * width];
      this.spread = variances == null ? null : new double[DesignMatrix.CHUNK_ROWS * width];
    }

    @Override
    public void add(int chunk, double[][] sums) {
      Regressors regressors = problem.regressors();
      regressors.product(chunk, coefficients, width, eta);
      if (variances != null) {
        squares.product(chunk, variances, width, spread);
      }
      int start = regressors.features().chunkStart(chunk);
      for (int i = 0; i < regressors.features().chunkSize(chunk); i++) {
        applyLink(start + i, i * width, sums[0]);
      }
      regressors.addTransposedProduct(chunk, eta, width, sums[1]);
      if (variances != null) {
        squares.addTransposedProduct(chunk, spread, width, sums[2]);
      }
    }

    private void applyLink(int row, int at, double[] values) {
      double weight = problem.rowWeight(row);
      int own = columnOfUnit[problem.unitOfRow(row)];
      if (own < 0) {
        link.negatives(weight, eta, spread, at, width, values, 0);
        return;
      }
      double mean = eta[at + own];
      double variance = spread == null ? 0 : spread[at + own];
      link.negatives(weight, eta, spread, at, width, values, 0);
      double asOther = link.bound(false, mean, variance);
      values[own] += weight * (link.bound(true, mean, variance) - asOther);
      eta[at + own] = weight * link.boundSlope(true, mean, variance);
    }
  }
}
