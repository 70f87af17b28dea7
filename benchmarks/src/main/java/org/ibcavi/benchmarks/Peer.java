// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

/** Something that learns class probabilities from a data set. */
interface Peer {
  /** What a peer came to: the time to fit and the probabilities of the test rows. */
  final class Outcome {
    private final double seconds;
    private final double[][] probabilities;

    Outcome(double seconds, double[][] probabilities) {
      this.seconds = seconds;
      this.probabilities = probabilities;
    }

    double seconds() {
      return seconds;
    }

    double[][] probabilities() {
      return probabilities;
    }
  }

  /**
   * Fits and predicts. Only fitting is timed; bringing the data into the peer's form is not.
   *
   * @throws Exception whatever the peer throws
   */
  Outcome run(Split split) throws Exception;
}
