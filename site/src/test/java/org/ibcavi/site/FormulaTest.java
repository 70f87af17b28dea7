// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaTest {
  private static String inner(String tex, boolean display) {
    return Formula.toMathml(tex, display)
        .replaceFirst("^<math[^>]*><mrow>", "")
        .replaceFirst("</mrow></math>$", "");
  }

  @Test
  void commandsTakeSingleCharacters() {
    assertEquals(
        "<mfrac><mn>1</mn><mrow><msup><mi>s</mi><mn>2</mn></msup></mrow></mfrac>",
        inner("\\frac1{s^2}", false));
  }

  @Test
  void scriptsComeInEitherOrder() {
    assertEquals("<msubsup><mi>x</mi><mi>i</mi><mi>⊤</mi></msubsup>", inner("x_i^\\top", false));
    assertEquals(inner("x_i^2", false), inner("x^2_i", false));
  }

  @Test
  void boundsStandBelowOnlyInFormulasWithALineOfTheirOwn() {
    assertEquals("<munder><mo>∑</mo><mi>k</mi></munder>", inner("\\sum_k", true));
    assertEquals("<msub><mo>∑</mo><mi>k</mi></msub>", inner("\\sum_k", false));
  }

  @Test
  void numbersStayTogether() {
    assertEquals("<mn>12.5</mn><mi>x</mi>", inner("12.5x", false));
  }

  @Test
  void aMinusAfterABracketIsASign() {
    assertTrue(inner("H(-x)", false).contains("<mo form=\"prefix\">−</mo><mi>x</mi>"));
    assertTrue(inner("(a-x)", false).contains("<mi>a</mi><mo>−</mo><mi>x</mi>"));
  }

  @Test
  void comparisonsAreEscaped() {
    assertEquals("<mi>a</mi><mo>&lt;</mo><mi>b</mi>", inner("a < b", false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\unheard", "{a", "a}", "x_", "\\frac1", "\\mathrm x", "\\Big"})
  void whatIsNotKnownIsRefusedWithTheFormula(String tex) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Formula.toMathml(tex, false));
    assertTrue(refusal.getMessage().contains("'" + tex + "'"), refusal.getMessage());
  }
}
