// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import weka.classifiers.CheckClassifier;
import weka.classifiers.functions.IBCavi;
import weka.core.CheckGOE;
import weka.core.CheckOptionHandler;

/** Weka's checkers, which tell of failures by what they print. */
class WekaChecksTest {
  @Test
  void checkClassifierFindsNothing() throws Exception {
    CheckClassifier check = new CheckClassifier();
    check.setClassifier(new IBCavi());
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      check.doTests();
    } finally {
      System.setOut(console);
    }
    List<String> verdicts =
        printed.toString(StandardCharsets.UTF_8).lines().filter(l -> l.contains("...")).toList();
    assertTrue(verdicts.size() > 40, verdicts::toString);
    for (String verdict : verdicts) {
      assertFalse(verdict.contains("FAILED"), verdict);
      assertFalse(verdict.contains("error msg"), verdict);
    }
    for (String wanted :
        List.of(
            "weighted instances classifier",
            "serialVersionUID",
            "toString",
            "basic predict (nominal class, nominal predictors)",
            "basic predict (nominal class, numeric predictors)",
            "classifier uses instance weights",
            "only class in data",
            "more than two class problems",
            "class attribute as 1. attribute",
            "missing predictor values",
            "missing class values",
            "correct initialisation during buildClassifier",
            "classifier doesn't alter original datasets",
            "classifier ignores test instance class vals")) {
      String verdict =
          verdicts.stream().filter(line -> line.startsWith(wanted)).findFirst().orElseThrow();
      assertTrue(verdict.endsWith("yes"), verdict);
    }
    // Weka draws dates without regard to the class: whether ZeroR is beaten there is luck.
    String dates = "basic predict (nominal class, date predictors)...";
    assertTrue(
        verdicts.contains(dates + "yes")
            || verdicts.contains(dates + "warning: performs worse than ZeroR"),
        verdicts::toString);
  }

  @Test
  void checkOptionHandlerFindsNothing() {
    CheckOptionHandler check = new CheckOptionHandler();
    check.setOptionHandler(new IBCavi());
    check.setSilent(true);
    check.setUserOptions(
        new String[] {
          "-link",
          "logit",
          "-average",
          "0.5",
          "-elbo-gain",
          "0.1",
          "-method",
          "binary",
          "-print-all"
        });
    check.doTests();
    assertTrue(check.getSuccess());
  }

  @Test
  void checkGenericObjectEditorFindsNothing() {
    CheckGOE check = new CheckGOE();
    check.setObject(new IBCavi());
    check.setSilent(true);
    check.doTests();
    assertTrue(check.getSuccess());
    assertEquals("IBCavi: No model built yet.", new IBCavi().toString());
  }
}
