// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.ibcavi.fit.FitContext;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.pass.FittedPredictors;
import org.ibcavi.pass.Laplace;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.UnitPriors;
import org.ibcavi.scale.EvidenceSample;

/** Finishes the members of a plan from the means of the independent binary fit. */
public final class Finisher {
  /** A search for the variance need not see its modes more sharply than this. */
  private static final double SEARCH_TOLERANCE = 3e-2;

  /** The search tries powers of this variance. */
  private static final double STEP = 4;

  /** Between 4⁻¹⁰ and 4¹⁰ everything from "no signal" to "separable" is found. */
  private static final int MOST_POWER = 10;

  /** Steps at the most towards a scale for each feature. */
  private static final int RELEVANCE_STEPS = 20;

  /** What a step must add to the log evidence. */
  private static final double LEAST_GAIN = 0.1;

  /**
   * Rows that the leading member is given before the rows are asked: others must earn their weight.
   * The comparison in docs/finish.md chose it.
   */
  private static final double LEADING_ROWS = 10;

  /** Rows that every member is given. */
  private static final double PRIOR_ROWS = 1;

  /** A member below this weight costs every prediction more than it gives. */
  private static final double LEAST_WEIGHT = 0.05;

  private final Problem problem;
  private final FinishPlan plan;
  private final double tolerance;
  private final int maxPasses;
  private final long seed;
  private final FitContext context;
  private EvidenceSample sample;
  private Relevance relevance;

  /**
   * Prepares a finish.
   *
   * @param problem what was fitted
   * @param plan what to finish
   * @param tolerance of the whitened gradient, as a share of √Σω
   * @param maxPasses passes over the rows for one mode at the most
   * @param seed for samples
   * @param context threads and listener
   */
  public Finisher(
      Problem problem,
      FinishPlan plan,
      double tolerance,
      int maxPasses,
      long seed,
      FitContext context) {
    this.problem = problem;
    this.plan = plan;
    this.tolerance = tolerance;
    this.maxPasses = maxPasses;
    this.seed = seed;
    this.context = context;
  }

  /**
   * Finishes every member under one prior.
   *
   * @param prior over a category's coefficients
   * @param weightVariance of the prior if it has one for all weights, else NaN
   * @param starts where each member's ascent begins
   * @return the members in the order of the plan
   */
  public List<FinishedMember> finish(
      GaussianPrior prior, double weightVariance, Function<Likelihood, Coefficients> starts) {
    UnitPriors priors = UnitPriors.shared(prior);
    List<FinishedMember> finished = new ArrayList<>();
    for (Likelihood member : plan.members()) {
      Mode mode = mode(member, priors, starts.apply(member), tolerance);
      finished.add(finished(member, priors, weightVariance, mode, plan.finalRows()));
    }
    return finished;
  }

  /**
   * Finishes a member that goes on from an earlier posterior, starting at its means.
   *
   * @param member the likelihood
   * @param priors the earlier posterior
   * @return the member
   */
  public FinishedMember finish(Likelihood member, UnitPriors priors) {
    Mode mode = mode(member, priors, priors.means(problem.units()), tolerance);
    return finished(member, priors, Double.NaN, mode, plan.finalRows());
  }

  /**
   * Finishes every member under a learned prior variance, or under several priors if the plan says
   * so. The variance of the largest evidence is searched with the first member and serves the
   * others, with the ratio of the links' deviations.
   *
   * @param priors the prior for a variance of the weights
   * @param learned the variance for the link of the binary fit
   * @param searches whether it is only where a search begins
   * @param starts where each member's ascent begins
   * @return the members, those of one likelihood side by side
   */
  public List<FinishedMember> finish(
      DoubleFunction<GaussianPrior> priors,
      double learned,
      boolean searches,
      Function<Likelihood, Coefficients> starts) {
    List<FinishedMember> finished = new ArrayList<>();
    double variance = learned;
    Link link = problem.link();
    for (Likelihood member : plan.members()) {
      ScalePath path = new ScalePath(member, priors, starts.apply(member));
      double ratio = member.link().deviation() / link.deviation();
      variance *= ratio * ratio;
      link = member.link();
      if (finished.isEmpty() && searches) {
        sample = new EvidenceSample(problem, seed);
        variance = path.best(variance);
      }
      if (finished.isEmpty() && plan.scalePerFeature()) {
        relevance = path.relevance(variance);
      }
      finished.addAll(underPriors(path, variance, finished.isEmpty(), searches));
    }
    return finished;
  }

  /** The wider variance comes last: it is the farthest from where the others are. */
  private List<FinishedMember> underPriors(
      ScalePath path, double variance, boolean leads, boolean searches) {
    List<FinishedMember> finished = new ArrayList<>();
    if (leads || !plan.severalPriors()) {
      finished.add(path.at(variance));
    }
    if (leads && searches && plan.heavyTails()) {
      finished.add(path.heavyTailed(finished.get(0)));
    }
    if (plan.severalPriors()) {
      finished.add(path.at(FinishPlan.WIDER * variance));
    }
    return finished;
  }

