// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;

/** A value for each option of the core's table that is hardly any method's default. */
final class EveryOption {
  private static final Map<Option<?>, String> TEXTS = new LinkedHashMap<>();

  static {
    TEXTS.put(Option.METHOD, "binary");
    TEXTS.put(Option.PREDICT, "moderated");
    TEXTS.put(Option.PRIOR_VARIANCE, "0.25");
    TEXTS.put(Option.BASIS, "smooth");
    TEXTS.put(Option.THREADS, "2");
    TEXTS.put(Option.SEED, "99");
    TEXTS.put(Option.LINK, "logit");
    TEXTS.put(Option.AVERAGE, "0.25");
    TEXTS.put(Option.PRIOR, "perfeature");
    TEXTS.put(Option.INTERCEPT_VARIANCE, "9");
    TEXTS.put(Option.SCALE_EVIDENCE, "heldout");
    TEXTS.put(Option.SCALE_TOLERANCE, "5");
    TEXTS.put(Option.COVARIANCE, "diagonal");
    TEXTS.put(Option.POSTERIOR, "cavi");
    TEXTS.put(Option.SOLVER, "cavi");
    TEXTS.put(Option.TOLERANCE, "1.0E-9");
    TEXTS.put(Option.ELBO_GAIN, "0.001");
    TEXTS.put(Option.MAX_SWEEPS, "2");
    TEXTS.put(Option.SAMPLES, "50");
    TEXTS.put(Option.INTERCEPT, "false");
    TEXTS.put(Option.STANDARDIZE, "false");
    TEXTS.put(Option.MEMORY_LIMIT, "900");
  }

  private EveryOption() {}

  /** The texts, which name every option of the table. */
  static Map<Option<?>, String> texts() {
    return TEXTS;
  }

  /** All at once; no fit takes them together. */
  static IBCaviTrainer trainer() {
    Settings settings = Settings.none();
    for (Map.Entry<Option<?>, String> entry : TEXTS.entrySet()) {
      settings = settings.withText(entry.getKey(), entry.getValue());
    }
    return new IBCaviTrainer().with(settings);
  }
}
