// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.binary.BinarySettings;
import org.ibcavi.categorical.CategoricalSettings;
import org.ibcavi.design.DataSummary;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.model.Prediction;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.report.MemberReport;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.PriorKind;
import org.ibcavi.settings.Settings;
import org.ibcavi.structure.GroupedVariances;
import org.ibcavi.structure.GroupedVariances.Grouping;
import org.ibcavi.structure.LearnedStructure;
import org.ibcavi.structure.SharedMean;
import org.ibcavi.structure.SpikeAndSlab;
import org.ibcavi.structure.Structure;
import org.ibcavi.structure.StructureChoice;

/** Everything that was chosen for a fit; refuses choices that could not act. */
final class Choices {
  /** What a fit that goes on from a model takes over from it. */
  private static final List<Option<?>> INHERITED =
      List.of(
          Option.METHOD,
          Option.BASIS,
          Option.LINK,
          Option.AVERAGE,
          Option.PRIOR_VARIANCE,
          Option.PRIOR,
          Option.INTERCEPT_VARIANCE,
          Option.SCALE_EVIDENCE,
          Option.SCALE_TOLERANCE,
          Option.INTERCEPT,
          Option.STANDARDIZE);

  /** What the ascent under a spike and a slab has of its own. */
  private static final List<Option<?>> NOT_OF_MIXTURES =
      List.of(
          Option.COVARIANCE, Option.POSTERIOR, Option.SOLVER, Option.TOLERANCE, Option.ELBO_GAIN);

  private static final List<Option<?>> OF_LEARNING =
      List.of(Option.SCALE_EVIDENCE, Option.SCALE_TOLERANCE);

  private final Settings settings;
  private final Prior stated;
  private final Prior given;
  private final CategoricalModel earlier;
  private final CategoricalModel start;
  private final DataSummary data;

  /**
   * Takes them.
   *
   * @param settings the options that were set
   * @param stated the prior that was given as a whole, which the settings hold if they can say it;
   *     null if there is none
   * @param earlier the model to go on from, or null
   * @param start the model to start from, or null
   * @param data what is to be fitted
   */
  Choices(
      Settings settings,
      Prior stated,
      CategoricalModel earlier,
      CategoricalModel start,
      DataSummary data) {
    this.settings = settings;
    this.stated = stated;
    this.given = isWritten(stated) ? null : stated;
    this.earlier = earlier;
    this.start = start;
    this.data = data;
  }

  /** Whether options say all of a prior. */
  static boolean isWritten(Prior prior) {
    return prior instanceof LearnedScale || prior instanceof IsotropicPrior;
  }

  Settings settings() {
    return settings;
  }

  /** The model to go on from, or null. */
  CategoricalModel earlier() {
    return earlier;
  }

  /** The model to start from, or null. */
  CategoricalModel start() {
    return start;
  }

  /** What was set, and what a model to go on from was fitted with, by name. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Option<?> option : Option.table()) {
      String before =
          earlier == null || !INHERITED.contains(option)
              ? null
              : earlier.report().settings().get(option.name());
      if (settings.get(option).isPresent()) {
        texts.put(option.name(), settings.text(option));
      } else if (before != null) {
        texts.put(option.name(), before);
      }
    }
    return texts;
  }

  /**
   * The method that was asked for, perhaps AUTO; of a fit that goes on from a model, that one's.
   */
  Method asked() {
    return earlier == null
        ? settings.get(Option.METHOD).orElse(Method.AUTO)
        : earlier.report().method();
  }

  boolean intercept(Method method) {
    return earlier == null
        ? settings.in(method, Option.INTERCEPT).orElseThrow()
        : earlier.hasIntercept();
  }

  boolean standardize(Method method) {
    return earlier == null
        ? settings.in(method, Option.STANDARDIZE).orElseThrow()
        : !earlier.standardization().isIdentity();
  }

  Prediction prediction() {
    return new Prediction(
        settings.in(Method.BINARY, Option.PREDICT).orElseThrow(),
        settings.in(Method.BINARY, Option.SAMPLES).orElseThrow(),
        settings.in(Method.BINARY, Option.SEED).orElseThrow());
  }

  /** What the members of the categorical stage are linear in; not looked at if it continues. */
  BasisKind basis() {
    return settings.in(Method.CATEGORICAL, Option.BASIS).orElseThrow();
  }

  long seed() {
    return settings.in(Method.CATEGORICAL, Option.SEED).orElseThrow();
  }

  long memoryLimit() {
    return settings.in(Method.BINARY, Option.MEMORY_LIMIT).orElseThrow();
  }