  /**
   * Means of the independent binary fit for another link: linear predictors of links are about in
   * the ratio of the links' deviations.
   *
   * @param start the means
   * @param link the other link
   * @return scaled means
   */
  public Coefficients scaled(Coefficients start, Link link) {
    Coefficients result = start.copy();
    double ratio = link.deviation() / problem.link().deviation();
    for (int block = 0; block < result.blocks(); block++) {
      double[] values = result.block(block);
      Arrays.setAll(values, at -> ratio * values[at]);
    }
    return result;
  }

  private Mode mode(Likelihood member, UnitPriors priors, Coefficients start, double precision) {
    CategoricalPosterior posterior = new CategoricalPosterior(problem, member, priors, context);
    return new JointAscent(posterior, precision, maxPasses, context).climb(start);
  }

  private FinishedMember finished(
      Likelihood member, UnitPriors priors, double variance, Mode mode, int rows) {
    Laplace laplace = laplace(member, priors, mode);
    PosteriorCovariance covariance =
        plan.diagonal()
            ? laplace.diagonal(Mode.vectors(mode.coefficients()))
            : laplace.full(Mode.vectors(mode.coefficients()), rows, seed);
    double evidence = mode.logJoint();
    for (int unit = 0; unit < problem.units(); unit++) {
      double determinants = priors.logDeterminant(unit) - logPrecision(covariance, unit);
      evidence += 0.5 * problem.multiplicity(unit) * determinants;
    }
    return new FinishedMember(member, variance, false, mode, covariance, evidence);
  }

  private Laplace laplace(Likelihood member, UnitPriors priors, Mode mode) {
    return new CategoricalPosterior(problem, member, priors, context).laplace(mode.coefficients());
  }

  /** log |precision| of a unit. */
  private static double logPrecision(PosteriorCovariance covariance, int unit) {
    return covariance instanceof FactorPerCategory factors
        ? factors.precision(unit).logDeterminant()
        : -Arrays.stream(covariance.variances(unit)).map(Math::log).sum();
  }

  /** The modes of one likelihood for different variances, each started from the best before. */
  private final class ScalePath {
    private final Likelihood member;
    private final DoubleFunction<GaussianPrior> priors;
    private Coefficients start;
    private JointCoordinates coordinates;
    private double bestEvidence = Double.NEGATIVE_INFINITY;

    ScalePath(Likelihood member, DoubleFunction<GaussianPrior> priors, Coefficients start) {
      this.member = member;
      this.priors = priors;
      this.start = start;
    }

    /** In the coordinates of the first ascent: new ones would cost more than they save. */
    private Mode mode(UnitPriors prior, double precision) {
      CategoricalPosterior posterior = new CategoricalPosterior(problem, member, prior, context);
      JointAscent ascent = new JointAscent(posterior, precision, maxPasses, context);
      if (coordinates == null) {
        coordinates = ascent.coordinates(start);
      }
      return ascent.climb(start, coordinates);
    }

    /**
     * The variance of the largest evidence: uphill from one power of {@link #STEP} to the next, so
     * that where the search begins does not decide where it ends, then to the top of the parabola
     * through the best and its neighbours.
     */
    double best(double first) {
      int at = (int) Math.rint(Math.log(first) / Math.log(STEP));
      double here = evidence(at);
      double up = evidence(at + 1);
      double down = up > here ? Double.NaN : evidence(at - 1);
      while (up > here && at < MOST_POWER) {
        down = here;
        here = up;
        up = evidence(++at + 1);
      }
      while (down > here && at > -MOST_POWER) {
        up = here;
        here = down;
        down = evidence(--at - 1);
      }
      double curvature = 2 * here - up - down;
      double offset = curvature > 0 ? 0.5 * (up - down) / curvature : 0;
      return Math.pow(STEP, at + Math.max(-1, Math.min(1, offset)));
    }

    private double evidence(int power) {
      UnitPriors prior = UnitPriors.shared(priors.apply(Math.pow(STEP, power)));
      Mode mode = mode(prior, Math.max(tolerance, SEARCH_TOLERANCE));
      Laplace laplace = laplace(member, prior, mode);
      double evidence =
          mode.logJoint() + sample.volumes(laplace, prior, Mode.vectors(mode.coefficients()));
      if (evidence > bestEvidence) {
        bestEvidence = evidence;
        start = mode.coefficients();
      }
      return evidence;
    }

    /** Steps from even relevances as long as the evidence rises by more than rounding. */
    Relevance relevance(double variance) {
      GaussianPrior common = priors.apply(variance);
      Relevance best = Relevance.even(problem.regressors().features().columns());
      Relevance tried = best;
      bestEvidence = Double.NEGATIVE_INFINITY;
      for (int step = 0; step < RELEVANCE_STEPS; step++) {
        UnitPriors prior = UnitPriors.shared(tried.applyTo(common));
        Mode mode = mode(prior, Math.max(tolerance, SEARCH_TOLERANCE));
        FinishedMember member = finished(this.member, prior, variance, mode, plan.searchRows());
        if (!(member.logEvidence() > bestEvidence + LEAST_GAIN)) {
          break;
        }
        bestEvidence = member.logEvidence();
        start = mode.coefficients();
        best = tried;
        tried = tried.next(member, problem, common);
      }
      return best;
    }

