// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The estimator's Params beside the core's table of options. */
class OptionParamsTest {
  private static final Map<Option<?>, String> VALUES = new LinkedHashMap<>();

  static {
    VALUES.put(Option.METHOD, "binary");
    VALUES.put(Option.PREDICT, "moderated");
    VALUES.put(Option.PRIOR_VARIANCE, "0.25");
    VALUES.put(Option.BASIS, "smooth");
    VALUES.put(Option.THREADS, "2");
    VALUES.put(Option.SEED, "99");
    VALUES.put(Option.LINK, "logit");
    VALUES.put(Option.AVERAGE, "0.25");
    VALUES.put(Option.PRIOR, "perfeature");
    VALUES.put(Option.INTERCEPT_VARIANCE, "9");
    VALUES.put(Option.SCALE_EVIDENCE, "heldout");
    VALUES.put(Option.SCALE_TOLERANCE, "0.5");
    VALUES.put(Option.COVARIANCE, "diagonal");
    VALUES.put(Option.POSTERIOR, "cavi");
    VALUES.put(Option.SOLVER, "cavi");
    VALUES.put(Option.TOLERANCE, "1.0E-9");
    VALUES.put(Option.ELBO_GAIN, "0.001");
    VALUES.put(Option.MAX_SWEEPS, "2");
    VALUES.put(Option.SAMPLES, "50");
    VALUES.put(Option.INTERCEPT, "false");
    VALUES.put(Option.STANDARDIZE, "false");
    VALUES.put(Option.MEMORY_LIMIT, "900");
  }

  static List<Option<?>> table() {
    return Option.table();
  }

  private static Param<Object> param(IBCaviClassifier classifier, Option<?> option) {
    return classifier.getParam(OptionParams.name(option));
  }

  /** The text of an option's value as an object that its Param takes. */
  private static Object value(Param<?> param, String text) {
    if (param instanceof DoubleParam) {
      return Double.valueOf(text);
    }
    if (param instanceof IntParam) {
      return Integer.valueOf(text);
    }
    if (param instanceof LongParam) {
      return Long.valueOf(text);
    }
    return param instanceof BooleanParam ? (Object) Boolean.valueOf(text) : text;
  }

  private static IBCaviClassifier withAllSet() {
    IBCaviClassifier classifier = new IBCaviClassifier();
    VALUES.forEach(
        (option, text) -> {
          Param<Object> param = param(classifier, option);
          classifier.set(param, value(param, text));
        });
    return classifier;
  }

  @Test
  void theParamsAreTheTableAndSparksAndFewOfOurs() {
    Set<String> names =
        Arrays.stream(new IBCaviClassifier().params()).map(Param::name).collect(Collectors.toSet());
    Set<String> expected = table().stream().map(OptionParams::name).collect(Collectors.toSet());
    assertTrue(names.containsAll(expected), () -> names + " beside " + expected);
    names.removeAll(expected);
    assertEquals(
        Set.of(
            "featuresCol",
            "labelCol",
            "weightCol",
            "predictionCol",
            "rawPredictionCol",
            "probabilityCol",
            "thresholds",
            "strategy",
            "gatherLimit",
            "handleInvalid",
            "level",
            "lowerCol",
            "upperCol",
            "noiseCol",
            "lackOfDataCol",
            "topCount",
            "topCategoriesCol",
            "topProbabilitiesCol"),
        names);
    assertEquals(Set.copyOf(table()), VALUES.keySet());
  }

  @ParameterizedTest
  @MethodSource("table")
  void aParamHasTheTablesSentence(Option<?> option) {
    assertEquals(option.sentence(), param(new IBCaviClassifier(), option).doc());
  }

  /** Defaults stand once, in the core. */
  @ParameterizedTest
  @MethodSource("table")
  void nothingIsSetByDefault(Option<?> option) {
    IBCaviClassifier classifier = new IBCaviClassifier();
    assertFalse(classifier.isDefined(param(classifier, option)));
    assertEquals(Settings.none(), classifier.settings());
  }

  @ParameterizedTest
  @MethodSource("table")
  void whatWasSetReachesTheCore(Option<?> option) {
    assertEquals(VALUES.get(option), withAllSet().settings().text(option));
  }

  @ParameterizedTest
  @MethodSource("table")
  void everyOptionHasASetter(Option<?> option) {
    String name = OptionParams.name(option);
    String setter = "set" + name.substring(0, 1).toUpperCase(java.util.Locale.ROOT);
    assertEquals(
        1,
        Arrays.stream(IBCaviClassifier.class.getMethods())
            .filter(method -> method.getName().equals(setter + name.substring(1)))
            .count());
  }

  @Test
  void settersSetTheirOwnOption() {
    IBCaviClassifier classifier =
        new IBCaviClassifier()
            .setMethod("binary")
            .setPredict("moderated")
            .setPriorVariance(0.25)
            .setBasis("smooth")
            .setThreads(2)
            .setSeed(99)
            .setLink("logit")
            .setAverage("0.25")
            .setPrior("perfeature")
            .setInterceptVariance(9)
            .setScaleEvidence("heldout")
            .setScaleTolerance(0.5)
            .setCovariance("diagonal")
            .setPosterior("cavi")
            .setSolver("cavi")
            .setTolerance(1e-9)
            .setElboGain(0.001)
            .setMaxSweeps(2)
            .setSamples(50)
            .setIntercept(false)
            .setStandardize(false)
            .setMemoryLimit(900);
    assertEquals(withAllSet().settings(), classifier.settings());
  }

  @Test
  void aRefusedValueIsNamedWithItsRule() {
    IBCaviClassifier classifier = new IBCaviClassifier();
    assertEquals(
        "prior-variance '-1.0'; must be a finite number above 0",
        assertThrows(IllegalArgumentException.class, () -> classifier.setPriorVariance(-1))
            .getMessage());
    assertEquals(
        "strategy 'best'; must be one of auto, gather, split, partition",
        assertThrows(IllegalArgumentException.class, () -> classifier.setStrategy("best"))
            .getMessage());
  }

  @Test
  void aCopyHasTheSameValuesAndUid() {
    IBCaviClassifier original = withAllSet();
    IBCaviClassifier copy = original.copy(new ParamMap());
    assertEquals(original.uid(), copy.uid());
    assertEquals(original.settings(), copy.settings());
  }

  @Test
  void paramsAreExplained() {
    String text = new IBCaviClassifier().setPriorVariance(2).explainParams();
    assertTrue(text.contains("priorVariance: " + Option.PRIOR_VARIANCE.sentence()), text);
    assertTrue(text.contains("current: 2.0"), text);
  }
}
