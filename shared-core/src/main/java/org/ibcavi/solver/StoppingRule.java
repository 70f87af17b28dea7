// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.solver;

/** When inference has done enough. */
public sealed interface StoppingRule {
  /**
   * The tolerance at which a category stops for itself.
   *
   * @return above 0; 0 if categories only stop together
   */
  double categoryTolerance();

  /**
   * Each category stops for itself. The accelerated solvers compare the norm of the gradient, in a
   * metric like the curvature, with the largest it can have at coefficients of zero, or its square
   * with the size of the category's ELBO; plain CAVI compares the gain of a sweep with that.
   *
   * @param relative above 0 and below 1
   */
  record Tolerance(double relative) implements StoppingRule {
    /**
     * Checks the tolerance.
     *
     * @param relative above 0 and below 1
     */
    public Tolerance {
      if (!(relative > 0 && relative < 1)) {
        throw new IllegalArgumentException(
            "tolerance " + relative + "; must be above 0 and below 1");
      }
    }

    @Override
    public double categoryTolerance() {
      return relative;
    }
  }

  /**
   * The rule behind the published tables: all categories stop together when, from the second sweep
   * on, the gain of the whole ELBO in a sweep, times K/N, is below a threshold (0.1 there).
   *
   * @param threshold above 0
   */
  record ElboGain(double threshold) implements StoppingRule {
    /**
     * Checks the threshold.
     *
     * @param threshold above 0
     */
    public ElboGain {
      if (!(threshold > 0) || threshold == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "ELBO gain " + threshold + "; must be above 0 and finite");
      }
    }

    @Override
    public double categoryTolerance() {
      return 0;
    }
  }
}
