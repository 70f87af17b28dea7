// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import org.ibcavi.joint.CategoricalPosterior;
import org.ibcavi.joint.JointAscent;
import org.ibcavi.joint.JointCoordinates;
import org.ibcavi.joint.Mode;
import org.ibcavi.link.Likelihood;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.Laplace;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Convergence;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Shape;
import org.ibcavi.report.PriorReport;
import org.ibcavi.variational.VariationalAscent;
import org.ibcavi.variational.VariationalSettings;

/** Finds the mode of a categorical likelihood under a prior, and the posterior around it. */
final class MemberFitter {
  private final RowPass pass;
  private final Shape shape;
  private final CategoricalSettings settings;
  private final CategoricalPlan plan;
  private final FitContext context;

  MemberFitter(
      RowPass pass, CategoricalSettings settings, CategoricalPlan plan, FitContext context) {
    this.pass = pass;
    this.shape = pass.shape();
    this.settings = settings;
    this.plan = plan;
    this.context = context;
  }

  /** The same on other rows. */
  MemberFitter on(RowPass rows) {
    return new MemberFitter(rows, settings, plan, context);
  }

  RowPass pass() {
    return pass;
  }

  Shape shape() {
    return shape;
  }

  CategoricalSettings settings() {
    return settings;
  }

  /**
   * An ascent to the mode itself; where held-out rows compare members, only as near to it as the
   * ascents were whose predictions they saw.
   */
  JointAscent ascent(Likelihood likelihood, RegressionPriors priors) {
    return plan.holdsOut()
        ? searchAscent(likelihood, priors)
        : ascent(likelihood, priors, settings.tolerance());
  }

  /** An ascent that ends where priors can be compared. */
  JointAscent searchAscent(Likelihood likelihood, RegressionPriors priors) {
    return ascent(likelihood, priors, Math.min(0.5, Convergence.SEARCH * settings.tolerance()));
  }

  private JointAscent ascent(Likelihood likelihood, RegressionPriors priors, double tolerance) {
    return new JointAscent(posterior(likelihood, priors), tolerance, settings.maxPasses(), context);
  }

  private CategoricalPosterior posterior(Likelihood likelihood, RegressionPriors priors) {
    return new CategoricalPosterior(pass, likelihood, priors);
  }

  /** Whether ascents are in coordinates made from diagonals, which are cheap to make anew. */
  boolean preconditionsByDiagonals() {
    return plan.wide();
  }

  /** The blocks of the expected curvature at a point. */
  Laplace laplace(Likelihood likelihood, RegressionPriors priors, Coefficients at) {
    return posterior(likelihood, priors).laplace(at);
  }

  /** The posterior's covariance if its mode is at a point. */
  PosteriorCovariance covariance(Likelihood likelihood, RegressionPriors priors, Coefficients at) {
    return covariance(likelihood, priors, at, plan.curvatureRows());
  }

  private PosteriorCovariance covariance(
      Likelihood likelihood, RegressionPriors priors, Coefficients at, int rows) {
    return covariance(laplace(likelihood, priors, at), at, rows);
  }

  private PosteriorCovariance covariance(Laplace laplace, Coefficients at, int rows) {
    return plan.diagonal()
        ? laplace.diagonal(Mode.vectors(at))
        : laplace.full(Mode.vectors(at), rows, settings.seed());
  }

  /** Coordinates whitened by a covariance. */
  JointCoordinates coordinates(PosteriorCovariance covariance) {
    return JointCoordinates.of(shape, covariance, context);
  }

  /** The posterior around a mode. */
  FittedMember fitted(
      Likelihood likelihood, RegressionPriors priors, PriorReport prior, Mode mode) {
    return fitted(likelihood, priors, prior, mode, plan.curvatureRows());
  }

  /** The same from as few rows as suffice to compare priors. */
  FittedMember roughly(
      Likelihood likelihood, RegressionPriors priors, PriorReport prior, Mode mode) {
    return fitted(likelihood, priors, prior, mode, new Cost(shape).searchRows());
  }

  private FittedMember fitted(
      Likelihood likelihood, RegressionPriors priors, PriorReport prior, Mode mode, int rows) {
    PosteriorCovariance covariance = covariance(likelihood, priors, mode.coefficients(), rows);
    double evidence = mode.logJoint();
    for (int regression = 0; regression < shape.regressions(); regression++) {
      double determinants = priors.logDeterminant(regression) - covariance.logPrecision(regression);
      evidence += 0.5 * determinants;
    }
    boolean chosenByIt = prior.kind() == PriorReport.Kind.HEAVY_TAILED;
    return new FittedMember(
        likelihood, prior, priors, mode, covariance, chosenByIt ? Double.NaN : evidence);
  }

  /** The binary stage's regressions with Laplace's posterior of each. */
  FittedMember taken(CategoricalStage.StartMember start) {
    Likelihood likelihood = start.likelihood();
    LearnedScale prior = (LearnedScale) settings.prior();
    RegressionPriors priors =
        RegressionPriors.shared(
            prior.at(start.prior().weightVariance()).over(shape.columns(), shape.hasIntercept()));
    return ofRegressions(likelihood, priors, start.prior(), start.mode());
  }

  /** Binary regressions that were fitted each by itself, with Laplace's posterior of each. */
  FittedMember ofRegressions(
      Likelihood likelihood, RegressionPriors priors, PriorReport prior, Mode mode) {
    Laplace laplace = new Laplace(shape, priors, pass.curvatures(likelihood.link()));
    PosteriorCovariance covariance = covariance(laplace, mode.coefficients(), plan.curvatureRows());
    return new FittedMember(likelihood, prior, priors, mode, covariance, Double.NaN);
  }

  /**
   * The same member with the posterior under which its bound is largest. Its draws are made row by
   * row, so that it takes all rows here.
   */
  FittedMember variational(FittedMember member) {
    Problem rows = pass.sample(shape.rows(), settings.seed());
    return member.with(
        new VariationalAscent(
                rows, member.likelihood(), member.priors(), variationalSettings(), context)
            .climb(member.means(), member.covariance()));
  }

  /** How a variational posterior is found: with how many draws, above all. */
  VariationalSettings variationalSettings() {
    return VariationalSettings.of(shape, settings.seed())
        .withDiagonal(plan.diagonal())
        .withCurvatureRows(plan.curvatureRows());
  }
}
