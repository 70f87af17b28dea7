// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.link.Likelihood;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionModes;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.RegressionSample;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.Shape;
import org.ibcavi.scale.HeldOutParts;
import org.ibcavi.scale.RegressionPath;

/**
 * How well regressions predict rows that were held out, as a function of their prior. What is
 * summed is log p₁ of a held-out row's category among the regressions at hand, plug-in at the modes
 * of the other rows: what predictions of categories are judged by, which asks for wider priors than
 * the regressions' own labels do.
 */
final class HeldOut {
  private final int[] regressions;
  private final HeldOutParts parts;
  private final Fold[] folds;

  /**
   * Prepares comparisons.
   *
   * @param inference of all rows; its settings serve the fits without some
   * @param regressions that are compared
   * @param seed decides which rows are held out
   */
  HeldOut(Inference inference, int[] regressions, long seed) {
    this.regressions = regressions;
    this.parts = new HeldOutParts(inference.pass(), regressions, 1, seed);
    folds = new Fold[parts.count()];
    Arrays.setAll(folds, fold -> new Fold(inference, fold));
  }

  /**
   * How many regressions of a problem are enough: categories of few rows have few to hold out.
   *
   * @param shape of what is fitted
   * @return perhaps more than have rows
   */
  static double enoughRegressions(Shape shape) {
    double rowsOfRegression = (double) shape.givenRows() / RegressionSample.withRows(shape).count();
    return Math.max(
        RegressionSample.ENOUGH,
        Math.ceil((double) Sampling.ENOUGH_ROWS * HeldOutParts.FOLDS / rowsOfRegression));
  }

  /** How many rows of the regressions are held out. */
  int rows() {
    return parts.rows();
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
  RegressionMeans at(double logVariance) {
    return folds[0].path.at(logVariance, null);
  }

  /** Rows held out together, and the fit to the others. */
  private final class Fold {
    private final int part;
    private final Inference others;
    private final RegressionPath path = new RegressionPath();

    Fold(Inference inference, int part) {
      this.part = part;
      this.others = inference.onRows(parts.others(part));
    }

    double logDensity(GaussianPrior prior, double logVariance) {
      RegressionMeans start = path.at(logVariance, null);
      RegressionModes modes =
          others.modes(RegressionPriors.shared(prior), regressions, start, FitPhase.SCALE);
      path.add(logVariance, modes);
      // The power 1 is conditioning; with the logit link it is softmax.
      Likelihood likelihood = new Likelihood(others.settings().link(), 1);
      return parts.folds().logDensity(part, likelihood, modes.means());
    }
  }
}
