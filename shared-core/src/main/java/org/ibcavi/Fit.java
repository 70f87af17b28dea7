// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.MemberEvidence;
import org.ibcavi.design.Standardization;
import org.ibcavi.design.TrainingData;
import org.ibcavi.inference.Curvature;
import org.ibcavi.inference.FitContext;
import org.ibcavi.inference.FitPhase;
import org.ibcavi.inference.FitPlan;
import org.ibcavi.inference.FittedPredictors;
import org.ibcavi.inference.Inference;
import org.ibcavi.inference.Laplace;
import org.ibcavi.inference.MemoryLimitException;
import org.ibcavi.inference.Problem;
import org.ibcavi.inference.ScaleLearner;
import org.ibcavi.inference.Solver;
import org.ibcavi.inference.StopReason;
import org.ibcavi.inference.UnitFits;
import org.ibcavi.inference.UnitMeans;
import org.ibcavi.linalg.Products;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.FitReport;
import org.ibcavi.model.Prediction;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;

/** One fit from data to model. */
final class Fit {
  private final Settings settings;
  private final TrainingData data;
  private final FitContext context;
  private final FitReport.Builder report = new FitReport.Builder();
  private final String kernel = Products.kernel(); // Refuses a bad choice before any work.
  private Duration phaseStart = Duration.ZERO;
  private GaussianPrior gaussian;

  Fit(Settings settings, TrainingData data, FitContext context) {
    this.settings = settings;
    this.data = data;
    this.context = context;
  }

  CategoricalModel run() {
    FitPlan plan = plan();
    try {
      return run(plan);
    } catch (OutOfMemoryError e) {
      throw new MemoryLimitException("memory ran out during the fit; " + plan.waysOut(), e);
    }
  }

  /** From the sizes alone, before anything large is made. */
  private FitPlan plan() {
    Problem problem = Problem.of(settings.link, data, data.features(), settings.intercept);
    FitPlan plan =
        FitPlan.of(
            problem,
            settings.solver,
            settings.rule,
            settings.maxSweeps,
            settings.covariance,
            settings.curvature);
    if (settings.memoryLimit > 0) {
      return plan.within(settings.standardize, settings.threads, settings.memoryLimit);
    }
    if (plan.bytes(settings.standardize, settings.threads) > freeMemory()) {
      // What looks used may be garbage: worth a look before refusing.
      System.gc();
    }
    return plan.within(settings.standardize, settings.threads, freeMemory());
  }

  private static long freeMemory() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
  }

  private CategoricalModel run(FitPlan plan) {
    Standardization standardization = standardization();
    Problem problem =
        Problem.of(settings.link, data, standardization.apply(data.features()), settings.intercept);
    Inference inference = new Inference(problem, plan.settings(), context);
    end(FitPhase.PREPARATION);
    UnitFits fits = infer(inference);
    end(FitPhase.INFERENCE);
    PosteriorCovariance covariance = covariance(plan, problem, fits);
    end(FitPhase.COVARIANCE);
    AlphaWeights weights = average(problem, fits);
    end(FitPhase.AVERAGING);
    describe(plan, weights);
    return new CategoricalModel(
        settings.link,
        standardization,
        settings.intercept,
        new Posterior(problem.unitOfCategory(), fits.means(), covariance),
        weights,
        new Prediction(settings.predictionMode, settings.samples, settings.seed),
        report.build());
  }

  private void end(FitPhase phase) {
    Duration now = context.elapsed();
    report.time(phase, now.minus(phaseStart));
    phaseStart = now;
  }

  private Standardization standardization() {
    return settings.standardize
        ? Standardization.of(data, settings.intercept)
        : Standardization.none(data.features().columns());
  }

  private UnitFits infer(Inference inference) {
    UnitMeans start = null;
    Prior prior = settings.prior;
    if (prior instanceof LearnedScale learned && data.features().columns() == 0) {
      prior = learned.at(1); // There are no weights to learn a variance of.
    } else if (prior instanceof LearnedScale learned) {
      ScaleLearner.Result scale =
          new ScaleLearner(inference, learned, settings.scaleTolerance, settings.seed).learn();
      prior = learned.at(scale.variance());
      start = settings.solver == Solver.CAVI ? null : scale.fits();
      report.weightVariance(scale.variance(), scale.evidence());
      scale.notes().forEach(report::note);
      end(FitPhase.SCALE);
    } else if (prior instanceof IsotropicPrior isotropic) {
      report.weightVariance(isotropic.weightVariance(), Double.NaN);
    }
    gaussian = prior.over(data.features().columns(), settings.intercept);
    UnitFits fits = inference.fit(gaussian, start);
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
    Laplace laplace = new Laplace(problem, gaussian, context);
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

  private void describe(FitPlan plan, AlphaWeights weights) {
    report
        .size(
            data.rows(),
            data.features().columns(),
            data.categories(),
            (int) Arrays.stream(data.categoryWeights()).filter(weight -> weight > 0).count(),
            data.features().nonzeros())
        .alphaWeights(weights)
        .setting("link", settings.link.name())
        .setting("prior", settings.prior)
        .setting("scale tolerance", settings.scaleTolerance)
        .setting("members", settings.average)
        .setting("solver", lower(settings.solver))
        .setting("stopping", settings.rule)
        .setting("max sweeps", settings.maxSweeps)
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
