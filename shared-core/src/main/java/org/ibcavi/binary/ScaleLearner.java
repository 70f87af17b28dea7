// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.pass.Laplace;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionModes;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.RegressionSample;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.Shape;
import org.ibcavi.scale.EvidenceSample;
import org.ibcavi.scale.HeldOutParts;
import org.ibcavi.scale.RegressionPath;
import org.ibcavi.scale.ScaleSearch;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;

/**
 * Chooses the variance of the weights by type-II maximum likelihood, the value with the largest
 * evidence, or by how well it predicts rows held out.
 *
 * <p>Where the evidence of all regressions from all rows is too dear, it is estimated from a sample
 * ({@link EvidenceSample}).
 */
public final class ScaleLearner {
  /** What was learned, and from how much. */
  public static final class Result {
    private final double variance;
    private final double evidence;
    private final List<String> notes;
    private final RegressionMeans fits;

    Result(double variance, double evidence, List<String> notes, RegressionMeans fits) {
      this.variance = variance;
      this.evidence = evidence;
      this.notes = List.copyOf(notes);
      this.fits = fits;
    }

    /**
     * The learned variance of the weights.
     *
     * @return above 0
     */
    public double variance() {
      return variance;
    }

    /**
     * The evidence at the nearest variance that was tried, summed over categories, an estimate if
     * regressions were sampled; or the log density of the rows held out.
     *
     * @return a logarithm
     */
    public double evidence() {
      return evidence;
    }

    /**
     * What was sampled or simplified.
     *
     * @return sentences
     */
    public List<String> notes() {
      return notes;
    }

    /**
     * The vectors nearest the result, to start from.
     *
     * @return of the sampled regressions
     */
    public RegressionMeans fits() {
      return fits;
    }
  }

  /** The search starts where the variances of a category's weights have this sum. */
  private static final double TYPICAL_SUM = 2;

  private final Inference inference;
  private final LearnedScale prior;
  private final double tolerance;
  private final RegressionSample regressions;
  private final EvidenceSample sample;
  private final HeldOut heldOut;
  private double start;
  private RegressionMeans earlier;
  private final RegressionPath path = new RegressionPath();

  /**
   * Prepares the search.
   *
   * @param inference how a regression is fitted
   * @param prior whose scale is learned
   * @param asked the tolerance of the variance's logarithm, if it was set
   * @param seed for the samples
   */
  public ScaleLearner(Inference inference, LearnedScale prior, Optional<Double> asked, long seed) {
    boolean holdsOut = holdsOut(inference.pass().shape(), prior);
    double usual = Option.SCALE_TOLERANCE.defaultIn(Method.BINARY).orElseThrow();
    this.tolerance = asked.orElse(holdsOut ? roughTolerance() : usual);
    // A variance that is wanted more precisely needs more precise modes.
    this.inference = inference.forSearch(Math.min(1, tolerance / usual));
    this.prior = prior;
    Shape shape = inference.pass().shape();
    this.sample = holdsOut ? null : new EvidenceSample(shape, seed);
    this.regressions =
        holdsOut
            ? new RegressionSample(shape, HeldOut.enoughRegressions(shape), seed)
            : sample.regressions();
    this.heldOut = holdsOut ? new HeldOut(this.inference, regressions.regressions(), seed) : null;
    this.start = typicalVariance();
  }

  /**
   * Half a stride: held-out rows tell variances apart no better, and where a categorical stage
   * follows that learns its own variance, the start of it needs no better one.
   *
   * @return of the variance's logarithm
   */
  static double roughTolerance() {
    return 0.5 * ScaleSearch.STEP;
  }

  /** Rows of sparse features are much shorter than there are features. */
  private double typicalVariance() {
    double meanSquare = inference.gram().meanSquare();
    return meanSquare > 0 ? TYPICAL_SUM / meanSquare : typicalVariance(inference.pass().shape());
  }

  /**
   * Whether the variance of a problem is learned by holding rows out, if that is left to choose:
   * where there are more coefficients than rows, or too many for determinants. There Laplace's
   * evidence is far below the true one the wider the prior is, and would choose too small a
   * variance (Kuss and Rasmussen 2005). Rows that are very few are not held out.
   *
   * @param shape of what is fitted
   * @return true if so
   */
  static boolean holdsOutByItself(Shape shape) {
    return shape.givenRows() * HeldOutParts.FOLDS >= Sampling.ENOUGH_ROWS
        && new Cost(shape).misleadsEvidence();
  }

