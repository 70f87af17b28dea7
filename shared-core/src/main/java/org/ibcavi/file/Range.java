// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

/** Which numbers a field may hold; writer and reader ask the same question. */
enum Range {
  ANY("any number") {
    @Override
    boolean holds(double value) {
      return true;
    }
  },
  FINITE("finite") {
    @Override
    boolean holds(double value) {
      return Double.isFinite(value);
    }
  },
  /** Larger coefficients, which no fit has, overflow in predictions. */
  COEFFICIENT("finite and at most 1e150 in size") {
    @Override
    boolean holds(double value) {
      return Math.abs(value) <= 1e150;
    }
  },
  AT_LEAST_ZERO("finite and at least 0") {
    @Override
    boolean holds(double value) {
      return value >= 0 && value <= Double.MAX_VALUE;
    }
  },
  ABOVE_ZERO("finite and above 0") {
    @Override
    boolean holds(double value) {
      return value > 0 && value <= Double.MAX_VALUE;
    }
  },
  ABOVE_ZERO_OR_NAN("finite and above 0, or NaN for none") {
    @Override
    boolean holds(double value) {
      return ABOVE_ZERO.holds(value) || Double.isNaN(value);
    }
  },
  ZERO_TO_ONE("from 0 to 1") {
    @Override
    boolean holds(double value) {
      return value >= 0 && value <= 1;
    }
  };

  private final String rule;

  Range(String rule) {
    this.rule = rule;
  }

  abstract boolean holds(double value);

  String complaint(String what, double value) {
    return what + " " + value + "; must be " + rule;
  }
}