  private Prior prior(Method method) {
    if (given != null) {
      return given;
    }
    double intercept = settings.in(method, Option.INTERCEPT_VARIANCE).orElseThrow();
    if (structure(method).isPresent()) {
      return structure(method).get().common();
    }
    return settings
        .in(method, Option.PRIOR_VARIANCE)
        .<Prior>map(variance -> new IsotropicPrior(variance, intercept))
        .orElseGet(
            () ->
                new LearnedScale(
                    intercept, settings.in(method, Option.SCALE_EVIDENCE).orElseThrow()));
  }

  /** What is learned beside one variance for all weights; empty if the prior is given. */
  private Optional<Structure> structure(Method method) {
    if (given != null) {
      return Optional.empty();
    }
    LearnedScale common =
        new LearnedScale(
            settings.in(method, Option.INTERCEPT_VARIANCE).orElseThrow(), startEvidence(method));
    return Optional.ofNullable(
        switch (settings.in(method, Option.PRIOR).orElse(PriorKind.SHARED)) {
          case SHARED -> null;
          case HIERARCHICAL -> new SharedMean(common);
          case PER_FEATURE -> new GroupedVariances(Grouping.FEATURE, common);
          case PER_ATTRIBUTE -> new GroupedVariances(Grouping.ATTRIBUTE, data.attributes(), common);
          case PER_CATEGORY -> new GroupedVariances(Grouping.CATEGORY, common);
          case SPIKE_SLAB -> new SpikeAndSlab(common);
          case HEAVY_TAILED -> new GroupedVariances(Grouping.WEIGHT, common);
          case EVIDENCE -> choice(common);
        });
  }

  /**
   * The structures to compare: in each all categories have one density, so that it costs little.
   */
  private StructureChoice choice(LearnedScale common) {
    List<LearnedStructure> candidates = new ArrayList<>();
    candidates.add(new SharedMean(common));
    candidates.add(new GroupedVariances(Grouping.FEATURE, common));
    List<String> attributes = data.attributes();
    if (Set.copyOf(attributes).size() < attributes.size()) {
      candidates.add(new GroupedVariances(Grouping.ATTRIBUTE, attributes, common));
    }
    return new StructureChoice(candidates, common);
  }

  /** The published method has no such option, since its variance is given as a rule. */
  private LearnedScale.Evidence startEvidence(Method method) {
    return settings.in(method, Option.SCALE_EVIDENCE).orElse(LearnedScale.Evidence.AUTO);
  }

  /** The binary stage as what predicts. */
  BinarySettings binary(Method method) {
    BinarySettings binary =
        structure(method)
            .map(structure -> BinarySettings.of(settings, method, structure))
            .orElseGet(() -> BinarySettings.of(settings, method, prior(method)));
    return earlier == null
        ? binary
        : binary.continuing(earlier.link(), earlier.average().asPrior());
  }

  /** The binary stage as the start of the categorical one. */
  BinarySettings binaryStart() {
    return BinarySettings.start(settings, prior(Method.CATEGORICAL));
  }

  CategoricalSettings categorical() {
    CategoricalSettings categorical =
        structure(Method.CATEGORICAL).orElse(null) instanceof GroupedVariances grouped
            ? CategoricalSettings.of(settings, grouped)
            : CategoricalSettings.of(settings, prior(Method.CATEGORICAL));
    return earlier == null ? categorical : categorical.with(earlierLikelihoods(basis -> true));
  }

  /** The likelihood of each member of the earlier model that is on some of its bases. */
  List<Likelihood> earlierLikelihoods(Predicate<FittedBasis> bases) {
    return earlier.components().stream()
        .filter(part -> bases.test(part.basis()))
        .map(Choices::likelihood)
        .toList();
  }

  /** The likelihood of a component that the categorical stage made. */
  static Likelihood likelihood(Component component) {
    return new Likelihood(component.link(), component.alphas().alpha(0));
  }

  /** Refuses what cannot act whatever the method is, and models that do not go with the data. */
  void requireConsistent(FitRows rows) {
    if (earlier != null) {
      requireInheritable();
      requireSame("features", rows.summary().features(), earlier.features());
      requireSame("categories", rows.summary().categories(), earlier.categories());
    }
    if (start != null) {
      requireSame("features", rows.summary().features(), start.features());
      requireSame("categories", rows.summary().categories(), start.categories());
      if (!start.hasLinear()) {
        throw new IllegalArgumentException(
            "a model to start from whose components are not linear; start from one with basis none"
                + " or auto");
      }
    }
    if (!rows.here() && basis() != BasisKind.NONE) {
      throw refused(Option.BASIS, "is made of rows in one place, and they are elsewhere");
    }
    if (settings.get(Option.TOLERANCE).isPresent() && settings.get(Option.ELBO_GAIN).isPresent()) {
      throw refused(Option.ELBO_GAIN, "with a tolerance; an ascent stops by one of them");
    }
  }

