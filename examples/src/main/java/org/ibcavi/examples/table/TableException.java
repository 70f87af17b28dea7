// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.io.IOException;

/**
 * Something in a user's file or about its columns that the user can mend; the message says what.
 */
public final class TableException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * An error in a table.
   *
   * @param message the place, the value and the rule
   */
  public TableException(String message) {
    super(message);
  }
}
