// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.Test;

/** A prior that is given as a whole, where some of it cannot act. */
class GivenPriorTest {
  private static final RandomData DATA = RandomData.of(71, 60, 2, 3, 1);

  private static String refusal(IbCavi settings) {
    return assertThrows(IllegalArgumentException.class, () -> settings.fit(DATA.dense()))
        .getMessage();
  }

  /** Nobody chose the variance of an intercept that there is none of. */
  @Test
  void aPriorOfWeightsNeedsNoIntercept() {
    for (IbCavi settings : new IbCavi[] {IbCavi.withDefaults(), IbCavi.published()}) {
      CategoricalModel model =
          settings.prior(Prior.isotropic(0.5)).intercept(false).fit(DATA.dense());
      assertFalse(model.hasIntercept());
      assertEquals(0.5, model.report().prior().weightVariance());
    }
    CategoricalModel learned =
        IbCavi.withDefaults().prior(Prior.learned()).intercept(false).fit(DATA.dense());
    CategoricalModel same = IbCavi.withDefaults().intercept(false).fit(DATA.dense());
    assertArrayEquals(same.probabilities(DATA.row(0)), learned.probabilities(DATA.row(0)));
    IbCavi more = IbCavi.withDefaults().prior(Prior.learned()).intercept(false).continuing(same);
    assertFalse(more.fit(DATA.dense()).hasIntercept());
  }

  /** What somebody did choose has to act. */
  @Test
  void aChosenInterceptVarianceNeedsAnIntercept() {
    assertEquals(
        "intercept-variance 7: there is no intercept",
        refusal(IbCavi.withDefaults().prior(new IsotropicPrior(1, 7)).intercept(false)));
    assertEquals(
        "intercept-variance 25: there is no intercept",
        refusal(
            IbCavi.withDefaults()
                .with(Option.INTERCEPT_VARIANCE, Prior.DEFAULT_INTERCEPT_VARIANCE)
                .intercept(false)));
  }

  @Test
  void thePublishedMethodLearnsNoPriorAndSaysSo() {
    assertEquals(
        "prior learned: method published takes a given one; use Prior.isotropic, or method categorical"
            + " or binary",
        refusal(IbCavi.published().prior(Prior.learned())));
    assertEquals(
        "scale-evidence laplace: does not act in method published; use method categorical or"
            + " binary",
        refusal(IbCavi.published().prior(Prior.learned().by(LearnedScale.Evidence.LAPLACE))));
    IbCavi changed = IbCavi.withDefaults().prior(Prior.learned());
    assertEquals(Method.BINARY, changed.method(Method.BINARY).fit(DATA.dense()).report().method());
  }

  /** The last of two that contradict each other counts, whichever form it has. */
  @Test
  void aVarianceTakesThePlaceOfALearnedOne() {
    CategoricalModel model =
        IbCavi.withDefaults()
            .prior(Prior.learned())
            .with(Option.PRIOR_VARIANCE, 0.5)
            .fit(DATA.dense());
    assertEquals(0.5, model.report().prior().weightVariance());
  }
}
