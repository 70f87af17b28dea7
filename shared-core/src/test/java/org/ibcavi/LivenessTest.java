// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFile;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.fit.StopReason;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Settings;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No option is dead: changed alone from its default, in every method, it changes the model, or the
 * fit refuses it with a sentence that names it. A value that the default resolves to changes
 * nothing, and the report must say that it does.
 */
class LivenessTest {
  private static final TrainingData DATA = RandomData.of(71, 250, 4, 4, 1).weighted(3).dense();

  /** No category can have a curvature matrix: 101 · 411² values are more than 2²⁴. */
  private static final TrainingData WIDE = RandomData.of(72, 202, 410, 101, 0.03).sparse();

  private static final Map<Method, CategoricalModel> DEFAULTS = new EnumMap<>(Method.class);

  /** Texts of options whose values cannot be enumerated; each must change a fit by itself. */
  private static final Map<Option<?>, List<String>> TEXTS =
      Map.ofEntries(
          Map.entry(Option.PRIOR_VARIANCE, List.of("0.05", "30")),
          Map.entry(Option.SEED, List.of("7")),
          Map.entry(Option.AVERAGE, List.of("bma", "cbm", "cbc", "0.3", "grid")),
          Map.entry(Option.INTERCEPT_VARIANCE, List.of("0.01")),
          Map.entry(Option.SCALE_TOLERANCE, List.of("0.001", "5")),
          Map.entry(Option.TOLERANCE, List.of("1e-9", "0.5")),
          Map.entry(Option.ELBO_GAIN, List.of("5")),
          Map.entry(Option.MAX_SWEEPS, List.of("1")),
          Map.entry(Option.SAMPLES, List.of("17")));

  /** What they are for is not the model; the tests below look at that. */
  private static final Set<Option<?>> OF_THE_RUN = Set.of(Option.THREADS, Option.MEMORY_LIMIT);

  static Stream<Arguments> changes() {
    return Stream.of(Method.CATEGORICAL, Method.BINARY, Method.PUBLISHED)
        .flatMap(
            method ->
                Option.table().stream()
                    .filter(option -> !OF_THE_RUN.contains(option))
                    .flatMap(
                        option -> texts(option).map(text -> Arguments.of(method, option, text))));
  }

  private static Stream<String> texts(Option<?> option) {
    if (option.isFlag()) {
      return Stream.of("true", "false");
    }
    return option.choices().isEmpty() ? TEXTS.get(option).stream() : option.choices().stream();
  }

  private static CategoricalModel fit(Method method, Settings settings) {
    return fit(method, settings, DATA);
  }

  private static CategoricalModel fit(Method method, Settings settings, TrainingData data) {
    Settings chosen =
        settings.get(Option.METHOD).isPresent() ? settings : settings.with(Option.METHOD, method);
    return IbCavi.withDefaults().with(chosen).fit(data);
  }

