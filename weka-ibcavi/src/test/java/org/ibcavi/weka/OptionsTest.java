// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weka.classifiers.functions.IBCavi;
import weka.core.Option;
import weka.core.Utils;

class OptionsTest {
  @Test
  void defaultsAreTheContract() {
    String[] options = new IBCavi().getOptions();
    assertEquals(
        "-link probit -average grid -finish auto -prior-variance auto -intercept-variance 25.0"
            + " -covariance auto -solver accelerated -max-sweeps 1000 -tolerance 1.0E-5 -predict plugin"
            + " -samples 100 -num-slots 1 -S 1 -num-decimal-places 4",
        Utils.joinOptions(options));
  }

  @Test
  void everyOptionIsReadAndWritten() throws Exception {
    String all =
        "-link logit -average 0.25 -finish none -prior-variance 2.5 -intercept-variance 9.0 -covariance"
            + " diagonal -solver cavi -max-sweeps 7 -tolerance 0.01 -elbo-gain 0.1 -predict montecarlo"
            + " -samples 50 -no-standardize -num-slots 0 -print-all -scale-per-feature"
            + " -weighing evidence -scale-tolerance 0.5 -curvature cavi -memory-limit 900 -S 3 -num-decimal-places 6";
    IBCavi classifier = new IBCavi();
    classifier.setOptions(Utils.splitOptions(all));
    assertEquals(all, Utils.joinOptions(classifier.getOptions()));
  }

  @Test
  void absentOptionsGetTheirDefaults() throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.setOptions(
        Utils.splitOptions(
            "-link logit -finish none -elbo-gain 0.1 -print-all -scale-per-feature -weighing"
                + " evidence -scale-tolerance 1 -curvature laplace -memory-limit 7"));
    classifier.setOptions(new String[0]);
    assertArrayEquals(new IBCavi().getOptions(), classifier.getOptions());
  }

  @Test
  void everyOptionIsListedOnce() {
    List<String> names =
        Collections.list(new IBCavi().listOptions()).stream().map(Option::name).toList();
    assertEquals(names.size(), names.stream().distinct().count());
    for (String name :
        List.of(
            "link average finish prior-variance intercept-variance covariance solver max-sweeps tolerance"
                .split(" ", -1))) {
      assertTrue(names.contains(name), name);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-link tobit | must be probit or logit",
        "-average mean | must be grid or bma or cbm or cbc or a number from 0 to 1",
        "-average 1.5 | must be grid or bma or cbm or cbc or a number from 0 to 1",
        "-finish softmax | must be none or categorical or auto",
        "-prior-variance big | must be auto or a number above 0",
        "-prior-variance 0 | must be auto or a number above 0",
        "-intercept-variance -1 | must be above 0 and finite",
        "-covariance round | must be full or diagonal or auto",
        "-solver newton | must be accelerated or cavi",
        "-max-sweeps 0 | must be at least 1",
        "-max-sweeps many | must be a whole number",
        "-tolerance 1 | must be above 0 and below 1",
        "-tolerance small | must be a number",
        "-elbo-gain -0.1 | must be above 0, or 0 for off",
        "-predict moderated | must be plugin or montecarlo",
        "-samples 1 | must be at least 2",
        "-weighing votes | must be stacking or evidence",
        "-scale-tolerance 0 | must be above 0 and below 10",
        "-curvature flat | must be laplace or cavi or auto",
        "-memory-limit -1 | must be megabytes, at least 0, where 0 is no limit",
        "-num-slots -1 | must be at least 0",
        "-S one | must be a whole number",
      })
  void refusedValueNamesItsOptionAndWhatItTakes(String options, String rule) {
    Exception refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> new IBCavi().setOptions(Utils.splitOptions(options)));
    assertEquals(options + ": " + rule, refused.getMessage());
  }

  @Test
  void rareOptionsReachTheFit() throws Exception {
    String report =
        ClassifierTest.built(
                TestData.glass(),
                "-finish categorical -scale-per-feature -weighing evidence -scale-tolerance 0.5"
                    + " -curvature cavi")
            .model()
            .report()
            .toString();
    for (String setting :
        List.of(
            "finish               categorical, by evidence, a scale for each feature",
            "scale tolerance      0.5",
            "curvature            cavi")) {
      assertTrue(report.contains(setting), report);
    }
  }

  @Test
  void tooLittleMemoryIsRefusedWithTheFigures() {
    String line = "-num-slots 4096 -memory-limit 1";
    Exception refused =
        assertThrows(Exception.class, () -> ClassifierTest.built(TestData.glass(), line));
    assertTrue(refused.getMessage().contains("1 MB are available"), refused.getMessage());
  }

  @Test
  void unknownOptionIsRefused() {
    Exception refused =
        assertThrows(
            Exception.class, () -> new IBCavi().setOptions(Utils.splitOptions("-lnik probit")));
    assertTrue(refused.getMessage().contains("-lnik"), refused.getMessage());
  }

  @Test
  void propertySheetOffersTheSameWords() {
    IBCavi classifier = new IBCavi();
    assertEquals("probit", classifier.getLink().getSelectedTag().getReadable());
    classifier.setLink(new Choice("probit", "logit").select("logit"));
    assertEquals("logit", classifier.getLink().getSelectedTag().getReadable());
    assertFalse(classifier.linkTipText().isEmpty());
    assertEquals("auto", classifier.getFinish().getSelectedTag().getReadable());
    classifier.setFinish(new Choice("none", "categorical", "auto").select("categorical"));
    assertEquals("categorical", classifier.getFinish().getSelectedTag().getReadable());
    assertFalse(classifier.finishTipText().isEmpty());
  }
}