  private void requireInheritable() {
    for (Option<?> option : INHERITED) {
      String before = ofEarlier(option);
      if (settings.get(option).isPresent()
          && !settings.text(option).equals(before)
          && !leavesOpen(option)
          && !hasAverage(option)) {
        throw refused(
            option, "the model to continue was fitted with", before + ", which is taken over");
      }
    }
    if (start != null) {
      throw new IllegalArgumentException(
          "a model to start from, and one to continue; a fit that continues starts from its prior");
    }
  }

  /** What the model to continue was fitted with, whether it was set or its method's default. */
  private <T> String ofEarlier(Option<T> option) {
    if (option == Option.METHOD) {
      return Option.METHOD.write(earlier.report().method());
    }
    String set = earlier.report().settings().get(option.name());
    return set == null
        ? option.defaultIn(earlier.report().method()).map(option::write).orElse("auto")
        : set;
  }

  /** Whether an option asks for nothing that the model to continue could lack. */
  private boolean leavesOpen(Option<?> option) {
    return option == Option.METHOD && settings.get(Option.METHOD).orElse(null) == Method.AUTO;
  }

  /** Whether an average is of the members that the model to continue was given by its plan. */
  private boolean hasAverage(Option<?> option) {
    double[] members =
        earlier.report().members().stream()
            .mapToDouble(MemberReport::alpha)
            .sorted()
            .distinct()
            .toArray();
    return option == Option.AVERAGE
        && !earlier.report().settings().containsKey(option.name())
        && Arrays.equals(members, settings.get(Option.AVERAGE).orElseThrow().alphas());
  }

  /** Refuses options that do not act in the method that was chosen. */
  void requireActing(Method method) {
    for (Option<?> option : settings.texts().keySet()) {
      if (!option.methods().contains(method) && isImplied(option)) {
        throw new IllegalArgumentException(
            "prior learned: method "
                + chosen(method)
                + " takes a given one; use Prior.isotropic, or method "
                + names(option));
      }
      if (!option.methods().contains(method)
          && !(option == Option.BASIS && leavesBasesOut(method))) {
        throw refused(
            option, "does not act in method " + chosen(method) + "; use method", names(option));
      }
    }
    if (settings.get(Option.SAMPLES).isPresent() && !takesDraws(method)) {
      throw refused(
          Option.SAMPLES,
          "the predictions of predict",
          settings.text(Option.PREDICT),
          "take no draws in method",
          chosen(method) + "; use predict montecarlo");
    }
    if (method == Method.CATEGORICAL) {
      requireActingInCategorical();
    } else if (settings.get(Option.POSTERIOR).orElse(null) == PosteriorKind.VARIATIONAL) {
      throw refused(
          Option.POSTERIOR, "does not act in method", chosen(method) + "; use method categorical");
    }
    requirePriorActing(method);
    boolean learned = earlier != null || prior(method) instanceof LearnedScale;
    for (Option<?> option : OF_LEARNING) {
      if (settings.get(option).isPresent() && !learned && !isImplied(option)) {
        throw refused(option, "nothing is learned where the prior is given");
      }
    }
    boolean ownIntercept = given != null || !intercept(method);
    if (settings.get(Option.INTERCEPT_VARIANCE).isPresent()
        && ownIntercept
        && !isImplied(Option.INTERCEPT_VARIANCE)) {
      throw refused(
          Option.INTERCEPT_VARIANCE,
          given == null ? "there is no intercept" : "the given prior has its own");
    }
    if (start != null) {
      requireSame("intercept", intercept(method), start.hasIntercept());
    }
  }

  /**
   * Whether an option is there only because a prior that was given as a whole has something of the
   * kind, which nobody chose. Such an option need not act.
   */
  private boolean isImplied(Option<?> option) {
    if (option == Option.SCALE_EVIDENCE) {
      return stated instanceof LearnedScale learned
          && learned.evidence() == LearnedScale.Evidence.AUTO
          && settings.get(Option.SCALE_EVIDENCE).orElse(null) == LearnedScale.Evidence.AUTO;
    }
    Double usual = Prior.DEFAULT_INTERCEPT_VARIANCE;
    return option == Option.INTERCEPT_VARIANCE
        && isWritten(stated)
        && usual.equals(settings.get(Option.INTERCEPT_VARIANCE).orElse(null));
  }

