// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.fit;

/**
 * Watches a fit and may stop it. A lambda is told of every sweep; who wants to stop the fit
 * overrides {@link #cancelled()} too.
 */
@FunctionalInterface
public interface FitListener {
  /**
   * Called by the fitting thread after every sweep.
   *
   * @param progress how far the fit is
   */
  void onSweep(FitProgress progress);

  /**
   * Asked by every working thread before each block of work; must be fast and thread-safe.
   *
   * @return true to stop the fit with a {@link org.ibcavi.fit.FitCancelledException}
   */
  default boolean cancelled() {
    return false;
  }

  /**
   * A listener that does nothing.
   *
   * @return the listener
   */
  static FitListener none() {
    return progress -> {};
  }
}
