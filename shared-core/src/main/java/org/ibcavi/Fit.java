// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.binary.BinaryResult;
import org.ibcavi.binary.BinaryStage;
import org.ibcavi.binary.ScaleLearner;
import org.ibcavi.categorical.CategoricalResult;
import org.ibcavi.categorical.CategoricalStage;
import org.ibcavi.categorical.CategoricalStage.EarlierMember;
import org.ibcavi.categorical.CategoricalStage.StartScale;
import org.ibcavi.categorical.FittedMember;
import org.ibcavi.design.DataSummary;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Standardization;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitContext;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.linalg.Products;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;
import org.ibcavi.problem.UnitMeans;
import org.ibcavi.problem.UnitStarts;
import org.ibcavi.problem.WarmStart;
import org.ibcavi.report.FitReport;
import org.ibcavi.settings.Method;

/** One fit from data to model: plan, binary stage, categorical stage. */
final class Fit {
  private final Choices choices;
  private final TrainingData data;
  private final FitContext context;
  private final FitReport.Builder report = new FitReport.Builder();
  private final String kernel = Products.kernel(); // Refuses a bad choice before any work.
  private Plan plan;
  private Standardization standardization;
  private Problem problem;
  private CategoricalResult categorical;

  Fit(Choices choices, TrainingData data, FitContext context) {
    this.choices = choices;
    this.data = data.withoutWeightlessRows();
    this.context = context;
  }

  CategoricalModel run() {
    prepare();
    return withinMemory(this::fitted);
  }

  /** Fits the model, and looks at the posteriors of its members while their priors are known. */
  Diagnosis diagnose(int draws) {
    prepare();
    requireVariational();
    return withinMemory(
        () -> {
          CategoricalModel model = fitted();
          return new Diagnosis(model, memberDiagnoses(draws));
        });
  }

  private void prepare() {
    choices.requireConsistent(data);
    boolean likelyIntercept = choices.intercept(Method.CATEGORICAL);
    if (data.features().columns() == 0 && !likelyIntercept) {
      throw new IllegalArgumentException("no features and no intercept; nothing can be fitted");
    }
    plan =
        Plan.of(
            choices,
            problem(data.features(), likelyIntercept, Method.CATEGORICAL).shape(),
            threads());
    choices.requireActing(plan.method());
  }

  private <T> T withinMemory(Supplier<T> work) {
    try {
      return work.get();
    } catch (OutOfMemoryError e) {
      throw new MemoryLimitException(
          "memory ran out during the fit; " + plan.binary().waysOut(), e);
    }
  }

  private void requireVariational() {
    if (plan.method() != Method.CATEGORICAL || !plan.categorical().variational()) {
      throw new IllegalArgumentException(
          "a diagnosis is of variational posteriors, which only the categorical stage has; this fit"
              + " is of method "
              + plan.method().name().toLowerCase(Locale.ROOT)
              + " ("
              + plan.reason()
              + ")");
    }
  }

  private List<MemberDiagnosis> memberDiagnoses(int draws) {
    List<MemberDiagnosis> diagnoses = new ArrayList<>();
    long seed = choices.prediction().seed();
    for (int m = 0; m < categorical.members().size(); m++) {
      if (categorical.weight(m) > 0) {
        FittedMember member = categorical.members().get(m);
        diagnoses.add(
            MemberDiagnosis.of(
                problem, member, member.report(categorical.weight(m)), draws, seed, context));
      }
    }
    return diagnoses;
  }

  private int threads() {
    return context.workers().parallelism();
  }

  private CategoricalModel fitted() {
    standardization = standardization();
    boolean intercept = choices.intercept(plan.method());
    problem = problem(standardization.apply(data.features()), intercept, plan.method());
    context.end(FitPhase.PREPARATION);
    List<Component> components = plan.method() == Method.CATEGORICAL ? categorical() : binary();
    return new CategoricalModel(
        summary(), standardization, intercept, components, choices.prediction(), report());
  }

  /** Of all rows that the model knows of, earlier ones included. */
  private DataSummary summary() {
    return choices.earlier() == null
        ? data.summary()
        : choices.earlier().data().and(data.summary());
  }

  private Standardization standardization() {
    if (choices.earlier() != null) {
      return choices.earlier().standardization();
    }
    return choices.standardize(plan.method())
        ? Standardization.of(data, choices.intercept(plan.method()))
        : Standardization.none(data.features().columns());
  }

  private Problem problem(DesignMatrix features, boolean intercept, Method method) {
    IntUnaryOperator priors = priorOfCategory();
    double[] known = summary().categoryWeights();
    boolean leftOut = method == Method.CATEGORICAL;
    return Problem.of(
        data,
        features,
        intercept,
        k -> leftOut && !(known[k] > 0) ? Shape.LEFT_OUT : priors.applyAsInt(k));
  }

  /** Each stage has a pass of its own, so that what one has computed goes when it ends. */
  private RowPass pass() {
    return new LocalPass(problem, context);
  }

