// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.report.FitReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import weka.core.Instances;

/**
 * From the command line to the model: an option that is changed alone from its default changes the
 * model or is refused with a sentence; there is no third outcome. An option whose default is chosen
 * by the data may be set to just that choice, so that one of its values must do so.
 */
class LivenessTest {
  private static final Instances DATA = TestData.glass();
  private static final Map<Method, CategoricalModel> DEFAULTS = new EnumMap<>(Method.class);

  @BeforeAll
  static void fitDefaults() throws Exception {
    for (Method method : List.of(Method.BINARY, Method.CATEGORICAL, Method.PUBLISHED)) {
      DEFAULTS.put(method, fit(method, ""));
      assertEquals(method, DEFAULTS.get(method).report().method());
    }
  }

  private static CategoricalModel fit(Method method, String line) throws Exception {
    String chosen = "-method " + method.name().toLowerCase(Locale.ROOT);
    return ClassifierTest.built(DATA, chosen + " " + line).model();
  }

  /** What is saved of a model except the report, which has times in it. */
  private static String bytes(CategoricalModel model, FitReport report) throws Exception {
    CategoricalModel same =
        new CategoricalModel(
            model.data(),
            model.standardization(),
            model.hasIntercept(),
            model.components(),
            model.prediction(),
            report);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ModelFile.write(same, bytes);
    return Arrays.toString(bytes.toByteArray());
  }

  static Stream<Arguments> optionsInMethods() {
    return Option.table().stream()
        .filter(option -> option != Option.METHOD)
        .flatMap(
            option ->
                Stream.of(Method.BINARY, Method.CATEGORICAL, Method.PUBLISHED)
                    .map(method -> Arguments.of(option, method)));
  }

  @ParameterizedTest
  @MethodSource("optionsInMethods")
  void anOptionActsOrIsRefused(Option<?> option, Method method) throws Exception {
    CategoricalModel plain = DEFAULTS.get(method);
    String expected = bytes(plain, plain.report());
    List<String> idle = new ArrayList<>();
    boolean acts = false;
    for (String text : OptionsTest.values(option)) {
      try {
        CategoricalModel changed = fit(method, OptionsTest.line(option, text));
        assertTrue(option.methods().contains(method), () -> option + " was to be refused");
        boolean differs = !bytes(changed, plain.report()).equals(expected);
        if (option == Option.THREADS) {
          assertFalse(differs, "the same bits for any number of threads");
          differs = changed.report().threads() != plain.report().threads();
        }
        acts |= differs;
        if (!differs) {
          idle.add(text);
        }
      } catch (RuntimeException refused) {
        acts = true;
        assertTrue(
            refused.getMessage().startsWith(option.name() + " ")
                || (option == Option.MEMORY_LIMIT && refused.getMessage().contains("memory")),
            refused.getMessage());
      }
    }
    assertTrue(acts, () -> option + " in method " + method + " without effect: " + idle);
  }
}
