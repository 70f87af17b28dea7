// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.joint.JointAscent;
import org.ibcavi.joint.JointCoordinates;
import org.ibcavi.joint.Mode;
import org.ibcavi.link.Likelihood;
import org.ibcavi.pass.Laplace;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Convergence;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.report.PriorReport;
import org.ibcavi.scale.EvidenceSample;
import org.ibcavi.scale.RegressionPath;
import org.ibcavi.scale.ScaleSearch;
import org.ibcavi.structure.GroupedVariances;
import org.ibcavi.structure.LearnedVariances;
import org.ibcavi.structure.Moments;
import org.ibcavi.structure.PriorRegressions;
import org.ibcavi.variational.VariationalSettings;

/**
 * The modes of one likelihood under a prior whose variance is learned: for different variances,
 * each started from where those before lead.
 */
final class ScalePath {
  /**
   * Rows that are left out tell variances apart less sharply than evidence does: a search by them
   * has a stride and a tolerance this many times as long.
   */
  static final double LEFT_OUT = 1.5;

  private final MemberFitter fitter;
  private final Likelihood likelihood;
  private final LearnedScale prior;
  private final RegressionPath path = RegressionPath.keepingAll();
  private Coefficients start;
  private JointCoordinates coordinates;
  private LearnedVariances own;
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

  /**
   * In the coordinates of the first ascent, as new matrices would cost more than they save; but
   * diagonal ones cost about a pass, and those of a variance tell its mode more sharply.
   */
  private Mode climb(JointAscent ascent) {
    if (coordinates == null || fitter.preconditionsByDiagonals()) {
      coordinates = ascent.coordinates(start);
    }
    return ascent.climb(start, coordinates);
  }

  /** About the mode under a variance, from where those of other variances lead. */
  private Mode climbInSearch(double variance, RegressionPriors priors) {
    double logVariance = Math.log(variance);
    RegressionMeans guess = path.at(logVariance, null);
    if (guess != null) {
      start = guess.means();
    }
    Mode mode = climb(fitter.searchAscent(likelihood, priors));
    path.add(logVariance, Mode.vectors(mode.coefficients()));
    return mode;
  }

  /** The variance of the largest evidence, by a search with a first stride. */
  double best(double first, double stride, EvidenceSample sample) {
    return ScaleSearch.bestVariance(
        variance -> evidence(variance, sample), first, stride, fitter.settings().scaleTolerance());
  }

  private double evidence(double variance, EvidenceSample sample) {
    RegressionPriors priors = RegressionPriors.shared(density(variance));
    Mode mode = climbInSearch(variance, priors);
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
    start = climbInSearch(variance, priors).coefficients();
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
        LEFT_OUT * ScaleSearch.STEP,
        LEFT_OUT * fitter.settings().scaleTolerance());
  }

  private double leftOut(double variance, LeftOutRows rows) {
    RegressionPriors priors = RegressionPriors.shared(density(variance));
    Mode mode = climbInSearch(variance, priors);
    PriorReport report = report(PriorReport.Kind.LEARNED, variance);
    double total = rows.logDensity(fitter.roughly(likelihood, priors, report, mode));
    if (total > bestEvidence) {
      bestEvidence = total;
      start = mode.coefficients();
    }
    return total;
  }

  /**
   * Learns variances for groups of weights, and has them for its prior from then on.
   *
   * @param structure which weights share a variance
   * @param variance of all weights, to start from
   */
  LearnedVariances learn(GroupedVariances structure, double variance) {
    Coefficients even = roughMode(variance);
    RegressionPriors priors = RegressionPriors.shared(density(variance));
    Grouped learned = learn(structure, variance, even, fitter.covariance(likelihood, priors, even));
    start = learned.mode();
    use(learned.variances());
    return own;
  }

  /** Has variances for its prior that were learned with another likelihood. */
  void use(LearnedVariances learned) {
    own = learned;
    coordinates = null;
  }

  /** Variances of groups, and about the mode under them. */
  private record Grouped(LearnedVariances variances, Coefficients mode) {}

  /** Each step's curvature both whitens the ascent and tells how much the data determine. */
  private Grouped learn(
      GroupedVariances structure,
      double variance,
      Coefficients even,
      PosteriorCovariance covariance) {
    LearnedVariances before = structure.start(PriorRegressions.of(fitter.shape()), variance);
    LearnedVariances next = before.leap(Moments.of(Mode.vectors(even), covariance));
    Coefficients at = even;
    for (int step = 1; step < Convergence.ROUNDS && !isNear(next, before); step++) {
      before = next;
      RegressionPriors priors = before.priors();
      PosteriorCovariance curvature = fitter.covariance(likelihood, priors, at);
      at =
          fitter
              .searchAscent(likelihood, priors)
              .climb(at, fitter.coordinates(curvature))
              .coefficients();
      next = before.leap(Moments.of(Mode.vectors(at), curvature));
    }
    return new Grouped(next, at);
  }

  /** Whether s² is about what it was: then further steps change little. */
  private static boolean isNear(LearnedVariances next, LearnedVariances before) {
    double ratio = next.report().weightVariance() / before.report().weightVariance();
    return Math.abs(Math.log(ratio)) < VariationalSettings.TOLERANCE;
  }

  private PriorReport report(PriorReport.Kind kind, double variance) {
    return PriorReport.of(
        kind, prior.at(variance), fitter.shape().columns(), fitter.shape().hasIntercept());
  }

  /** The member under the prior that was learned. */
  FittedMember at(double variance) {
    return own == null
        ? even(variance, PriorReport.Kind.LEARNED)
        : under(own.priors(), own.report());
  }

  /** The member under a prior whose variances are some times those that were learned. */
  FittedMember wider(double times, double variance) {
    if (own == null) {
      return even(times * variance, PriorReport.Kind.WIDER);
    }
    LearnedVariances wide = own.times(times);
    return under(wide.priors(), report(PriorReport.Kind.WIDER, wide.report().weightVariance()));
  }

  /** With one variance for all weights. Where modes on both sides are known it starts between. */
  private FittedMember even(double variance, PriorReport.Kind kind) {
    if (path.surrounds(Math.log(variance))) {
      start = path.at(Math.log(variance), null).means();
    }
    return under(RegressionPriors.shared(density(variance)), report(kind, variance));
  }

  private FittedMember under(RegressionPriors priors, PriorReport report) {
    Mode mode = climb(fitter.ascent(likelihood, priors));
    start = mode.coefficients();
    return fitter.fitted(likelihood, priors, report, mode);
  }

  /**
   * The member under a variance for every weight.
   *
   * @param even what was fitted with one variance for all
   * @param widening by which the variances are multiplied at the end
   */
  FittedMember heavyTailed(FittedMember even, double widening) {
    Grouped learned =
        learn(
            new GroupedVariances(GroupedVariances.Grouping.WEIGHT, prior),
            even.prior().weightVariance(),
            even.means(),
            even.covariance());
    LearnedVariances wider = learned.variances().times(widening);
    Mode mode = fitter.ascent(likelihood, wider.priors()).climb(learned.mode());
    return fitter.fitted(likelihood, wider.priors(), wider.report(), mode);
  }
}