  /** What a model is, without the report, which repeats what was set and how long it took. */
  private static byte[] bytes(CategoricalModel model) {
    CategoricalModel bare =
        new CategoricalModel(
            model.data(),
            model.standardization(),
            model.hasIntercept(),
            model.components(),
            model.prediction(),
            sameReport(model));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ModelFile.write(bare, out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  private static FitReport sameReport(CategoricalModel model) {
    BinaryReport stage =
        BinaryReport.start(
                "probit",
                PriorReport.continued(),
                0,
                Solver.CAVI,
                new double[1],
                StopReason.CONVERGED)
            .predicting(
                new AlphaWeights(new double[1], new double[] {1}), true, PosteriorKind.CAVI);
    return new FitReport.Builder()
        .size(1, model.features(), model.categories(), 1, 1)
        .binary(stage)
        .build();
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @MethodSource("changes")
  void anOptionActsOrIsRefused(Method method, Option<?> option, String text) {
    Settings settings = Settings.none().withText(option, text);
    actsOrIsRefused(byDefault(method), method, option, text, () -> fit(method, settings));
  }

  @Test
  void whereDataAreWidePosteriorsActOrAreRefused() {
    actOrAreRefusedOnWideData(Stream.of(Option.COVARIANCE, Option.POSTERIOR));
  }

  /** Where data are wide, auto takes one likelihood: the method says more than its name. */
  @Test
  @Tag("slow")
  void whereDataAreWideEveryOptionActsOrIsRefused() {
    actOrAreRefusedOnWideData(
        Option.table().stream()
            .filter(option -> !OF_THE_RUN.contains(option) && option != Option.METHOD));
  }

  private static void actOrAreRefusedOnWideData(Stream<Option<?>> options) {
    CategoricalModel before = fit(Method.CATEGORICAL, Settings.none(), WIDE);
    options.forEach(
        option ->
            texts(option)
                .filter(text -> !leavesAllOut(option, text))
                .forEach(
                    text -> {
                      Settings settings = Settings.none().withText(option, text);
                      actsOrIsRefused(
                          before,
                          Method.CATEGORICAL,
                          option,
                          text,
                          () -> fit(Method.CATEGORICAL, settings, WIDE));
                    }));
  }

  /** Of wide data auto finds every basis too dear, and a note says so. */
  private static boolean leavesAllOut(Option<?> option, String text) {
    return option == Option.BASIS && text.equals("auto");
  }

  private static CategoricalModel byDefault(Method method) {
    return DEFAULTS.computeIfAbsent(method, key -> fit(key, Settings.none()));
  }

  private static void actsOrIsRefused(
      CategoricalModel before,
      Method method,
      Option<?> option,
      String text,
      Supplier<CategoricalModel> changed) {
    CategoricalModel after;
    try {
      after = changed.get();
    } catch (IllegalArgumentException e) {
      assertTrue(e.getMessage().startsWith(option.name() + " "), e.getMessage());
      assertFalse(
          isDefault(before, method, option, text), "what the default is must not be refused");
      return;
    }
    boolean same = Arrays.equals(bytes(before), bytes(after));
    assertEquals(isDefault(before, method, option, text), same, option + " " + text);
  }

  /** Whether a value is the default of the method, or what the report says was chosen. */
  private static boolean isDefault(
      CategoricalModel model, Method method, Option<?> option, String text) {
    return (option.methods().contains(method) && defaultText(method, option).equals(text))
        || resolved(model, option).equals(text)
        || (option == Option.METHOD && text.equals("auto") && method == Method.CATEGORICAL);
  }

  private static <T> String defaultText(Method method, Option<T> option) {
    if (option == Option.METHOD) {
      return method.name().toLowerCase(Locale.ROOT);
    }
    return option.defaultIn(method).map(option::write).orElse("auto");
  }

  private static String resolved(CategoricalModel model, Option<?> option) {
    FitReport report = model.report();
    boolean diagonal =
        report
            .leadingMember()
            .map(MemberReport::isDiagonal)
            .orElseGet(() -> report.binary().orElseThrow().isDiagonal());
    PosteriorKind posterior =
        report
            .leadingMember()
            .map(MemberReport::posterior)
            .orElseGet(() -> report.binary().orElseThrow().posterior().orElseThrow());
    if (option == Option.COVARIANCE) {
      return diagonal ? "diagonal" : "full";
    }
    if (option == Option.POSTERIOR) {
      return posterior.name().toLowerCase(Locale.ROOT);
    }
    if (report.notes().stream().anyMatch(note -> note.contains("held-out rows best"))) {
      return option == Option.SCALE_EVIDENCE ? "heldout" : "";
    }
    // Where rows outnumber coefficients, Laplace's evidence is what auto takes.
    boolean learned =
        report.prior().kind() == PriorReport.Kind.LEARNED
            || report.members().stream()
                .anyMatch(member -> member.prior().kind() == PriorReport.Kind.LEARNED);
    return option == Option.SCALE_EVIDENCE && learned ? "laplace" : "";
  }

  /**
   * A library that ignored an option would fit the default model whatever is set. The check above
   * must see that for every option, in every method in which it acts, and must not mistake a silent
   * default for a refusal where it does not act.
   */
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("options")
  void anOptionThatIsIgnoredIsCaught(Method method, Option<?> option) {
    long caught =
        texts(option).filter(text -> fails(method, option, text, () -> byDefault(method))).count();
    assertTrue(caught > 0, option + " could be dead in " + method);
  }

  static Stream<Arguments> options() {
    return changes().map(change -> Arguments.of(change.get()[0], change.get()[1])).distinct();
  }

  private static boolean fails(
      Method method, Option<?> option, String text, Supplier<CategoricalModel> changed) {
    try {
      actsOrIsRefused(byDefault(method), method, option, text, changed);
      return false;
    } catch (AssertionError e) {
      return true;
    }
  }

  /** The option that once moved only the start: another posterior, of which nothing came out. */
  @Test
  void aPosteriorThatIsAskedForAndIgnoredIsCaught() {
    for (Method method : List.of(Method.CATEGORICAL, Method.BINARY)) {
      String other = byDefault(method).report().leadingMember().isPresent() ? "laplace" : "cavi";
      Settings settings = Settings.none().withText(Option.POSTERIOR, other);
      assertFalse(fails(method, Option.POSTERIOR, other, () -> fit(method, settings)));
      assertTrue(fails(method, Option.POSTERIOR, other, () -> fit(method, Settings.none())));
    }
  }

  @Test
  void everyOptionIsTried() {
    Set<Option<?>> tried =
        changes().map(arguments -> (Option<?>) arguments.get()[1]).collect(Collectors.toSet());
    for (Option<?> option : Option.table()) {
      if (!tried.contains(option) && !OF_THE_RUN.contains(option)) {
        fail(option + " is not tried");
      }
    }
  }

  @Test
  void samplesActWhereDrawsAreTaken() {
    Settings draws = Settings.none().withText(Option.PREDICT, "montecarlo");
    for (Method method : List.of(Method.CATEGORICAL, Method.BINARY)) {
      byte[] before = bytes(fit(method, draws));
      assertFalse(Arrays.equals(before, bytes(fit(method, draws.with(Option.SAMPLES, 17)))));
    }
  }

  @Test
  void optionsOfLearningAreRefusedUnderAGivenPrior() {
    Settings given = Settings.none().with(Option.PRIOR_VARIANCE, 1.0);
    for (Settings settings :
        List.of(
            given.with(Option.SCALE_TOLERANCE, 0.1),
            given.withText(Option.SCALE_EVIDENCE, "laplace"))) {
      Exception refused =
          assertThrows(IllegalArgumentException.class, () -> fit(Method.CATEGORICAL, settings));
      assertTrue(refused.getMessage().contains("nothing is learned"), refused.getMessage());
    }
  }

  @Test
  void optionsOfThePriorAreRefusedBesideOneThatOptionsCannotSay() {
    double[] zero = new double[DATA.features().columns() + 1];
    double[] ones = zero.clone();
    Arrays.fill(ones, 1);
    IbCavi given = IbCavi.withDefaults().prior(Prior.diagonal(zero, ones));
    Map<Option<?>, String> options =
        Map.of(
            Option.PRIOR_VARIANCE, "3",
            Option.PRIOR, "perfeature",
            Option.INTERCEPT_VARIANCE, "3",
            Option.SCALE_EVIDENCE, "laplace",
            Option.SCALE_TOLERANCE, "0.5");
    options.forEach(
        (option, text) -> {
          IbCavi both = given.with(Settings.none().withText(option, text));
          Exception refused =
              assertThrows(IllegalArgumentException.class, () -> both.fit(DATA), option::name);
          assertTrue(refused.getMessage().startsWith(option.name() + " "), refused.getMessage());
        });
  }

  @Test
  void autoNamesTheMethodThatItChoseWhereItRefuses() {
    Exception refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> IbCavi.withDefaults().solver(Solver.CAVI).fit(DATA));
    assertEquals(
        "solver cavi: does not act in method categorical (chosen by auto); use method binary or"
            + " published",
        refused.getMessage());
  }

  @Test
  void threadsAndTheMemoryLimitDoWhatTheyAreFor() {
    assertEquals(3, IbCavi.withDefaults().threads(3).fit(DATA).report().threads());
    CategoricalModel less = IbCavi.withDefaults().memoryLimit(60_000).fit(DATA);
    assertTrue(less.report().reason().contains("for want of memory"), less.report().reason());
    assertThrows(
        MemoryLimitException.class, () -> IbCavi.withDefaults().memoryLimit(1000).fit(DATA));
  }
}