    /**
     * Under a variance for every weight. Each step's curvature both whitens the ascent and tells
     * how much of each weight the data determine.
     *
     * @param even what was finished with one variance for all
     */
    FinishedMember heavyTailed(FinishedMember even) {
      double variance = even.weightVariance();
      LocalScales scales = LocalScales.even(problem, priors.apply(variance), variance);
      LocalScales next = scales.next(even.means(), even.covariance());
      Coefficients at = even.means();
      for (int step = 1; step < FinishPlan.LOCAL_STEPS && !next.isNear(scales); step++) {
        scales = next;
        CategoricalPosterior posterior =
            new CategoricalPosterior(problem, member, scales.priors(), context);
        FactorPerCategory curvature =
            posterior.laplace(at).full(Mode.vectors(at), plan.searchRows(), seed);
        at =
            new JointAscent(posterior, SEARCH_TOLERANCE, maxPasses, context)
                .climb(at, JointCoordinates.of(problem, curvature, context))
                .coefficients();
        next = scales.next(at, curvature);
      }
      UnitPriors prior = next.priors();
      Mode mode = Finisher.this.mode(member, prior, at, tolerance);
      return finished(member, prior, next.squaredScale(), mode, plan.finalRows()).withHeavyTails();
    }

    FinishedMember at(double variance) {
      GaussianPrior common = priors.apply(variance);
      UnitPriors prior = UnitPriors.shared(relevance == null ? common : relevance.applyTo(common));
      Mode mode = mode(prior, tolerance);
      start = mode.coefficients();
      return finished(member, prior, variance, mode, plan.finalRows());
    }
  }

  /**
   * The weights of finished members, of which the first leads. One that would hardly count is left
   * out: it has the weight 0.
   *
   * @param members finished by this
   * @return one for each; they sum to 1
   */
  public double[] weights(List<FinishedMember> members) {
    double[] priorRows = new double[members.size()];
    Arrays.fill(priorRows, PRIOR_ROWS);
    priorRows[0] += LEADING_ROWS;
    return weights(members, priorRows);
  }

  /**
   * The weights of finished members of which something is known.
   *
   * @param members finished by this
   * @param priorRows how many rows what is known of each member is worth
   * @return one for each; they sum to 1
   */
  public double[] weights(List<FinishedMember> members, double[] priorRows) {
    double[] weights =
        plan.weighing() == Weighing.EVIDENCE ? byEvidence(members) : stacked(members, priorRows);
    double largest = Arrays.stream(weights).max().orElseThrow();
    double least = Math.min(LEAST_WEIGHT, largest);
    double kept = Arrays.stream(weights).filter(weight -> weight >= least).sum();
    return Arrays.stream(weights).map(weight -> weight >= least ? weight / kept : 0).toArray();
  }

  private double[] stacked(List<FinishedMember> members, double[] priorRows) {
    if (members.size() == 1) {
      return new double[] {1};
    }
    double[][] densities = new double[members.size()][];
    double[] rowWeights = null;
    for (int m = 0; m < densities.length; m++) {
      FinishedMember member = members.get(m);
      FittedPredictors predictors =
          FittedPredictors.of(
              problem, plan.stackingRows(), member.means(), member.covariance(), seed);
      densities[m] = new LeaveOneOut(member.family(), predictors).logDensities(context);
      rowWeights = predictors.rowWeights();
    }
    return new Stack(densities, rowWeights, priorRows).weights();
  }

  /**
   * What should be known of a finish: what was sampled, and what did not converge.
   *
   * @param members finished by this
   * @return sentences
   */
  public List<String> notes(List<FinishedMember> members) {
    List<String> notes = new ArrayList<>(sample == null ? List.of() : sample.notes());
    if (relevance != null) {
      notes.add(
          String.format(
              Locale.ROOT,
              "prior variances of features are %.3g to %.3g times the common one",
              relevance.smallest(),
              relevance.largest()));
    }
    if (!plan.diagonal() && plan.finalRows() < problem.rows()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "covariances were taken from %d of %d rows",
              plan.finalRows(),
              problem.rows()));
    }
    if (members.size() > 1 && plan.stackingRows() < problem.rows()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the finished likelihoods were weighed by %d of %d rows",
              plan.stackingRows(),
              problem.rows()));
    }
    if (!members.stream().allMatch(FinishedMember::converged)) {
      notes.add("warning: the sweep limit ended the finish before it converged");
    }
    return notes;
  }

  private static double[] byEvidence(List<FinishedMember> members) {
    double largest = members.stream().mapToDouble(FinishedMember::logEvidence).max().orElseThrow();
    double[] weights =
        members.stream().mapToDouble(m -> Math.exp(m.logEvidence() - largest)).toArray();
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }
}
