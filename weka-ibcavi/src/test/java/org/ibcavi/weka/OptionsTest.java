// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.functions.IBCavi;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;
import weka.core.Utils;

/** The command line. */
class OptionsTest {
  private static final String WEKAS = "-S 1 -num-decimal-places 4";

  private static IBCavi classifier(String options) throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.setOptions(Utils.splitOptions(options));
    return classifier;
  }

  /** Texts that an option takes and that are not its default. */
  static List<String> values(Option<?> option) {
    List<String> texts = new ArrayList<>(OptionWords.choices(option));
    if (texts.isEmpty()) {
      texts.addAll(List.of("0.25", "2", "7", "0.001", "cbc"));
    }
    texts.removeIf(
        text ->
            text.equals(OptionWords.initial(option))
                || (text.equals("auto") && !option.choices().contains("auto"))
                || !takes(option, text));
    return texts;
  }

  private static boolean takes(Option<?> option, String text) {
    try {
      TypedOptions.check(option, text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** An option with a value as on the command line. */
  static String line(Option<?> option, String text) {
    if (option.isFlag()) {
      return (text.equals("true") ? "-" : "-no-") + option.name();
    }
    String name =
        option == Option.THREADS ? "num-slots" : option == Option.SEED ? "S" : option.name();
    return "-" + name + " " + text;
  }

  static Stream<Option<?>> table() {
    return Option.table().stream();
  }

  @Test
  void defaultsAreNotWritten() {
    assertEquals(WEKAS, Utils.joinOptions(new IBCavi().getOptions()));
  }

  @ParameterizedTest
  @MethodSource("table")
  void everyOptionIsReadAndWritten(Option<?> option) throws Exception {
    List<String> values = values(option);
    assertFalse(values.isEmpty());
    for (String text : values) {
      String line = line(option, text);
      String expected = option == Option.SEED ? WEKAS.replace("-S 1", line) : line + " " + WEKAS;
      assertEquals(expected, Utils.joinOptions(classifier(line).getOptions()));
    }
  }

  /** For most options the word means that the method chooses; a basis is none unless it is said. */
  @Test
  void autoIsOneOfTheBases() throws Exception {
    assertEquals(
        Optional.of(BasisKind.AUTO), classifier("-basis auto").settings().get(Option.BASIS));
    IBCavi chosen = new IBCavi();
    chosen.setBasis(Tags.select(Option.BASIS, "auto"));
    assertEquals(Optional.of(BasisKind.AUTO), chosen.settings().get(Option.BASIS));
    assertEquals(Optional.empty(), classifier("-average auto").settings().get(Option.AVERAGE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-link logit -average 0.25 -prior-variance 2.5 -intercept-variance 9 -covariance diagonal",
        "-solver cavi -max-sweeps 7 -tolerance 0.01 -elbo-gain 0.1 -predict montecarlo -samples 50",
        "-no-standardize -num-slots 0 -S 3 -finish none -print-all -resume"
      })
  void namesOfTheContractAreUnderstood(String line) throws Exception {
    classifier(line);
  }

  @ParameterizedTest
  @CsvSource({"none, -method binary", "categorical, -method categorical", "auto, ''"})
  void finishIsAnOlderWordForTheMethod(String finish, String written) throws Exception {
    IBCavi old = classifier("-finish " + finish);
    assertEquals((written + " " + WEKAS).trim(), Utils.joinOptions(old.getOptions()));
    Exception both =
        assertThrows(
            IllegalArgumentException.class,
            () -> classifier("-finish " + finish + " -method published"));
    assertTrue(both.getMessage().contains("-finish is the older word"), both.getMessage());
  }

  @Test
  void withoutFinishTheBinaryRegressionsPredict() throws Exception {
    IBCavi built = ClassifierTest.built(TestData.glass(), "-finish none");
    assertTrue(built.model().report().members().isEmpty());
  }

  @Test
  void absentOptionsGetTheirDefaults() throws Exception {
    IBCavi classifier = classifier("-link logit -method binary -print-all -no-intercept -S 7");
    classifier.setOptions(new String[0]);
    assertArrayEquals(new IBCavi().getOptions(), classifier.getOptions());
  }

  @Test
  void everyOptionIsListedOnceWithItsSentence() {
    List<weka.core.Option> list = Collections.list(new IBCavi().listOptions());
    List<String> names = list.stream().map(weka.core.Option::name).toList();
    assertEquals(names.size(), names.stream().distinct().count());
    String all = list.stream().map(weka.core.Option::description).reduce("", String::concat);
    for (Option<?> option : Option.table()) {
      if (option != Option.SEED) {
        assertTrue(dense(all).contains(dense(OptionWords.sentence(option))), option.name());
      }
    }
    for (String written : List.of("no-standardize", "standardize", "no-intercept", "num-slots")) {
      assertTrue(names.contains(written), written);
    }
    assertFalse(names.contains("intercept"), "every method has one unless told otherwise");
  }

  /** Weka breaks lines at commas too. */
  private static String dense(String text) {
    return text.replaceAll("\\s+", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-link tobit | must be one of probit, logit, or auto",
        "-average 1.5 | must be grid, bma, cbm, cbc or a number from 0 to 1, or auto",
        "-method softmax | must be one of auto, categorical, binary, published",
        "-finish softmax | must be one of none, categorical, auto",
        "-prior-variance 0 | must be a finite number above 0, or auto",
        "-max-sweeps many | must be a whole number, at least 1, or auto",
        "-tolerance 1 | must be above 0 and below 1, or auto",
        "-num-slots -1 | must be a whole number, at least 0, or auto",
        "-S one | must be a whole number",
      })
  void refusedValueNamesItsOptionAndWhatItTakes(String options, String rule) {
    Exception refused = assertThrows(IllegalArgumentException.class, () -> classifier(options));
    assertEquals(options + ": " + rule, refused.getMessage());
  }

  @ParameterizedTest
  @MethodSource("table")
  void everyOptionRefusesNonsense(Option<?> option) {
    if (!option.isFlag()) {
      Exception refused =
          assertThrows(IllegalArgumentException.class, () -> classifier(line(option, "nonsense")));
      assertTrue(refused.getMessage().startsWith(line(option, "nonsense") + ": must be "));
    }
  }

  @Test
  void contradictingFlagsAreRefused() {
    Exception refused =
        assertThrows(
            IllegalArgumentException.class, () -> classifier("-standardize -no-standardize"));
    assertEquals("-standardize and -no-standardize; must be one of them", refused.getMessage());
  }

  @Test
  void tooLittleMemoryIsRefusedWithTheFigures() {
    String line = "-method categorical -memory-limit 0.001";
    Exception refused =
        assertThrows(Exception.class, () -> ClassifierTest.built(TestData.glass(), line));
    assertTrue(refused.getMessage().contains("MB are available"), refused.getMessage());
    assertFalse(refused.getMessage().contains("attribute"), refused.getMessage());
  }

  /** Columns mean nothing to who has attributes: 200 shops are 200 columns. */
  @Test
  void theAttributeWithMostColumnsIsNamedWhereMemoryIsShort() {
    List<String> shops = IntStream.range(0, 200).mapToObj(i -> "s" + i).toList();
    Attribute shop = new Attribute("shop", shops);
    Attribute size = new Attribute("size");
    Attribute label = new Attribute("label", List.of("no", "yes"));
    Instances sales = new Instances("sales", new ArrayList<>(List.of(shop, size, label)), 400);
    sales.setClassIndex(2);
    for (int i = 0; i < 400; i++) {
      sales.add(new DenseInstance(1, new double[] {i % 200, i % 7, i % 2}));
    }
    for (String method : List.of("categorical", "binary")) {
      MemoryLimitException refused =
          assertThrows(
              MemoryLimitException.class,
              () ->
                  ClassifierTest.built(
                      sales, "-covariance full -memory-limit 0.5 -method " + method));
      assertTrue(
          refused
              .getMessage()
              .endsWith(
                  "; attribute 'shop' alone makes 200 of the 201 columns: remove it or merge its"
                      + " rare values"),
          refused.getMessage());
    }
  }

  @Test
  void unknownOptionIsRefused() {
    Exception refused = assertThrows(Exception.class, () -> classifier("-lnik probit"));
    assertTrue(refused.getMessage().contains("-lnik"), refused.getMessage());
  }

  @Test
  void slotsMayBeLeftToTheDefault() throws Exception {
    assertEquals(1, classifier("-num-slots auto").getNumSlots());
  }

  @Test
  void classWeightsAreReadAndWritten() throws Exception {
    IBCavi classifier = classifier("-class-weights a:2,b:0.5");
    assertEquals("a:2,b:0.5", classifier.getClassWeights());
    assertEquals("-class-weights a:2,b:0.5 " + WEKAS, Utils.joinOptions(classifier.getOptions()));
    assertEquals("equal", classifier("").getClassWeights());
  }
}