  /** Categories without rows share a regression only if all their earlier posteriors are shared. */
  private IntUnaryOperator priorOfCategory() {
    if (choices.earlier() == null) {
      return category -> 0;
    }
    List<Component> parts = choices.earlier().components();
    Map<List<Integer>, Integer> numbers = new HashMap<>();
    return category ->
        numbers.computeIfAbsent(
            parts.stream().map(part -> part.posterior().vectorOf(category)).toList(),
            key -> numbers.size());
  }

  private List<Component> binary() {
    BinaryStage stage = new BinaryStage(choices.binary(plan.method()), plan.binary(), context);
    Posterior earlier = choices.earlier() == null ? null : choices.earlier().posterior();
    Link link = choices.binary(plan.method()).link();
    BinaryResult result = stage.fit(pass(), earlier, warmStart(link));
    noteContinuation();
    result.notes().forEach(report::note);
    report.binary(result.report());
    Posterior posterior =
        new Posterior(problem.unitOfCategory(), result.means(), result.covariance());
    return List.of(new Component(link, result.weights(), result.report().prior(), posterior, 1));
  }

  private List<Component> categorical() {
    CategoricalStage stage =
        new CategoricalStage(pass(), choices.categorical(), plan.categorical(), context);
    CategoricalResult result =
        choices.earlier() == null ? fromStart(stage) : stage.continued(earlierMembers());
    categorical = result;
    noteContinuation();
    result.notes().forEach(report::note);
    List<Component> components = new ArrayList<>();
    for (int m = 0; m < result.members().size(); m++) {
      FittedMember member = result.members().get(m);
      report.member(member.report(result.weight(m)));
      if (result.weight(m) > 0) {
        components.add(component(member, result.weight(m)));
      }
    }
    return components;
  }

  private Component component(FittedMember member, double weight) {
    Posterior posterior =
        new Posterior(problem.unitOfCategory(), member.means(), member.covariance());
    AlphaWeights alpha = AlphaWeights.prior(Average.fixed(member.likelihood().alpha()));
    return new Component(member.likelihood().link(), alpha, member.prior(), posterior, weight);
  }

  /**
   * The binary stage only says where the ascents begin; it learns the variance by held-out rows.
   */
  private CategoricalResult fromStart(CategoricalStage stage) {
    Link link = choices.binaryStart().link();
    BinaryStage binary = new BinaryStage(choices.binaryStart(), plan.binary(), context);
    WarmStart warm = warmStart(link);
    boolean holdsOut =
        choices.binaryStart().prior() instanceof LearnedScale learned
            && ScaleLearner.holdsOut(problem.shape(), learned);
    BinaryResult start =
        holdsOut
            ? binary.learnedStart(pass(), warm)
            : binary.start(pass(), ScaleLearner.typicalVariance(problem.shape()), warm);
    start.notes().forEach(report::note);
    report.binary(start.report());
    double variance = holdsOut ? start.report().prior().weightVariance() : startVariance(warm);
    return stage.fit(
        new StartScale(variance, link, holdsOut), likelihood -> startOf(likelihood, start, link));
  }

  private double startVariance(WarmStart warm) {
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
    return startComponent(likelihood)
        .filter(part -> likelihood.blindToCommonShift())
        .map(part -> unitMeans(part, 1).means())
        .orElseGet(() -> start.means().scaled(likelihood.link().deviation() / link.deviation()));
  }

  private Optional<Component> startComponent(Likelihood likelihood) {
    if (choices.start() == null || choices.start().report().members().isEmpty()) {
      return Optional.empty();
    }
    return choices.start().components().stream()
        .filter(part -> Choices.likelihood(part).equals(likelihood))
        .findFirst();
  }

  private List<EarlierMember> earlierMembers() {
    CategoricalModel earlier = choices.earlier();
    return earlier.components().stream()
        .map(
            part ->
                new EarlierMember(
                    Choices.likelihood(part),
                    part.posterior(),
                    part.weight() * earlier.report().rows()))
        .toList();
  }

  private void noteContinuation() {
    if (choices.earlier() != null) {
      report.note(
          "the prior is the posterior of an earlier fit to "
              + choices.earlier().report().rows()
              + " rows");
    }
  }

  /** The means of the model to start from on the scale of this fit; null if there is none. */
  private WarmStart warmStart(Link link) {
    if (choices.start() == null) {
      return null;
    }
    Component leading = choices.start().components().get(0);
    double ratio = link.deviation() / leading.link().deviation();
    double variance = leading.prior().weightVariance();
    return new WarmStart(unitMeans(leading, ratio), ratio * ratio * variance);
  }

  private UnitMeans unitMeans(Component part, double ratio) {
    return UnitStarts.of(
        problem.shape(),
        category -> {
          Posterior posterior = part.posterior();
          double[] vector = posterior.mean(posterior.vectorOf(category));
          choices.start().standardization().toOriginalScale(vector, 1);
          standardization.toFittedScale(vector);
          Arrays.setAll(vector, p -> ratio * vector[p]);
          return vector;
        });
  }

  private FitReport report() {
    return report
        .settings(choices.texts())
        .size(
            data.rows(),
            data.features().columns(),
            data.categories(),
            (int) Arrays.stream(data.categoryWeights()).filter(weight -> weight > 0).count(),
            data.features().nonzeros())
        .method(plan.method(), plan.reason())
        .computedBy(threads(), kernel)
        .times(context.times())
        .build();
  }
}
