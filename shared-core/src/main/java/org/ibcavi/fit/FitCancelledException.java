// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.fit;

/**
 * Thrown when a computation was stopped from outside: by its listener, or by interrupting the
 * thread that called it. In the second case that thread's interrupt flag is still set.
 */
public final class FitCancelledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what was stopped and by whom
   */
  public FitCancelledException(String message) {
    super(message);
  }
}
