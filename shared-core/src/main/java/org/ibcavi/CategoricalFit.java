// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.binary.BinaryPlan;
import org.ibcavi.binary.BinaryResult;
import org.ibcavi.binary.BinarySettings;
import org.ibcavi.binary.BinaryStage;
import org.ibcavi.binary.ScaleLearner;
import org.ibcavi.categorical.Candidates;
import org.ibcavi.categorical.CategoricalPlan;
import org.ibcavi.categorical.CategoricalResult;
import org.ibcavi.categorical.CategoricalStage;
import org.ibcavi.categorical.CategoricalStage.EarlierMember;
import org.ibcavi.categorical.CategoricalStage.StartMember;
import org.ibcavi.categorical.CategoricalStage.StartScale;
import org.ibcavi.categorical.FittedMember;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.fit.StopReason;
import org.ibcavi.joint.Mode;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Shape;
import org.ibcavi.problem.WarmStart;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.BasisKind;

/**
 * The categorical stage of one fit: members on each basis, from the binary stage's means or an
 * earlier model's posteriors on, all weighed together.
 */
final class CategoricalFit {
  /**
   * Of the memory there is, what a stage may take with mapped features that are held: the collector
   * needs the rest to work in, and to do without them costs nothing but time.
   */
  private static final double HELD_SHARE = 0.8;

  private final Choices choices;
  private final Plan plan;
  private final FitRows.Form problem;
  private final StartModel startModel;
  private final FitContext context;
  private final FitReport.Builder report;
  private final List<WeighedMember> weighed = new ArrayList<>();

  /** What the stage of each basis was to do. */
  private final List<String> chosen = new ArrayList<>();

  /** Bases whose mapped features do not fit into memory. */
  private final Set<FittedBasis> mappedAnew = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Where the search for the variance on a basis's features begins: where the last one ended. */
  private double basisVariance = 1;

  /** A member that takes part in predictions. */
  private record WeighedMember(FittedBasis basis, FittedMember member, MemberReport report) {}

  /**
   * Prepares the stage.
   *
   * @param choices of the fit
   * @param plan of the fit
   * @param problem on the features themselves
   * @param startModel whose means ascents may start from
   * @param context threads, listener, clock
   * @param report is told what happened
   */
  CategoricalFit(
      Choices choices,
      Plan plan,
      FitRows.Form problem,
      StartModel startModel,
      FitContext context,
      FitReport.Builder report) {
    this.choices = choices;
    this.plan = plan;
    this.problem = problem;
    this.startModel = startModel;
    this.context = context;
    this.report = report;
  }

  /** Each basis has a stage of its own; all their members are weighed together. */
  List<Component> fit() {
    List<FittedBasis> bases = bases();
    int largest = bases.stream().mapToInt(FittedBasis::columns).max().orElseThrow();
    BinaryResult start = choices.earlier() == null ? binaryStart() : null;
    List<FittedBasis> used = new ArrayList<>();
    List<Candidates> groups = new ArrayList<>();
    for (FittedBasis basis : bases) {
      Optional<CategoricalPlan> ofBasis = planOf(basis);
      if (ofBasis.isPresent()) {
        used.add(basis);
        groups.add(candidates(basis, ofBasis.get().beside(bases.size() > 1 ? largest : 0), start));
      }
    }
    CategoricalResult result = CategoricalResult.of(groups);
    result.notes().forEach(report::note);
    return components(used, groups, result);
  }

  /** Why the method is this one, and what was chosen on each basis. */
  String reason() {
    return plan.why() + ": " + String.join("; ", chosen);
  }

  /** What draws tell of the posteriors of those members that predict. */
  List<MemberDiagnosis> diagnoses(int draws) {
    long seed = choices.prediction().seed();
    return weighed.stream()
        .map(
            part ->
                MemberDiagnosis.of(
                    formOn(part.basis()).problem(),
                    part.member(),
                    part.report(),
                    draws,
                    seed,
                    context))
        .toList();
  }

  /** The bases of the earlier model, or those asked for; of several that add nothing only one. */
  private List<FittedBasis> bases() {
    if (choices.earlier() != null) {
      return choices.earlier().bases();
    }
    Bases asked =
        Bases.of(choices.basis(), problem.shape(), needed -> Plan.available(choices, needed));
    asked.notes().forEach(report::note);
    return problem.bases(asked, choices.seed());
  }

  private FitRows.Form formOn(FittedBasis basis) {
    return problem.on(basis, !mappedAnew.contains(basis));
  }