  /**
   * Whether the variance of a prior is learned by holding rows out.
   *
   * @param shape of what is fitted
   * @param prior whose scale is learned
   * @return true if so
   */
  public static boolean holdsOut(Shape shape, LearnedScale prior) {
    return switch (prior.evidence()) {
      case AUTO -> holdsOutByItself(shape);
      case HELD_OUT -> true;
      case LAPLACE, ELBO -> false;
    };
  }

  /**
   * A variance of the right order before anything is known: with it the linear predictors of
   * standardized rows have about the variance 2.
   *
   * @param shape of what is fitted
   * @return above 0
   */
  public static double typicalVariance(Shape shape) {
    return Math.max(ScaleSearch.LEAST, TYPICAL_SUM / shape.size());
  }

  /**
   * Searches from where an earlier search ended.
   *
   * @param variance learned then, or NaN if it is not known
   * @param means of the regressions then
   * @return this
   */
  public ScaleLearner startingFrom(double variance, RegressionMeans means) {
    earlier = means;
    if (!Double.isNaN(variance)) {
      start = variance;
    }
    return this;
  }

  /**
   * Searches.
   *
   * @return what was learned
   */
  public Result learn() {
    ScaleSearch search = new ScaleSearch(this::evidence, tolerance);
    double first = Math.max(ScaleSearch.LEAST, Math.min(ScaleSearch.MOST, start));
    double best = search.maximise(Math.log(first), ScaleSearch.STEP);
    List<String> notes = notes();
    if (best <= Math.log(ScaleSearch.LEAST) || best >= Math.log(ScaleSearch.MOST)) {
      notes.add("warning: the prior variance is at the limit of its search");
    }
    RegressionMeans nearest = heldOut == null ? path.at(best, earlier) : heldOut.at(best);
    return new Result(Math.exp(best), search.maximum(), notes, nearest);
  }

  private List<String> notes() {
    if (heldOut == null) {
      return sample.notes();
    }
    List<String> notes = new ArrayList<>(regressions.notes());
    notes.add(
        "the prior variance is the one that predicted "
            + heldOut.rows()
            + " held-out rows best; the log evidence is theirs");
    return notes;
  }

  private double evidence(double logVariance) {
    Shape shape = inference.pass().shape();
    GaussianPrior gaussian =
        prior.at(Math.exp(logVariance)).over(shape.columns(), shape.hasIntercept());
    if (heldOut != null) {
      return heldOut.logDensity(gaussian, logVariance);
    }
    RegressionMeans start = path.at(logVariance, earlier);
    double[] values =
        prior.evidence() == LearnedScale.Evidence.ELBO
            ? elbos(gaussian, logVariance, start)
            : laplaceEvidences(gaussian, logVariance, start);
    double sum = 0;
    for (double value : values) {
      sum += regressions.share() * value;
    }
    return sum;
  }

  private double[] elbos(GaussianPrior gaussian, double logVariance, RegressionMeans start) {
    RegressionFits fits =
        inference.fit(
            RegressionPriors.shared(gaussian), regressions.regressions(), start, FitPhase.SCALE);
    path.add(logVariance, fits);
    return fits.elbos();
  }

  /** Log joint at the mode − ½log|curvature|, without the constants of 2π that cancel. */
  private double[] laplaceEvidences(
      GaussianPrior gaussian, double logVariance, RegressionMeans start) {
    RegressionModes modes =
        inference.modes(
            RegressionPriors.shared(gaussian), regressions.regressions(), start, FitPhase.SCALE);
    path.add(logVariance, modes);
    Laplace laplace =
        new Laplace(
            inference.pass().shape(),
            RegressionPriors.shared(gaussian),
            inference.pass().curvatures(inference.settings().link()));
    double[] values = sample.logDeterminants(laplace, modes);
    Arrays.setAll(values, i -> modes.logJoint(i) - 0.5 * values[i]);
    return values;
  }
}
