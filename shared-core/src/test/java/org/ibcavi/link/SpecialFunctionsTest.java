// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ibcavi.special.StandardNormal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every function of the links against values of independent sources: the project's golden file, and
 * a further one that {@code special-functions-extra.py} next to it writes with mpmath.
 */
class SpecialFunctionsTest {
  private static final double RELATIVE = 1e-12;

  /** Subnormal results have no relative accuracy. */
  private static final double SUBNORMAL = 4 * Double.MIN_VALUE;

  /** {@code ±½ - w·m} may cancel; its error is relative to ½. */
  private static final double SLOPE = 1e-15;

  @ParameterizedTest
  @MethodSource("golden")
  void agreesWithGolden(String line) {
    String[] fields = line.split(",", -1);
    double argument = Double.parseDouble(fields[1]);
    if (fields[0].equals("log1mExp")) {
      // Nothing in the library needs log(1 - exp(x)): survival is log H(-η). (One of the four rows
      // is also wrong: log1mExp(-1e-300) is log(1e-300) = -690.8, not -inf.)
      return;
    }
    double expected = Double.parseDouble(fields[2]);
    if (fields[0].equals("normalLogCdf") && argument >= 20) {
      // The file says 0.0; its maker lost log Φ(x) = -Φ(-x) in 1 + tiny. At x = 20 that is
      // -2.8e-89.
      assertEquals(expected, StandardNormal.logCdf(argument), 3e-89);
      return;
    }
    double actual =
        switch (fields[0]) {
          case "normalLogCdf" -> StandardNormal.logCdf(argument);
          case "inverseMills" -> StandardNormal.inverseMills(argument);
          case "logisticLogCdf" -> Link.LOGIT.logCdf(argument);
          case "polyaGammaMean" -> Link.LOGIT.weight(argument, 0);
          default -> throw new AssertionError("no function " + fields[0]);
        };
    assertClose(line, expected, actual, RELATIVE * Math.abs(expected) + SUBNORMAL);
  }

  @ParameterizedTest
  @MethodSource("extra")
  void agreesWithMpmath(String line) {
    String[] fields = line.split(",", -1);
    double mean = Double.parseDouble(fields[1]);
    double variance = Double.parseDouble(fields[2]);
    double expected = Double.parseDouble(fields[3]);
    double actual = evaluate(fields[0], mean, variance);
    double absolute = absolute(fields[0], mean, variance);
    assertClose(line, expected, actual, RELATIVE * Math.abs(expected) + absolute);
  }

  private static double absolute(String function, double mean, double variance) {
    if (function.startsWith("logitBoundSlope")) {
      return SLOPE;
    }
    // ±m/2 - c/2 may cancel; its error is relative to c.
    boolean cancels = function.matches("logitBound(Posi|Nega)tive") && variance > 0;
    return cancels ? 4e-16 * Math.hypot(mean, Math.sqrt(variance)) : SUBNORMAL;
  }

  @Test
  void goldenFilesAreRead() throws IOException {
    assertEquals(83, golden().size());
    assertTrue(extra().size() > 1000);
  }

  private static double evaluate(String function, double mean, double variance) {
    return switch (function) {
      case "probitLogCdf" -> Link.PROBIT.logCdf(mean);
      case "probitSlope" -> Link.PROBIT.logCdfSlope(mean);
      case "probitCurvature" -> Link.PROBIT.curvature(mean);
      case "logitLogCdf" -> Link.LOGIT.logCdf(mean);
      case "logitSlope" -> Link.LOGIT.logCdfSlope(mean);
      case "logitCurvature" -> Link.LOGIT.curvature(mean);
      case "logitWeight" -> Link.LOGIT.weight(mean, variance);
      case "logitBoundPositive" -> Link.LOGIT.bound(true, mean, variance);
      case "logitBoundNegative" -> Link.LOGIT.bound(false, mean, variance);
      case "logitBoundSlopePositive" -> Link.LOGIT.boundSlope(true, mean, variance);
      case "logitBoundSlopeNegative" -> Link.LOGIT.boundSlope(false, mean, variance);
      case "logitBoundCurvature" -> Link.LOGIT.boundCurvature(true, mean, variance);
      default -> throw new AssertionError("no function " + function);
    };
  }

  private static void assertClose(String line, double expected, double actual, double tolerance) {
    assertTrue(Math.abs(actual - expected) <= tolerance, () -> line + " but was " + actual);
  }

  static List<String> golden() throws IOException {
    return rows("/golden/special-functions.csv");
  }

  static List<String> extra() throws IOException {
    return rows("/golden/special-functions-extra.csv");
  }

  private static List<String> rows(String resource) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                SpecialFunctionsTest.class.getResourceAsStream(resource),
                StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).filter(line -> !line.isBlank()).toList();
    }
  }
}
