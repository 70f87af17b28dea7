// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.inference;

/**
 * How to infer.
 *
 * @param solver plain or accelerated
 * @param rule when to stop
 * @param maxSweeps sweeps at the most
 * @param diagonal whether the posterior leaves correlations out
 */
public record InferenceSettings(Solver solver, StoppingRule rule, int maxSweeps, boolean diagonal) {
  /**
   * Checks the limit.
   *
   * @param solver plain or accelerated
   * @param rule when to stop
   * @param maxSweeps sweeps at the most
   * @param diagonal whether the posterior leaves correlations out
   */
  public InferenceSettings {
    if (maxSweeps < 1) {
      throw new IllegalArgumentException("maximum sweeps " + maxSweeps + "; must be at least 1");
    }
  }

  InferenceSettings with(StoppingRule other) {
    return new InferenceSettings(solver, other, maxSweeps, diagonal);
  }
}
