// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;

/** Bytes that are no model this library can read, or a model that could not be read back. */
public final class ModelFormatException extends IOException {
  private static final long serialVersionUID = 1;

  ModelFormatException(String message) {
    super(message);
  }

  ModelFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
