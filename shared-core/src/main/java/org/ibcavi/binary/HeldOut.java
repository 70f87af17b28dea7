// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.fit.FitContext;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.link.PowerFamily;
import org.ibcavi.pass.SegmentSums;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.problem.Hash;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.UnitMeans;
import org.ibcavi.problem.UnitModes;
import org.ibcavi.problem.UnitPriors;
import org.ibcavi.problem.UnitSample;
import org.ibcavi.scale.UnitPath;

/**
 * How well units predict rows that were held out, as a function of their prior. A fifth of each
 * category's rows is held out, and further fifths in turn where that would be few rows. What is
 * summed is log p₁ of a held-out row's category among the units at hand, plug-in at the modes of
 * the other rows: what predictions of categories are judged by, which asks for wider priors than
 * the units' own labels do.
 */
final class HeldOut {
  private static final int FOLDS = 5;

  /** Held-out rows that are enough to compare priors by. */
  private static final int ENOUGH_ROWS = 500;

  /** Categories among which a row's own one is to be found. */
  private static final int ENOUGH_UNITS = 32;

  /** Conditioning; with the logit link it is softmax. */
  private static final double ALPHA = 1;

  private final int[] units;
  private final Fold[] folds;
  private final FitContext context;

  /**
   * Prepares comparisons.
   *
   * @param inference of all rows; its settings serve the fits without some
   * @param units that are compared
   * @param seed decides which rows are held out
   */
  HeldOut(Inference inference, int[] units, long seed) {
    this.units = units;
    this.context = inference.context();
    int[][] parts = parts(inference.problem(), seed);
    double candidates = ofUnits(inference.problem(), Arrays.stream(parts)).length;
    int count = (int) Math.ceil(ENOUGH_ROWS * FOLDS / Math.max(1, candidates));
    folds = new Fold[Math.min(FOLDS, count)];
    Arrays.setAll(folds, fold -> new Fold(inference, parts, fold));
  }

  /** The rows of some parts whose units are compared, in order. */
  private int[] ofUnits(Problem problem, Stream<int[]> parts) {
    return parts
        .flatMapToInt(Arrays::stream)
        .filter(row -> Arrays.binarySearch(units, problem.unitOfRow(row)) >= 0)
        .sorted()
        .toArray();
  }

  /**
   * How many units of a problem are enough: categories of few rows have few to hold out.
   *
   * @param problem what is fitted
   * @return perhaps more than have rows
   */
  static double enoughUnits(Problem problem) {
    double rowsOfUnit = (double) problem.rows() / UnitSample.withRows(problem).count();
    return Math.max(ENOUGH_UNITS, Math.ceil(ENOUGH_ROWS * FOLDS / rowsOfUnit));
  }

  /** The rows with weight in fifths; each has a fifth of every category, but for a row. */
  static int[][] parts(Problem problem, long seed) {
    int[] dealt =
        IntStream.range(0, problem.rows())
            .filter(row -> problem.rowWeight(row) > 0)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(problem::unitOfRow)
                    .thenComparingLong(row -> Hash.of(seed, row)))
            .mapToInt(Integer::intValue)
            .toArray();
    int[][] parts = new int[FOLDS][];
    Arrays.setAll(
        parts,
        part ->
            IntStream.range(0, dealt.length)
                .filter(at -> at % FOLDS == part)
                .map(at -> dealt[at])
                .toArray());
    return parts;
  }

  /** How many rows of the units are held out. */
  int rows() {
    return Arrays.stream(folds).mapToInt(fold -> fold.held.rows()).sum();
  }

  /** Σ ω log p of the held-out rows under a prior; fits start from those of other variances. */
  double logDensity(GaussianPrior prior, double logVariance) {
    double sum = 0;
    for (Fold fold : folds) {
      sum += fold.logDensity(prior, logVariance);
    }
    return sum;
  }

  /** About the modes at a variance near those tried, without the rows of the first fold. */
  UnitMeans at(double logVariance) {
    return folds[0].path.at(logVariance, null);
  }

  /** Rows held out together, and the fit to the others. */
  private final class Fold {
    private final Inference others;
    private final Problem held;
    private final UnitPath path = new UnitPath();

    Fold(Inference inference, int[][] parts, int fold) {
      int[] fitted =
          IntStream.range(0, FOLDS)
              .filter(part -> part != fold)
              .flatMap(part -> Arrays.stream(parts[part]))
              .sorted()
              .toArray();
      others = inference.onRows(fitted);
      Problem problem = inference.problem();
      held = problem.onRows(ofUnits(problem, Stream.of(parts[fold])));
    }

    double logDensity(GaussianPrior prior, double logVariance) {
      UnitMeans start = path.at(logVariance, null);
      UnitModes modes = others.modes(UnitPriors.shared(prior), units, start, FitPhase.SCALE);
      path.add(logVariance, modes);
      Coefficients means = modes.means();
      SegmentSums sums = new SegmentSums(held, context.workers(), context.cancellation());
      return sums.over(() -> (chunk, total) -> total[0][0] += logDensity(means, chunk), 1)[0][0];
    }

    private double logDensity(Coefficients means, int chunk) {
      DesignMatrix features = held.regressors().features();
      int width = units.length;
      double[] eta = new double[features.chunkSize(chunk) * width];
      means.product(held.regressors(), chunk, eta);
      double[] row = new double[width];
      double sum = 0;
      for (int i = 0; i < features.chunkSize(chunk); i++) {
        int at = features.chunkStart(chunk) + i;
        System.arraycopy(eta, i * width, row, 0, width);
        PowerFamily.logProbabilities(others.settings().link(), ALPHA, row, row);
        sum += held.rowWeight(at) * row[Arrays.binarySearch(units, held.unitOfRow(at))];
      }
      return sum;
    }
  }
}
