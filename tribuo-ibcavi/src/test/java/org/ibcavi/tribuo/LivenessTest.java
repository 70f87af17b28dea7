// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Settings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tribuo.Dataset;
import org.tribuo.Prediction;
import org.tribuo.classification.Label;

/** No option is dead: set alone it changes the model, or training refuses it. */
class LivenessTest {
  /** The labels overlap, so that no fit ends at once. */
  private static final Dataset<Label> DATA = TestData.dense(150, 1);

  /** Options that act where predictions are means over draws. */
  private static final Set<Option<?>> OF_DRAWS = Set.of(Option.SAMPLES, Option.SEED);

  /** Where the value of {@link EveryOption} is the default, another one. */
  private static final Map<Option<?>, String> OTHERS =
      Map.of(
          Option.LINK, "probit",
          Option.SOLVER, "accelerated",
          Option.STANDARDIZE, "true",
          Option.POSTERIOR, "laplace");

  /** Options that act in a method, but not with the value that is tried. */
  private static final Set<List<?>> REFUSED = Set.of(List.of(Method.CATEGORICAL, Option.POSTERIOR));

  /** Options of which the model must know nothing. */
  private static final Set<Option<?>> WITHOUT_TRACE = Set.of(Option.THREADS, Option.MEMORY_LIMIT);

  static Stream<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (Method method : List.of(Method.CATEGORICAL, Method.BINARY, Method.PUBLISHED)) {
      for (Option<?> option : Option.table()) {
        if (option != Option.METHOD) {
          cases.add(Arguments.of(method, option));
        }
      }
    }
    return cases.stream();
  }

  /** A value that the method does not have by default. */
  private static String other(Method method, Option<?> option) {
    String text = EveryOption.texts().get(option);
    return text.equals(written(method, option)) ? OTHERS.get(option) : text;
  }

  private static <T> String written(Method method, Option<T> option) {
    return option.defaultIn(method).map(option::write).orElse("auto");
  }

  private static IBCaviModel train(Settings settings) {
    return new IBCaviTrainer().with(settings).train(DATA);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anOptionSetAloneActsOrIsRefused(Method method, Option<?> option) {
    Settings before = Settings.none().with(Option.METHOD, method);
    if (OF_DRAWS.contains(option)) {
      before = before.with(Option.PREDICT, PredictionMode.MONTE_CARLO);
    }
    Settings changed = before.withText(option, other(method, option));
    if (!option.methods().contains(method) || REFUSED.contains(List.of(method, option))) {
      assertRefused(method, option, changed);
      return;
    }
    IBCaviModel model = train(changed);
    assertEquals(changed.text(option), model.getReport().settings().get(option.name()));
    if (WITHOUT_TRACE.contains(option)) {
      assertEquals(figures(train(before)), figures(model));
    } else {
      assertNotEquals(figures(train(before)), figures(model));
    }
  }

  private static void assertRefused(Method method, Option<?> option, Settings settings) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> train(settings)).getMessage();
    assertTrue(message.startsWith(option.name() + " " + settings.text(option)), message);
    assertTrue(message.contains("method " + method.name().toLowerCase(Locale.ROOT)), message);
  }

  /** The posterior, and what is predicted from it: no words of the report. */
  private static List<List<Double>> figures(IBCaviModel trained) {
    List<List<Double>> figures = new ArrayList<>();
    CategoricalModel model = trained.getCategoricalModel();
    for (Component component : model.components()) {
      figures.add(List.of(component.weight()));
      Posterior posterior = component.posterior();
      for (int k = 0; k < posterior.categories(); k++) {
        figures.add(boxed(posterior.mean(posterior.vectorOf(k))));
        figures.add(boxed(posterior.covariance().variances(posterior.vectorOf(k))));
      }
    }
    for (Prediction<Label> prediction : trained.predict(DATA)) {
      figures.add(prediction.getOutputScores().values().stream().map(Label::getScore).toList());
    }
    return figures;
  }

  private static List<Double> boxed(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void methodsDiffer(Method method) {
    for (Method other : methods()) {
      if (other != method) {
        assertNotEquals(
            figures(train(Settings.none().with(Option.METHOD, method))),
            figures(train(Settings.none().with(Option.METHOD, other))));
      }
    }
  }

  static List<Method> methods() {
    return List.of(Method.CATEGORICAL, Method.BINARY, Method.PUBLISHED);
  }

  /** What threads and a memory limit are for, since the model does not show it. */
  @ParameterizedTest
  @MethodSource("methods")
  void threadsRunAndTheMemoryLimitLimits(Method method) {
    IBCaviTrainer trainer = new IBCaviTrainer().method(method);
    assertEquals(3, trainer.numThreads(3).train(DATA).getReport().threads());
    IBCaviTrainer limited = trainer.numThreads(4096).with(Option.MEMORY_LIMIT, 1_000L);
    assertThrows(MemoryLimitException.class, () -> limited.train(DATA));
  }

  /** Options that could only act together with another are refused with a sentence. */
  @ParameterizedTest
  @MethodSource("pairs")
  void pairsThatCannotActAreRefused(String options, String message) {
    IBCaviTrainer trainer = TestData.trainer(options);
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> trainer.train(DATA)).getMessage());
  }

  static Stream<Arguments> pairs() {
    return Stream.of(
        Arguments.of(
            "predict=plugin,samples=7",
            "samples 7: the predictions of predict plugin take no draws in method categorical"
                + " (chosen by auto); use predict montecarlo"),
        Arguments.of(
            "prior-variance=1,scale-tolerance=0.5",
            "scale-tolerance 0.5: nothing is learned where the prior is given"),
        Arguments.of(
            "method=binary,tolerance=1e-6,elbo-gain=0.1",
            "elbo-gain 0.1: with a tolerance; an ascent stops by one of them"),
        Arguments.of(
            "intercept=false,intercept-variance=9", "intercept-variance 9: there is no intercept"));
  }
}
