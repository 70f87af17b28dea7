// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.binary.FitPlan;
import org.ibcavi.binary.Inference;
import org.ibcavi.binary.MemberEvidence;
import org.ibcavi.binary.ScaleLearner;
import org.ibcavi.binary.UnitFits;
import org.ibcavi.categorical.Finish;
import org.ibcavi.categorical.FinishPlan;
import org.ibcavi.categorical.FinishedMember;
import org.ibcavi.categorical.Finisher;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Standardization;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitContext;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.fit.StopReason;
import org.ibcavi.linalg.Products;
import org.ibcavi.link.Likelihood;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.model.Prediction;
import org.ibcavi.pass.FittedPredictors;
import org.ibcavi.pass.Laplace;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.UnitMeans;
import org.ibcavi.problem.UnitPriors;
import org.ibcavi.problem.UnitStarts;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Curvature;
import org.ibcavi.settings.Solver;

/** One fit from data to model. */
final class Fit {
  /** The norm of the whitened gradient at which a finish ends, as a share of √N. */
  private static final double FINISH_TOLERANCE = 3e-3;

  private final Settings settings;
  private final TrainingData data;
  private final FitContext context;
  private final FitReport.Builder report = new FitReport.Builder();
  private final String kernel = Products.kernel(); // Refuses a bad choice before any work.
  private Duration phaseStart = Duration.ZERO;
  private UnitPriors priors;
  private double learnedVariance = Double.NaN;
  private boolean finishSearches;

  Fit(Settings settings, TrainingData data, FitContext context) {
    this.settings = settings;
    this.data = data;
    this.context = context;
  }

  CategoricalModel run() {
    if (settings.start != null) {
      requireSame("features", settings.start.features(), data.features().columns());
      requireSame("categories", settings.start.categories(), data.categories());
      requireSame("intercepts", settings.start.hasIntercept() ? 1 : 0, settings.intercept ? 1 : 0);
    }
    Problem sizes = problem(data.features());
    FitPlan plan =
        FitPlan.of(
            sizes,
            settings.solver,
            settings.rule,
            settings.maxSweeps,
            settings.covariance,
            settings.curvature);
    boolean diagonal = settings.covariance == CovarianceShape.DIAGONAL;
    FinishPlan finish = finishPlan(sizes, diagonal);
    try {
      return run(withinMemory(plan, finish), finish);
    } catch (OutOfMemoryError e) {
      throw new MemoryLimitException("memory ran out during the fit; " + plan.waysOut(), e);
    }
  }

  private static void requireSame(String what, int earlier, int here) {
    if (earlier != here) {
      throw new IllegalArgumentException(
          "the earlier model has "
              + earlier
              + " "
              + what
              + "; must be "
              + here
              + " as in this fit");
    }
  }

  /** A fit that goes on from a finished model finishes its members, and from another one none. */
  private FinishPlan finishPlan(Problem sizes, boolean diagonal) {
    if (settings.earlier == null) {
      return FinishPlan.of(sizes, settings.finish, askedMembers(), diagonal);
    }
    return settings.earlier.finished()
        ? FinishPlan.continuing(sizes, earlierMembers(), diagonal)
        : FinishPlan.of(sizes, Finish.none(), List.of(), diagonal);
  }

  private List<Likelihood> earlierMembers() {
    return settings.earlier.components().stream()
        .map(part -> new Likelihood(part.link(), part.alphas().alpha(0)))
        .toList();
  }

  /** What the average asks the finish for: the grid leaves it the choice. */
  private List<Likelihood> askedMembers() {
    return settings.average.isGrid()
        ? List.of()
        : Arrays.stream(settings.average.alphas())
            .mapToObj(alpha -> new Likelihood(settings.link, alpha))
            .toList();
  }