  /**
   * The plan of a basis's stage; empty if memory is short and the basis was left to choose. Where
   * only the mapped features do not fit, each pass maps them anew: that takes time and changes
   * nothing else, while a lesser plan is another model.
   */
  private Optional<CategoricalPlan> planOf(FittedBasis basis) {
    if (basis.isLinear()) {
      chosen.add(plan.what());
      return Optional.of(plan.categorical());
    }
    double stored = problem.shape().valuesPerRow();
    Shape shape = problem.shape().withColumns(basis.columns(), basis.valuesPerRow(stored));
    CategoricalPlan largest =
        choices.earlier() == null
            ? CategoricalPlan.ofBasis(shape, choices.categorical())
            : CategoricalPlan.continuing(
                shape, choices.categorical(), choices.earlierLikelihoods(other -> other == basis));
    double held = basis.bytesPerRow(stored) * (shape.rows() + threads() * largest.copiedRows());
    double chunks = basis.bytesPerRow(stored) * chunkRows();
    double stage = largest.bytes(threads());
    boolean holds =
        held <= chunks || held + stage <= HELD_SHARE * Plan.available(choices, held + stage);
    Optional<CategoricalPlan> fitting =
        Plan.fitting(choices, largest, holds ? held : chunks, threads());
    if (fitting.isEmpty()) {
      return withoutMemory(basis, chunks + stage);
    }
    chosen.add("on " + basis + ": " + Plan.description(choices, fitting.get(), largest));
    if (!holds) {
      mappedAnew.add(basis);
      report.note(
          String.format(
              Locale.ROOT,
              "the features of basis %s were mapped anew in each pass: to hold them would take"
                  + " %.0f MB",
              basis,
              Math.ceil(held / 1e6)));
    }
    return fitting;
  }

  /** Rows of the chunks that all threads map at a time, twice: one may wait to be collected. */
  private double chunkRows() {
    return 2.0 * threads() * DesignMatrix.CHUNK_ROWS;
  }

  private Optional<CategoricalPlan> withoutMemory(FittedBasis basis, double needed) {
    String lack =
        String.format(
            Locale.ROOT,
            "basis %s needs about %.0f MB of memory, more than are available",
            basis,
            Math.ceil(needed / 1e6));
    if (choices.earlier() == null && choices.basis() == BasisKind.AUTO) {
      report.note("left out: " + lack);
      return Optional.empty();
    }
    throw new MemoryLimitException(
        lack + "; use basis none, the diagonal covariance, fewer threads or a larger heap");
  }

  private Candidates candidates(FittedBasis basis, CategoricalPlan ofBasis, BinaryResult start) {
    FitRows.Form form = formOn(basis);
    CategoricalStage stage =
        new CategoricalStage(form.pass(context), choices.categorical(), ofBasis, context);
    return choices.earlier() == null
        ? fromStart(stage, form, start)
        : stage.continued(earlierMembers(basis, form));
  }

  private List<Component> components(
      List<FittedBasis> bases, List<Candidates> groups, CategoricalResult result) {
    List<Component> components = new ArrayList<>();
    int m = 0;
    for (int b = 0; b < bases.size(); b++) {
      for (FittedMember member : groups.get(b).members()) {
        double weight = result.weight(m++);
        MemberReport line = member.report(bases.get(b).toString(), weight);
        report.member(line);
        if (weight > 0) {
          weighed.add(new WeighedMember(bases.get(b), member, line));
          components.add(component(bases.get(b), member, weight));
        }
      }
    }
    return components;
  }

  private Component component(FittedBasis basis, FittedMember member, double weight) {
    Posterior posterior =
        new Posterior(problem.shape().regressionOfCategory(), member.means(), member.covariance());
    AlphaWeights alpha = AlphaWeights.prior(Average.fixed(member.likelihood().alpha()));
    return new Component(
        member.likelihood().link(), alpha, member.prior(), basis, posterior, weight);
  }

  /**
   * The binary stage says where the ascents begin. It learns its variance if that is by held-out
   * rows, or if its regressions are to be a member too.
   */
  private BinaryResult binaryStart() {
    BinaryStage binary = new BinaryStage(choices.binaryStart(), plan.binary(), context);
    BinaryResult start = fitted(binary, startModel.warmStart(choices.binaryStart().link()));
    start.notes().forEach(report::note);
    report.binary(start.report());
    return start;
  }

  /** As sharply as matters: roughly where the ascents that follow have one mode. */
  private BinaryResult fitted(BinaryStage binary, WarmStart warm) {
    RowPass pass = problem.pass(context);
    if (holdsOut(problem) || plan.categorical().takesStart()) {
      return binary.learnedStart(pass, warm);
    }
    double variance = ScaleLearner.typicalVariance(problem.shape());
    return plan.categorical().hasOneMode()
        ? binary.roughStart(pass, variance, warm)
        : binary.start(pass, variance, warm);
  }

  /** On features of a basis only if that was asked for: else leave-one-out does as well. */
  private boolean holdsOut(FitRows.Form form) {
    return choices.binaryStart().prior() instanceof LearnedScale learned
        && (form == problem
            ? ScaleLearner.holdsOut(form.shape(), learned)
            : learned.evidence() == LearnedScale.Evidence.HELD_OUT);
  }