  private void requirePriorActing(Method method) {
    boolean asksForMore = settings.get(Option.PRIOR).orElse(PriorKind.SHARED) != PriorKind.SHARED;
    if (asksForMore && given != null) {
      throw refused(Option.PRIOR, "the prior is given; leave one of them out");
    }
    if (given != null && settings.get(Option.PRIOR_VARIANCE).isPresent()) {
      throw refused(Option.PRIOR_VARIANCE, "the prior is given; leave one of them out");
    }
    for (Option<?> option : NOT_OF_MIXTURES) {
      if (settings.get(option).isPresent()
          && structure(method).orElse(null) instanceof SpikeAndSlab) {
        throw refused(option, "a fit under a spike and a slab has its own; use another prior");
      }
    }
    Link link = settings.in(method, Option.LINK).orElseThrow();
    structure(method).ifPresent(structure -> requireEvidenceActing(structure, link));
    if (method == Method.PUBLISHED && structure(method).orElse(null) instanceof StructureChoice) {
      throw refused(
          Option.PRIOR, "compares with a variance that is learned, which method published has not");
    }
    if (asksForMore && settings.get(Option.PRIOR_VARIANCE).isPresent()) {
      throw refused(Option.PRIOR, "with a prior-variance; it learns the variances, leave one out");
    }
  }

  private static void requireEvidenceActing(Structure structure, Link link) {
    LearnedScale.Evidence evidence = structure.common().evidence();
    if (evidence == LearnedScale.Evidence.HELD_OUT) {
      throw new IllegalArgumentException(
          "scale-evidence heldout: only one variance for all weights is learned so; use prior shared");
    }
    boolean bound = evidence == LearnedScale.Evidence.ELBO;
    if (bound && structure instanceof SpikeAndSlab && !link.constantWeight()) {
      throw new IllegalArgumentException(
          "scale-evidence elbo: under a spike and a slab only with link probit; use laplace");
    }
  }

  /** Whether bases were left to choose, and so was a method that has none. */
  boolean leavesBasesOut(Method method) {
    return method != Method.CATEGORICAL
        && asked() == Method.AUTO
        && settings.get(Option.BASIS).orElse(null) == BasisKind.AUTO;
  }

  private boolean takesDraws(Method method) {
    return switch (settings.get(Option.PREDICT).orElse(PredictionMode.AUTO)) {
      case MONTE_CARLO -> true;
      case AUTO -> method == Method.CATEGORICAL;
      case PLUG_IN, MODERATED -> false;
    };
  }

  private void requireActingInCategorical() {
    structure(Method.CATEGORICAL).ifPresent(this::requireActingInCategorical);
    if (given != null && basis() != BasisKind.NONE) {
      throw refused(
          Option.BASIS,
          "the given prior is of the features' coefficients alone; use prior-variance");
    }
    if (settings.get(Option.POSTERIOR).orElse(null) == PosteriorKind.CAVI) {
      throw refused(
          Option.POSTERIOR,
          "does not act in method",
          chosen(Method.CATEGORICAL) + "; use method binary or published");
    }
    if (settings.get(Option.SCALE_EVIDENCE).orElse(null) == LearnedScale.Evidence.ELBO) {
      throw refused(
          Option.SCALE_EVIDENCE,
          "does not act in method",
          chosen(Method.CATEGORICAL) + "; use method binary");
    }
  }

  private void requireActingInCategorical(Structure structure) {
    if (!(structure instanceof GroupedVariances grouped)) {
      throw refused(
          Option.PRIOR,
          "does not act in method " + chosen(Method.CATEGORICAL) + "; use method binary");
    }
    if (grouped.grouping() == Grouping.ATTRIBUTE && basis() != BasisKind.NONE) {
      throw refused(Option.PRIOR, "features that a basis adds are of no attribute; use basis none");
    }
  }

  private String chosen(Method method) {
    String name = method.name().toLowerCase(Locale.ROOT);
    return asked() == Method.AUTO ? name + " (chosen by auto)" : name;
  }

  private static String names(Option<?> option) {
    return option.methods().stream()
        .map(method -> method.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(" or "));
  }

  private IllegalArgumentException refused(Option<?> option, String... why) {
    return new IllegalArgumentException(
        option.name() + " " + settings.text(option) + ": " + String.join(" ", why));
  }

  private static void requireSame(String what, Object here, Object before) {
    if (!here.equals(before)) {
      throw new IllegalArgumentException(
          what + ": " + here + " here and " + before + " in the earlier model; must be the same");
    }
  }
}