  /** From the sizes alone, before anything large is made. */
  private FitPlan withinMemory(FitPlan plan, FinishPlan finish) {
    double needed =
        Math.max(
            plan.bytes(settings.standardize, settings.threads), finish.bytes(settings.threads));
    if (settings.memoryLimit == 0 && needed > freeMemory()) {
      // What looks used may be garbage: worth a look before refusing.
      System.gc();
    }
    long available = settings.memoryLimit > 0 ? settings.memoryLimit : freeMemory();
    finish.requireWithin(available - plan.dataBytes(settings.standardize), settings.threads);
    return plan.within(settings.standardize, settings.threads, available);
  }

  private static long freeMemory() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
  }

  private CategoricalModel run(FitPlan plan, FinishPlan finish) {
    Standardization standardization = standardization();
    Problem problem = problem(standardization.apply(data.features()));
    end(FitPhase.PREPARATION);
    List<Component> components;
    if (settings.earlier != null && finish.finishes()) {
      components = continued(finish, problem);
    } else {
      Problem distinct = finish.finishes() ? problem : merged(problem);
      Inference inference = new Inference(distinct, plan.settings(), context);
      UnitFits fits =
          infer(distinct, inference, earlierMeans(distinct, standardization), finish.finishes());
      end(FitPhase.INFERENCE);
      components =
          finish.finishes()
              ? finished(finish, problem, fits, standardization)
              : binary(plan, problem, distinct, fits);
    }
    describe(plan);
    return new CategoricalModel(
        standardization,
        settings.intercept,
        components,
        new Prediction(settings.predictionMode, settings.samples, settings.seed),
        report.build());
  }

  /**
   * Repeated rows once; where a finish follows they stay, since leaving one out is not leaving out
   * all that are like it.
   */
  private Problem merged(Problem problem) {
    Problem distinct = problem.merged();
    if (distinct.rows() < problem.rows()) {
      report.note(problem.rows() + " rows were merged to the " + distinct.rows() + " that differ");
    }
    return distinct;
  }

  /** The independent binary fit as it is; the average is weighed by the rows as they came. */
  private List<Component> binary(FitPlan plan, Problem problem, Problem distinct, UnitFits fits) {
    PosteriorCovariance covariance = covariance(plan, distinct, fits);
    end(FitPhase.COVARIANCE);
    AlphaWeights weights = average(problem, fits);
    report.alphaWeights(weights);
    end(FitPhase.AVERAGING);
    Posterior posterior = new Posterior(problem.unitOfCategory(), fits.means(), covariance);
    return List.of(new Component(settings.link, weights, posterior, 1));
  }

  /** The categorical models that go on from it. */
  private List<Component> finished(
      FinishPlan plan, Problem problem, UnitFits fits, Standardization standardization) {
    Finisher finisher = finisher(plan, problem);
    Function<Likelihood, Coefficients> starts =
        member ->
            startComponent(member)
                .map(part -> unitMeans(problem, part, standardization, 1).means())
                .orElseGet(() -> finisher.scaled(fits.means(), member.link()));
    List<FinishedMember> members =
        Double.isNaN(learnedVariance)
            ? finisher.finish(priors.of(0), weightVariance(settings.prior), starts)
            : finisher.finish(this::priorAt, learnedVariance, finishSearches, starts);
    return components(finisher, problem, members, finisher.weights(members));
  }

  /** The same likelihood in the finished model that the fit starts from. */
  private Optional<Component> startComponent(Likelihood member) {
    if (settings.start == null || !settings.start.finished()) {
      return Optional.empty();
    }
    return settings.start.components().stream()
        .filter(part -> part.link() == member.link())
        .filter(part -> part.alphas().alpha(0) == member.alpha())
        .findFirst();
  }

  /** Each member of the earlier model with its posterior there for a prior. */
  private List<Component> continued(FinishPlan plan, Problem problem) {
    report.note(continuation());
    Finisher finisher = finisher(plan, problem);
    List<FinishedMember> members = new ArrayList<>();
    List<Component> parts = settings.earlier.components();
    double[] priorRows = new double[parts.size()];
    for (Component part : parts) {
      Problem own =
          Problem.of(
              part.link(),
              data,
              problem.regressors().features(),
              settings.intercept,
              part.posterior());
      Likelihood family = new Likelihood(part.link(), part.alphas().alpha(0));
      priorRows[members.size()] = part.weight() * settings.earlier.report().rows();
      members.add(finisher.finish(family, UnitPriors.earlier(own)));
    }
    List<Component> components =
        components(finisher, problem, members, finisher.weights(members, priorRows));
    report.objectiveTrace(members.get(0).trace());
    return components;
  }

  private String continuation() {
    int rows = settings.earlier.report().rows();
    return "the prior is the posterior of an earlier fit to " + rows + " rows";
  }

  private Finisher finisher(FinishPlan plan, Problem problem) {
    return new Finisher(
        problem, plan, FINISH_TOLERANCE, settings.maxSweeps, settings.seed, context);
  }

  private List<Component> components(
      Finisher finisher, Problem problem, List<FinishedMember> members, double[] weights) {
    List<Component> components = new ArrayList<>();
    report.weightVariance(members.get(0).weightVariance(), members.get(0).logEvidence());
    for (int m = 0; m < weights.length; m++) {
      FinishedMember member = members.get(m);
      report.finished(
          new MemberReport(
              member.family().link().name(),
              member.family().alpha(),
              member.weightVariance(),
              member.heavyTails(),
              member.logEvidence(),
              member.passes(),
              weights[m]));
      if (weights[m] > 0) {
        components.add(component(member, weights[m], problem));
      }
    }
    finisher.notes(members).forEach(report::note);
    if (!members.stream().allMatch(FinishedMember::converged)) {
      report.stopReason(StopReason.SWEEP_LIMIT);
    }
    double[] alphas = members.stream().mapToDouble(member -> member.family().alpha()).toArray();
    report.alphaWeights(new AlphaWeights(alphas, weights));
    end(FitPhase.FINISH);
    return components;
  }

  private static Component component(FinishedMember member, double weight, Problem problem) {
    Posterior posterior =
        new Posterior(problem.unitOfCategory(), member.means(), member.covariance());
    AlphaWeights alpha = AlphaWeights.prior(Average.fixed(member.family().alpha()));
    return new Component(member.family().link(), alpha, posterior, weight);
  }

  private GaussianPrior priorAt(double variance) {
    return ((LearnedScale) settings.prior)
        .at(variance)
        .over(data.features().columns(), settings.intercept);
  }

  private static double weightVariance(Prior prior) {
    return prior instanceof IsotropicPrior isotropic ? isotropic.weightVariance() : Double.NaN;
  }

  private void end(FitPhase phase) {
    Duration now = context.elapsed();
    report.time(phase, now.minus(phaseStart));
    phaseStart = now;
  }

  private Problem problem(DesignMatrix features) {
    return Problem.of(
        settings.link, data, features, settings.intercept, settings.earlierPosterior());
  }

  private Standardization standardization() {
    if (settings.earlier != null) {
      return settings.earlier.standardization();
    }
    return settings.standardize
        ? Standardization.of(data, settings.intercept)
        : Standardization.none(data.features().columns());
  }

  /** The means of the model to start from on the scale of this fit; null if there is none. */
  private UnitMeans earlierMeans(Problem problem, Standardization standardization) {
    if (settings.start == null) {
      return null;
    }
    double ratio = settings.link.deviation() / settings.start.link().deviation();
    return unitMeans(problem, settings.start.components().get(0), standardization, ratio);
  }

  private UnitMeans unitMeans(
      Problem problem, Component part, Standardization standardization, double ratio) {
    return UnitStarts.of(
        problem,
        category -> {
          Posterior posterior = part.posterior();
          double[] vector = posterior.means().vector(posterior.vectorOf(category));
          settings.start.standardization().toOriginalScale(vector, 1);
          standardization.toFittedScale(vector);
          Arrays.setAll(vector, p -> ratio * vector[p]);
          return vector;
        });
  }

  private UnitFits infer(Problem problem, Inference inference, UnitMeans warm, boolean forFinish) {
    if (settings.earlier != null) {
      report.note(continuation());
      priors = inference.earlierPriors();
      return inferred(inference.fit(priors, warm));
    }
    UnitMeans start = warm;
    Prior prior = settings.prior;
    if (prior instanceof LearnedScale learned && data.features().columns() == 0) {
      prior = learned.at(1); // There are no weights to learn a variance of.
    } else if (prior instanceof LearnedScale learned
        && forFinish
        && !ScaleLearner.holdsOut(problem, learned)) {
      // The finish searches for itself: this fit only says where its ascents begin.
      finishSearches = true;
      learnedVariance = startVariance(problem);
      prior = learned.at(learnedVariance);
    } else if (prior instanceof LearnedScale learned) {
      ScaleLearner learner =
          new ScaleLearner(inference, learned, settings.scaleTolerance, settings.seed);
      if (warm != null) {
        learner.startingFrom(settings.start.report().weightVariance(), warm);
      }
      ScaleLearner.Result scale = learner.learn();
      learnedVariance = scale.variance();
      prior = learned.at(learnedVariance);
      if (warm == null && settings.solver != Solver.CAVI) {
        start = scale.fits();
      }
      report.weightVariance(scale.variance(), scale.evidence());
      scale.notes().forEach(report::note);
      end(FitPhase.SCALE);
    } else {
      report.weightVariance(weightVariance(prior), Double.NaN);
    }
    priors = UnitPriors.shared(prior.over(data.features().columns(), settings.intercept));
    return inferred(inference.fit(priors, start));
  }

  private double startVariance(Problem problem) {
    double earlier = settings.start == null ? Double.NaN : settings.start.report().weightVariance();
    return Double.isNaN(earlier) ? ScaleLearner.typicalVariance(problem) : earlier;
  }

  private UnitFits inferred(UnitFits fits) {
    report.inference(fits.trace(), fits.stopReason());
    if (fits.stopReason() == StopReason.SWEEP_LIMIT) {
      report.note("warning: the sweep limit ended inference before it converged");
    }
    return fits;
  }

  private PosteriorCovariance covariance(FitPlan plan, Problem problem, UnitFits fits) {
    if (plan.curvature() == Curvature.CAVI) {
      return fits.covariance();
    }
    Laplace laplace = new Laplace(problem, priors, context);
    return plan.settings().diagonal() ? laplace.diagonal(fits) : laplace.full(fits);
  }

  /** Under the variational posterior, whatever covariance is kept beside the means. */
  private AlphaWeights average(Problem problem, UnitFits fits) {
    if (settings.average.size() == 1) {
      return AlphaWeights.prior(settings.average);
    }
    int rows = MemberEvidence.rowsFor(data.rows(), data.categories());
    if (rows < data.rows()) {
      report.note("the average was weighed by " + rows + " of " + data.rows() + " rows, scaled up");
    }
    FittedPredictors predictors =
        FittedPredictors.of(problem, rows, fits.means(), fits.covariance(), settings.seed);
    return new MemberEvidence(settings.average, predictors, settings.seed).weights(context);
  }

  private void describe(FitPlan plan) {
    report
        .size(
            data.rows(),
            data.features().columns(),
            data.categories(),
            (int) Arrays.stream(data.categoryWeights()).filter(weight -> weight > 0).count(),
            data.features().nonzeros())
        .setting("link", settings.link.name())
        .setting("prior", settings.earlier == null ? settings.prior : "earlier posterior")
        .setting("scale tolerance", settings.scaleTolerance)
        .setting("members", settings.average)
        .setting("finish", settings.finish)
        .setting("solver", lower(settings.solver))
        .setting("stopping", settings.rule)
        .setting("max sweeps", settings.maxSweeps)
        .setting("start", settings.start == null ? "cold" : "an earlier model")
        .setting("covariance", plan.settings().diagonal() ? "diagonal" : "full")
        .setting("curvature", lower(plan.curvature()))
        .setting("prediction", lower(settings.predictionMode))
        .setting("samples", settings.samples)
        .setting("intercept", settings.intercept)
        .setting("standardize", settings.standardize)
        .setting("seed", settings.seed)
        .setting("threads", settings.threads)
        .setting(FitReport.KERNEL, kernel);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
