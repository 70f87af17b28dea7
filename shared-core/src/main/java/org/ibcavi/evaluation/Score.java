// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.evaluation;

/**
 * What a prediction costs once the true category is known. Both scores are proper: nobody does
 * better in expectation than by stating the probabilities believed in (Gneiting and Raftery 2007).
 */
public enum Score {
  /** −log p of the true category, in nats; p below {@link #LEAST_PROBABILITY} counts as that. */
  LOG_LOSS {
    @Override
    double cost(double[] probabilities, int actual) {
      return -Math.log(Math.max(LEAST_PROBABILITY, probabilities[actual]));
    }
  },

  /** Σ (p − y)² over all categories, y being 1 for the true one and else 0 (Brier 1950). */
  BRIER {
    @Override
    double cost(double[] probabilities, int actual) {
      double sum = 0;
      for (int k = 0; k < probabilities.length; k++) {
        double error = probabilities[k] - (k == actual ? 1 : 0);
        sum += error * error;
      }
      return sum;
    }
  };

  /**
   * Rounding may make 0 of a probability below this, and one row would make the mean infinite; a
   * row costs 34.5 at the most.
   */
  public static final double LEAST_PROBABILITY = 1e-15;

  abstract double cost(double[] probabilities, int actual);

  /**
   * What a prediction costs.
   *
   * @param probabilities one for each category
   * @param actual the true category
   * @return 0 if it was certain and right; NaN if a probability it looks at is
   * @throws IllegalArgumentException if there is no such category
   */
  public double of(double[] probabilities, int actual) {
    if (actual < 0 || actual >= probabilities.length) {
      throw new IllegalArgumentException(
          "true category "
              + actual
              + "; must be between 0 and "
              + (probabilities.length - 1)
              + ", as there are "
              + probabilities.length
              + " probabilities");
    }
    return cost(probabilities, actual);
  }
}
