// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import org.ibcavi.link.Link;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.StoppingRule;

/**
 * How to infer.
 *
 * @param link the binary link
 * @param solver plain or accelerated
 * @param rule when to stop
 * @param maxSweeps sweeps at the most
 * @param diagonal whether the posterior leaves correlations out
 * @param regressionsAtOnce regressions that are fitted side by side; the others follow
 */
public record InferenceSettings(
    Link link,
    Solver solver,
    StoppingRule rule,
    int maxSweeps,
    boolean diagonal,
    int regressionsAtOnce) {
  /**
   * Checks the limits.
   *
   * @param link the binary link
   * @param solver plain or accelerated
   * @param rule when to stop
   * @param maxSweeps sweeps at the most
   * @param diagonal whether the posterior leaves correlations out
   * @param regressionsAtOnce regressions that are fitted side by side; the others follow
   */
  public InferenceSettings {
    requireAtLeastOne("maximum sweeps", maxSweeps);
    requireAtLeastOne("regressions at once", regressionsAtOnce);
  }

  private static void requireAtLeastOne(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " " + value + "; must be at least 1");
    }
  }

  /**
   * All regressions at once.
   *
   * @param link the binary link
   * @param solver plain or accelerated
   * @param rule when to stop
   * @param maxSweeps sweeps at the most
   * @param diagonal whether the posterior leaves correlations out
   * @return the settings
   */
  public static InferenceSettings of(
      Link link, Solver solver, StoppingRule rule, int maxSweeps, boolean diagonal) {
    return new InferenceSettings(link, solver, rule, maxSweeps, diagonal, Integer.MAX_VALUE);
  }

  InferenceSettings with(int otherRegressionsAtOnce) {
    return new InferenceSettings(link, solver, rule, maxSweeps, diagonal, otherRegressionsAtOnce);
  }
}
