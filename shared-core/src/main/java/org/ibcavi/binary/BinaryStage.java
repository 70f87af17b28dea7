// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.local.FittedPredictors;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.Laplace;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Shape;
import org.ibcavi.problem.WarmStart;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Solver;
import org.ibcavi.structure.LearnedStructure;
import org.ibcavi.structure.SpikeAndSlab;
import org.ibcavi.structure.Structure;
import org.ibcavi.structure.StructureChoice;

/**
 * The binary stage: one regression for each category, fitted independently (IB-CAVI, Wojnowicz et
 * al. 2022), the search for the scale of its prior, and the average over the categorical family
 * that predicts from it.
 */
public final class BinaryStage {
  private final BinarySettings settings;
  private final BinaryPlan plan;
  private final FitContext context;
  private final List<String> notes = new ArrayList<>();
  private RegressionPriors priors;
  private PriorReport priorReport;
  private double evidence = Double.NaN;
  private double[][] inclusions = new double[0][];

  /**
   * Prepares the stage.
   *
   * @param settings how
   * @param plan what was left to choose
   * @param context threads, listener, clock
   */
  public BinaryStage(BinarySettings settings, BinaryPlan plan, FitContext context) {
    this.settings = settings;
    this.plan = plan;
    this.context = context;
  }

  /**
   * Fits the stage as what predicts.
   *
   * @param pass over the rows to fit
   * @param earlier the posterior to go on from; null to start from the prior
   * @param warm where ascents start; null for nowhere in particular
   * @return posterior and weights
   */
  public BinaryResult fit(RowPass pass, Posterior earlier, WarmStart warm) {
    Inference inference = new Inference(pass, plan.settings(), context);
    RegressionMeans start =
        earlier == null ? learn(inference, warm, settings.scaleTolerance()) : means(warm);
    if (earlier != null) {
      priors = RegressionPriors.earlier(pass.shape(), earlier);
      priorReport = PriorReport.continued();
    }
    RegressionFits fits = earlier == null ? inferred(inference, start) : fitted(inference, start);
    PosteriorCovariance covariance = covariance(pass, fits);
    context.end(FitPhase.COVARIANCE);
    AlphaWeights weights = average(pass, fits);
    context.end(FitPhase.AVERAGING);
    BinaryReport report = report(fits).predicting(weights, covariance.diagonal(), posterior());
    return new BinaryResult(fits.means(), covariance, weights, report, notes);
  }

  /**
   * Fits the stage as the start of another one: nothing is searched and no covariances are found.
   *
   * @param pass over the rows to fit
   * @param variance of the weights if the prior's is to be learned
   * @param warm where ascents start; null for nowhere in particular
   * @return means
   */
  public BinaryResult start(RowPass pass, double variance, WarmStart warm) {
    return under(new Inference(pass, plan.settings(), context), variance, warm);
  }

  /**
   * The same with fewer sweeps, for ascents that end at the same mode wherever they start.
   *
   * @param pass over the rows to fit
   * @param variance of the weights if the prior's is to be learned
   * @param warm where ascents start; null for nowhere in particular
   * @return means that are known roughly
   */
  public BinaryResult roughStart(RowPass pass, double variance, WarmStart warm) {
    return under(new Inference(pass, plan.settings(), context).forStart(), variance, warm);
  }

  private BinaryResult under(Inference inference, double variance, WarmStart warm) {
    boolean given = !(settings.prior() instanceof LearnedScale);
    use(
        inference.pass().shape(),
        fixed(settings.prior(), variance),
        given ? PriorReport.Kind.GIVEN : PriorReport.Kind.PROVISIONAL);
    RegressionFits fits = inferred(inference, means(warm));
    return new BinaryResult(fits.means(), null, null, report(fits), notes);
  }

  /**
   * Fits the stage as a start whose variance is learned here, by rows held out.
   *
   * @param pass over the rows to fit
   * @param warm where ascents start; null for nowhere in particular
   * @return means
   */
  public BinaryResult learnedStart(RowPass pass, WarmStart warm) {
    Inference inference = new Inference(pass, plan.settings(), context);
    double tolerance = settings.scaleTolerance().orElse(ScaleLearner.roughTolerance());
    RegressionFits fits = inferred(inference, learn(inference, warm, Optional.of(tolerance)));
    return new BinaryResult(fits.means(), null, null, report(fits), notes);
  }

  /**
   * Fits the stage's regressions with posteriors of an earlier fit for priors.
   *
   * @param pass over the rows to fit
   * @param earlier the posterior to go on from
   * @return means
   */
  public BinaryResult continuedStart(RowPass pass, Posterior earlier) {
    priors = RegressionPriors.earlier(pass.shape(), earlier);
    priorReport = PriorReport.continued();
    RegressionFits fits = fitted(new Inference(pass, plan.settings(), context), null);
    return new BinaryResult(fits.means(), null, null, report(fits), notes);
  }

  private static Prior fixed(Prior prior, double variance) {
    return prior instanceof LearnedScale learned ? learned.at(variance) : prior;
  }

  private static RegressionMeans means(WarmStart warm) {
    return warm == null ? null : warm.means();
  }

