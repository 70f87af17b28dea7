// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.math.BigDecimal;

/** How people write a probability such as 0.95. */
final class Percent {
  private Percent() {}

  /** The number before the sign, without zeros that say nothing: 95. */
  static String of(double probability) {
    return BigDecimal.valueOf(probability).movePointRight(2).stripTrailingZeros().toPlainString();
  }
}
