// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import org.ibcavi.settings.Method;

/** The independent binary fit alone, which most tests are about: it is exact and fast. */
public final class BinaryFit {
  private BinaryFit() {}

  /** The defaults without the categorical stage. */
  public static IbCavi withDefaults() {
    return IbCavi.withDefaults().method(Method.BINARY);
  }
}
