// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.fit;

/** Why inference ended; of two reasons the later one is the less satisfying. */
public enum StopReason {
  /** Every category met the tolerance. */
  CONVERGED("converged"),
  /** The gain of the whole objective fell below the given threshold. */
  ELBO_GAIN("the ELBO's gain fell below the threshold"),
  /** Some category could not be improved any further in double precision. */
  PRECISION_LIMIT("reached the limit of double precision"),
  /** The allowed number of sweeps was used up: a warning, not an error. */
  SWEEP_LIMIT("sweep limit reached before convergence");

  private final String description;

  StopReason(String description) {
    this.description = description;
  }

  /**
   * For people.
   *
   * @return a phrase
   */
  public String description() {
    return description;
  }
}
