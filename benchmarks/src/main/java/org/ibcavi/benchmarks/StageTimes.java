// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.time.Duration;
import java.util.Locale;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.model.CategoricalModel;

/** What the categorical stage costs, beside a fit of the binary stage alone. */
final class StageTimes {
  private StageTimes() {}

  static void print(CategoricalModel without, CategoricalModel with) {
    double fit = seconds(total(without));
    double categorical =
        seconds(with.report().times().getOrDefault(FitPhase.CATEGORICAL, Duration.ZERO));
    System.out.printf(
        Locale.ROOT,
        "fit of the binary stage %.2f s, categorical stage %.2f s: %.2f times; whole fit %.2f s%n%n",
        fit,
        categorical,
        categorical / fit,
        seconds(total(with)));
  }

  private static Duration total(CategoricalModel model) {
    return model.report().times().values().stream().reduce(Duration.ZERO, Duration::plus);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() * 1e-9;
  }
}
