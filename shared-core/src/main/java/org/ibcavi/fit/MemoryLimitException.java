// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.fit;

/** A fit that would not fit into memory, refused before it starts or given up without remains. */
public final class MemoryLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what is needed, what there is, and the ways out
   */
  public MemoryLimitException(String message) {
    super(message);
  }

  /**
   * Creates the exception for memory that ran out.
   *
   * @param message what happened and the ways out
   * @param cause the error
   */
  public MemoryLimitException(String message, OutOfMemoryError cause) {
    super(message, cause);
  }
}
