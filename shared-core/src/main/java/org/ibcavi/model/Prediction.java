// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Objects;
import org.ibcavi.settings.PredictionMode;

/**
 * How probabilities are computed.
 *
 * @param mode from which function of the posterior
 * @param samples draws of a Monte Carlo prediction, at least 2
 * @param seed of the draws: the same draws serve every row, so a row's answer never depends on the
 *     rows it comes with
 */
public record Prediction(PredictionMode mode, int samples, long seed) {
  /**
   * Checks the number of draws.
   *
   * @param mode from which function of the posterior
   * @param samples draws of a Monte Carlo prediction, at least 2
   * @param seed of the draws
   */
  public Prediction {
    Objects.requireNonNull(mode, "prediction mode");
    if (samples < 2) {
      throw new IllegalArgumentException("samples " + samples + "; must be at least 2");
    }
  }

  /** The way in words. */
  @Override
  public String toString() {
    return switch (mode) {
      case AUTO ->
          "at the posterior means, under wide priors by the mean over "
              + samples
              + " draws with seed "
              + seed;
      case PLUG_IN -> "at the posterior means";
      case MODERATED -> "at the posterior means shrunk by their variances";
      case MONTE_CARLO -> "by the mean over " + samples + " draws with seed " + seed;
    };
  }
}
