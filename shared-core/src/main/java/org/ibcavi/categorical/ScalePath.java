// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.joint.JointAscent;
import org.ibcavi.joint.JointCoordinates;
import org.ibcavi.joint.Mode;
import org.ibcavi.link.Likelihood;
import org.ibcavi.pass.Laplace;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.report.PriorReport;
import org.ibcavi.scale.EvidenceSample;
import org.ibcavi.scale.ScaleSearch;

/**
 * The modes of one likelihood under a prior whose variance is learned: for different variances,
 * each started from the best before.
 */
final class ScalePath {
  /** Steps at the most towards a scale for each feature. */
  private static final int RELEVANCE_STEPS = 20;

  /** What such a step must add to the log evidence. */
  private static final double LEAST_GAIN = 0.1;

  /**
   * The stride of a search by rows left out, of a variance's logarithm: their densities change
   * slowly with it.
   */
  private static final double LEFT_OUT_STEP = 1.5 * ScaleSearch.STEP;

  /** The same search is content with a variance that many times less precise. */
  static final double LEFT_OUT_TOLERANCES = 2;

  private final MemberFitter fitter;
  private final Likelihood likelihood;
  private final LearnedScale prior;
  private Coefficients start;
  private JointCoordinates coordinates;
  private Relevance relevance;
  private double bestEvidence = Double.NEGATIVE_INFINITY;

  ScalePath(MemberFitter fitter, Likelihood likelihood, LearnedScale prior, Coefficients start) {
    this.fitter = fitter;
    this.likelihood = likelihood;
    this.prior = prior;
    this.start = start;
  }

  private GaussianPrior density(double variance) {
    return prior.at(variance).over(fitter.shape().columns(), fitter.shape().hasIntercept());
  }

  /** In the coordinates of the first ascent: new ones would cost more than they save. */
  private Mode climb(JointAscent ascent) {
    if (coordinates == null) {
      coordinates = ascent.coordinates(start);
    }
    return ascent.climb(start, coordinates);
  }

  /** The variance of the largest evidence. */
  double best(double first, EvidenceSample sample) {
    return ScaleSearch.bestVariance(
        variance -> evidence(variance, sample),
        first,
        ScaleSearch.STEP,
        fitter.settings().scaleTolerance());
  }

  private double evidence(double variance, EvidenceSample sample) {
    RegressionPriors priors = RegressionPriors.shared(density(variance));
    Mode mode = climb(fitter.searchAscent(likelihood, priors));
    Laplace laplace = fitter.laplace(likelihood, priors, mode.coefficients());
    double evidence =
        mode.logJoint() + sample.volumes(laplace, priors, Mode.vectors(mode.coefficients()));
    if (evidence > bestEvidence) {
      bestEvidence = evidence;
      start = mode.coefficients();
    }
    return evidence;
  }

  /** About the mode under a variance; the next one begins there. */
  Coefficients roughMode(double variance) {
    RegressionPriors priors = RegressionPriors.shared(density(variance));
    start = climb(fitter.searchAscent(likelihood, priors)).coefficients();
    return start;
  }

  /** Where the next ascent begins. */
  Coefficients last() {
    return start;
  }

  /** The variance under which rows that are left out are predicted best. */
  double bestLeftOut(double first, LeftOutRows rows) {
    return ScaleSearch.bestVariance(
        variance -> leftOut(variance, rows),
        first,
        LEFT_OUT_STEP,
        LEFT_OUT_TOLERANCES * fitter.settings().scaleTolerance());
  }

  private double leftOut(double variance, LeftOutRows rows) {
    RegressionPriors priors = RegressionPriors.shared(density(variance));
    Mode mode = climb(fitter.searchAscent(likelihood, priors));
    PriorReport report = report(PriorReport.Kind.LEARNED, variance);
    double total = rows.logDensity(fitter.roughly(likelihood, priors, report, mode));
    if (total > bestEvidence) {
      bestEvidence = total;
      start = mode.coefficients();
    }
    return total;
  }

  /** Steps from even relevances as long as the evidence rises by more than rounding. */
  Relevance learnRelevance(double variance) {
    GaussianPrior common = density(variance);
    Relevance best = Relevance.even(fitter.shape().columns());
    Relevance tried = best;
    bestEvidence = Double.NEGATIVE_INFINITY;
    for (int step = 0; step < RELEVANCE_STEPS; step++) {
      RegressionPriors priors = RegressionPriors.shared(tried.applyTo(common));
      Mode mode = climb(fitter.searchAscent(likelihood, priors));
      FittedMember fitted =
          fitter.fitted(likelihood, priors, report(PriorReport.Kind.PER_FEATURE, variance), mode);
      if (!(fitted.logEvidence() > bestEvidence + LEAST_GAIN)) {
        break;
      }
      bestEvidence = fitted.logEvidence();
      start = mode.coefficients();
      best = tried;
      tried = tried.next(fitted, fitter.shape(), common);
    }
    return best;
  }

  /** Prior variances are from now on multiplied feature by feature. */
  void use(Relevance learned) {
    relevance = learned;
  }

  private PriorReport report(PriorReport.Kind kind, double variance) {
    return PriorReport.of(
        kind, prior.at(variance), fitter.shape().columns(), fitter.shape().hasIntercept());
  }

  /** The member under one variance for all weights, or about it if features have their own. */
  FittedMember at(double variance, PriorReport.Kind kind) {
    GaussianPrior common = density(variance);
    RegressionPriors priors =
        RegressionPriors.shared(relevance == null ? common : relevance.applyTo(common));
    Mode mode = climb(fitter.ascent(likelihood, priors));
    start = mode.coefficients();
    PriorReport.Kind reported = relevance == null ? kind : PriorReport.Kind.PER_FEATURE;
    return fitter.fitted(likelihood, priors, report(reported, variance), mode);
  }

  /**
   * The member under a variance for every weight. Each step's curvature both whitens the ascent and
   * tells how much of each weight the data determine.
   *
   * @param even what was fitted with one variance for all
   * @param widening by which the variances are multiplied at the end
   */
  FittedMember heavyTailed(FittedMember even, double widening) {
    double variance = even.prior().weightVariance();
    LocalScales scales = LocalScales.even(fitter.shape(), density(variance), variance);
    LocalScales next = scales.next(even.means(), even.covariance());
    Coefficients at = even.means();
    for (int step = 1; step < CategoricalPlan.LOCAL_STEPS && !next.isNear(scales); step++) {
      scales = next;
      RegressionPriors priors = scales.priors();
      FactorPerCategory curvature = fitter.curvature(likelihood, priors, at);
      at =
          fitter
              .searchAscent(likelihood, priors)
              .climb(at, fitter.coordinates(curvature))
              .coefficients();
      next = scales.next(at, curvature);
    }
    LocalScales wider = next.times(widening);
    RegressionPriors priors = wider.priors();
    Mode mode = fitter.ascent(likelihood, priors).climb(at);
    return fitter.fitted(
        likelihood, priors, report(PriorReport.Kind.HEAVY_TAILED, wider.squaredScale()), mode);
  }
}
