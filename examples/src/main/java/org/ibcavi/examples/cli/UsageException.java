// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.cli;

/** A command line that cannot be meant. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
