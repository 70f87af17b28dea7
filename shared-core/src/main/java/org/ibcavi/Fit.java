// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.binary.BinaryResult;
import org.ibcavi.binary.BinaryStage;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.linalg.Products;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.problem.Shape;
import org.ibcavi.report.FitReport;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Method;

/** One fit from data to model: plan, binary stage, categorical stage. */
final class Fit {
  private final Choices choices;
  private final FitRows rows;
  private final FitContext context;
  private final FitReport.Builder report = new FitReport.Builder();
  private final String kernel = Products.kernel(); // Refuses a bad choice before any work.
  private Plan plan;
  private FitRows.Form problem;
  private StartModel startModel;
  private CategoricalFit categorical;

  Fit(Choices choices, FitRows rows, FitContext context) {
    this.choices = choices;
    this.rows = rows;
    this.context = context;
  }

  CategoricalModel run() {
    prepare();
    return withinMemory(this::fitted);
  }

  /** Fits the model, and looks at the posteriors of its members while their priors are known. */
  Diagnosis diagnose(int draws) {
    prepare();
    requireCategorical();
    return withinMemory(
        () -> {
          CategoricalModel model = fitted();
          return new Diagnosis(model, categorical.diagnoses(draws));
        });
  }

  private void prepare() {
    choices.requireConsistent(rows);
    boolean likelyIntercept = choices.intercept(Method.CATEGORICAL);
    if (rows.summary().features() == 0 && !likelyIntercept) {
      throw new IllegalArgumentException("no features and no intercept; nothing can be fitted");
    }
    plan =
        Plan.of(
            choices,
            rows.shape(likelyIntercept, priors(Method.CATEGORICAL)),
            threads(),
            rows.here());
    choices.requireActing(plan.method());
  }

  private <T> T withinMemory(Supplier<T> work) {
    try {
      return work.get();
    } catch (OutOfMemoryError e) {
      throw new MemoryLimitException("memory ran out during the fit; " + waysOut(), e);
    }
  }

  /** What takes the memory is the stage that predicts; what else may be is its start. */
  private String waysOut() {
    if (plan.method() != Method.CATEGORICAL) {
      return plan.binary().waysOut();
    }
    String basis = choices.basis() == BasisKind.NONE ? "" : "basis none, ";
    return "use " + basis + Plan.WAYS_OUT_OF_CATEGORICAL;
  }

  private void requireCategorical() {
    if (plan.method() != Method.CATEGORICAL) {
      throw new IllegalArgumentException(
          "a diagnosis is of the categorical stage's posteriors, and this fit is of method "
              + plan.method().name().toLowerCase(Locale.ROOT)
              + " ("
              + plan.reason()
              + ")");
    }
  }

  private int threads() {
    return context.workers().parallelism();
  }

  private CategoricalModel fitted() {
    Standardization standardization = standardization();
    boolean intercept = choices.intercept(plan.method());
    problem = rows.form(standardization, intercept, priors(plan.method()));
    startModel = new StartModel(choices.start(), problem.shape(), standardization);
    context.end(FitPhase.PREPARATION);
    noteContinuation();
    List<Component> components = plan.method() == Method.CATEGORICAL ? categorical() : binary();
    return new CategoricalModel(
        summary(), standardization, intercept, components, choices.prediction(), report());
  }

  /** The summary of all rows that the model knows of, earlier ones included. */
  private DataSummary summary() {
    return choices.earlier() == null
        ? rows.summary()
        : choices.earlier().data().and(rows.summary());
  }

  private Standardization standardization() {
    if (choices.earlier() != null) {
      return choices.earlier().standardization();
    }
    return choices.standardize(plan.method())
        ? rows.standardization(choices.intercept(plan.method()))
        : Standardization.none(rows.summary().features());
  }

  /** The prior of each category without rows. */
  private IntUnaryOperator priors(Method method) {
    IntUnaryOperator priors = priorOfCategory();
    double[] known = summary().categoryWeights();
    boolean leftOut = method == Method.CATEGORICAL;
    return k -> leftOut && !(known[k] > 0) ? Shape.LEFT_OUT : priors.applyAsInt(k);
  }

  /**
   * Categories without rows share a regression only if all their earlier posteriors are shared, and
   * not where offsets tell them apart.
   */
  private IntUnaryOperator priorOfCategory() {
    if (rows.hasOffsets()) {
      return category -> category;
    }
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

  private List<Component> categorical() {
    categorical = new CategoricalFit(choices, plan, problem, startModel, context, report);
    return categorical.fit();
  }

  private List<Component> binary() {
    if (choices.leavesBasesOut(plan.method())) {
      report.note("bases were left out: only the categorical stage has members on them");
    }
    BinaryStage stage = new BinaryStage(choices.binary(plan.method()), plan.binary(), context);
    Posterior earlier = choices.earlier() == null ? null : choices.earlier().posterior();
    Link link = choices.binary(plan.method()).link();
    BinaryResult result = stage.fit(problem.pass(context), earlier, startModel.warmStart(link));
    result.notes().forEach(report::note);
    report.binary(result.report());
    Posterior posterior =
        new Posterior(problem.shape().regressionOfCategory(), result.means(), result.covariance());
    FittedBasis linear = FittedBasis.identity(rows.summary().features());
    return List.of(
        new Component(link, result.weights(), result.report().prior(), linear, posterior, 1));
  }

  private void noteContinuation() {
    if (choices.earlier() != null) {
      long earlierRows = choices.earlier().report().allRows();
      report.earlierRows(earlierRows);
      report.note("the prior is the posterior of an earlier fit to " + earlierRows + " rows");
    }
  }

  private FitReport report() {
    rows.notes().forEach(report::note);
    if (rows.hasOffsets()) {
      report.note(
          "offsets were added to the rows' linear predictors; a prediction without offsets takes"
              + " them for 0");
    }
    return report
        .settings(choices.texts())
        .size(
            rows.rows(),
            rows.summary().features(),
            rows.summary().categories(),
            (int)
                Arrays.stream(rows.summary().categoryWeights())
                    .filter(weight -> weight > 0)
                    .count(),
            rows.nonzeros())
        .method(plan.method(), categorical == null ? plan.reason() : categorical.reason())
        .computedBy(threads(), kernel)
        .times(context.times())
        .build();
  }
}