  private Candidates fromStart(CategoricalStage stage, FitRows.Form form, BinaryResult linear) {
    Link link = choices.binaryStart().link();
    boolean holdsOut = holdsOut(form);
    BinaryResult start = holdsOut && form != problem ? heldOutStart(form) : linear;
    boolean learned = start.report().prior().kind() == PriorReport.Kind.LEARNED;
    double variance = learned ? start.report().prior().weightVariance() : startVariance(form);
    Candidates candidates =
        stage.fit(
            new StartScale(variance, link, holdsOut),
            likelihood -> widened(startOf(likelihood, start, link), form.shape().size()),
            () -> startMember(start));
    if (form != problem) {
      basisVariance = candidates.members().get(0).prior().weightVariance();
    }
    return candidates;
  }

  /** The binary stage's regressions as a member; conditioning, the power 1, predicts from them. */
  private StartMember startMember(BinaryResult start) {
    BinaryReport fitted = start.report();
    double variance = fitted.prior().weightVariance();
    WarmStart warm = new WarmStart(Mode.vectors(start.means()), variance);
    Link link = choices.binaryStart().link();
    return new StartMember(
        new Likelihood(link, 1),
        fitted.prior().with(PriorReport.Kind.BINARY, variance),
        mode(start),
        pass ->
            new BinaryStage(choices.binaryStart(), plan.binary(), context)
                .start(pass, variance, warm)
                .means());
  }

  private BinaryResult heldOutStart(FitRows.Form form) {
    BinaryPlan ofForm = BinaryPlan.of(form.shape(), choices.binaryStart(), null);
    return new BinaryStage(choices.binaryStart(), ofForm, context)
        .learnedStart(form.pass(context), null);
  }

  /** Coefficients of the features, with zeros for what a basis adds to them. */
  private Coefficients widened(Coefficients linear, int size) {
    if (linear.size() == size) {
      return linear;
    }
    Coefficients wide = new Coefficients(size, linear.vectors());
    int features = problem.shape().columns();
    for (int v = 0; v < linear.vectors(); v++) {
      double[] vector = Arrays.copyOf(linear.vector(v), size);
      if (linear.size() > features) {
        vector[size - 1] = vector[features];
        vector[features] = 0;
      }
      wide.set(v, vector);
    }
    return wide;
  }

  private double startVariance(FitRows.Form form) {
    if (form != problem) {
      return basisVariance;
    }
    WarmStart warm = startModel.warmStart(choices.binaryStart().link());
    return warm == null || Double.isNaN(warm.weightVariance())
        ? ScaleLearner.typicalVariance(problem.shape())
        : warm.weightVariance();
  }

  /**
   * Softmax, whose posterior has one mode, in the model to start from; or else the means of the
   * binary stage. Other likelihoods may have several modes, and which of them is found must not
   * depend on the data of the model to start from.
   */
  private Coefficients startOf(Likelihood likelihood, BinaryResult start, Link link) {
    Optional<Coefficients> given =
        likelihood.blindToCommonShift() ? startModel.means(likelihood) : Optional.empty();
    return given.orElseGet(
        () -> start.means().scaled(likelihood.link().deviation() / link.deviation()));
  }

  private List<EarlierMember> earlierMembers(FittedBasis basis, FitRows.Form form) {
    CategoricalModel earlier = choices.earlier();
    return earlier.components().stream()
        .filter(part -> part.basis() == basis)
        .map(
            part ->
                new EarlierMember(
                    Choices.likelihood(part),
                    part.posterior(),
                    part.prior(),
                    part.weight() * earlier.report().allRows(),
                    part.prior().isOfRegressions()
                        ? Optional.of(() -> continuedRegressions(part, form))
                        : Optional.empty()))
        .toList();
  }

  /** The binary regressions of an earlier member, with its posterior for a prior. */
  private Mode continuedRegressions(Component part, FitRows.Form form) {
    BinarySettings regressions = choices.binaryStart().continuing(part.link(), Average.fixed(1));
    BinaryPlan ofForm = BinaryPlan.of(form.shape(), regressions, part.posterior());
    return mode(
        new BinaryStage(regressions, ofForm, context)
            .continuedStart(form.pass(context), part.posterior()));
  }

  /** With the ELBO after each sweep: that of the start is of none, unless nothing else is known. */
  private static Mode mode(BinaryResult fitted) {
    BinaryReport report = fitted.report();
    double[] trace = report.trace();
    return new Mode(
        fitted.means(),
        Arrays.copyOfRange(trace, Math.min(1, report.sweeps()), trace.length),
        report.stopReason() != StopReason.SWEEP_LIMIT);
  }

  private int threads() {
    return context.workers().parallelism();
  }
}