  /** Settles the prior, and returns where the fit with it starts. */
  private RegressionMeans learn(
      Inference inference, WarmStart warm, Optional<Double> scaleTolerance) {
    Shape shape = inference.pass().shape();
    if (!(settings.prior() instanceof LearnedScale learned)) {
      use(shape, settings.prior(), PriorReport.Kind.GIVEN);
      return means(warm);
    }
    if (shape.columns() == 0) {
      use(shape, learned.at(1), PriorReport.Kind.LEARNED);
      return means(warm);
    }
    ScaleLearner learner = new ScaleLearner(inference, learned, scaleTolerance, settings.seed());
    if (warm != null) {
      learner.startingFrom(warm.weightVariance(), warm.means());
    }
    ScaleLearner.Result scale = learner.learn();
    use(shape, learned.at(scale.variance()), PriorReport.Kind.LEARNED);
    evidence = scale.evidence();
    notes.addAll(scale.notes());
    RegressionMeans start = scale.fits();
    Optional<StructureLearner> more = more(inference, scale, warm == null ? start : warm.means());
    if (more.isPresent()) {
      start = taken(more.get());
    }
    context.end(FitPhase.SCALE);
    return warm == null && settings.solver() != Solver.CAVI ? start : means(warm);
  }

  private void use(Shape shape, Prior prior, PriorReport.Kind kind) {
    priors = RegressionPriors.shared(prior.over(shape.columns(), shape.hasIntercept()));
    priorReport = PriorReport.of(kind, prior, shape.columns(), shape.hasIntercept());
  }

  private RegressionFits inferred(Inference inference, RegressionMeans start) {
    return settings.structure().orElse(null) instanceof SpikeAndSlab mixture
            && inference.pass().shape().columns() > 0
        ? ended(fitMixture(inference, mixture, start))
        : fitted(inference, start);
  }

  private RegressionFits fitted(Inference inference, RegressionMeans start) {
    return ended(inference.fit(priors, start));
  }

  /** From the means under the one variance that was learned before. */
  private RegressionFits fitMixture(
      Inference inference, SpikeAndSlab mixture, RegressionMeans start) {
    SpikeSlabAscent ascent = new SpikeSlabAscent(inference, mixture, settings.seed());
    RegressionFits fits = ascent.fit(priorReport.weightVariance(), inference.fit(priors, start));
    priorReport =
        new PriorReport(
            PriorReport.Kind.SPIKE_SLAB, ascent.hyper().slab(), priorReport.interceptVariance());
    evidence = fits.elbo();
    inclusions = ascent.inclusions();
    notes.add(
        String.format(
            Locale.ROOT, "a share of %.3g of the weights is not zero", ascent.hyper().included()));
    return fits;
  }

  private RegressionFits ended(RegressionFits fits) {
    if (fits.stopReason() == StopReason.SWEEP_LIMIT) {
      notes.add("warning: the sweep limit ended the binary stage before it converged");
    }
    context.end(FitPhase.BINARY);
    return fits;
  }

  /** More than the one variance that was learned before, if it was asked for and is better. */
  private Optional<StructureLearner> more(
      Inference inference, ScaleLearner.Result scale, RegressionMeans start) {
    Structure structure = settings.structure().orElse(null);
    if (structure instanceof LearnedStructure learned) {
      return Optional.of(
          new StructureLearner(inference, learned, settings.seed()).learn(scale.variance(), start));
    }
    if (!(structure instanceof StructureChoice choice)) {
      return Optional.empty();
    }
    StructureChooser chooser = new StructureChooser(inference, choice, settings.seed());
    Optional<StructureLearner> better = chooser.better(scale.variance(), scale.evidence(), start);
    notes.add(chooser.note());
    return better;
  }

  private RegressionMeans taken(StructureLearner learner) {
    priors = learner.state().priors();
    priorReport = learner.state().report();
    evidence = learner.evidence();
    notes.add(learner.state().summary());
    return learner.fits();
  }

  private BinaryReport report(RegressionFits fits) {
    return BinaryReport.start(
            settings.link().name(),
            priorReport,
            evidence,
            settings.solver(),
            fits.trace(),
            fits.stopReason())
        .including(inclusions);
  }

  /**
   * A spike and a slab have variances of their own, from the curvatures that they were fitted by.
   */
  private PosteriorKind posterior() {
    if (!(settings.structure().orElse(null) instanceof SpikeAndSlab mixture)
        || inclusions.length == 0) {
      return plan.posterior();
    }
    return mixture.common().evidence() == LearnedScale.Evidence.ELBO
        ? PosteriorKind.CAVI
        : PosteriorKind.LAPLACE;
  }

  private PosteriorCovariance covariance(RowPass pass, RegressionFits fits) {
    if (plan.posterior() == PosteriorKind.CAVI || inclusions.length > 0) {
      return fits.covariance();
    }
    Laplace laplace = new Laplace(pass.shape(), priors, pass.curvatures(settings.link()));
    return plan.settings().diagonal() ? laplace.diagonal(fits) : laplace.full(fits);
  }

  /** Under the variational posterior, whatever covariance is kept beside the means. */
  private AlphaWeights average(RowPass pass, RegressionFits fits) {
    if (settings.average().size() == 1) {
      return AlphaWeights.prior(settings.average());
    }
    int all = pass.shape().rows();
    int rows = MemberEvidence.rowsFor(all, pass.shape().categories());
    if (rows < all) {
      notes.add("the average was weighed by " + rows + " of " + all + " rows, scaled up");
    }
    FittedPredictors predictors =
        new FittedPredictors(pass.sample(rows, settings.seed()), fits.means(), fits.covariance());
    return new MemberEvidence(settings.link(), settings.average(), predictors, settings.seed())
        .weights(context);
  }
}
