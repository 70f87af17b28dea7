// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.function.Predicate;
import scala.runtime.AbstractFunction1;

/** The check of a Param that is this adapter's own. */
final class Check<T> extends AbstractFunction1<T, Object> implements Serializable {
  private static final long serialVersionUID = 1;

  /** Params are serialized, and so is what checks them. */
  interface Test extends Predicate<Object>, Serializable {}

  private final String name;
  private final String rule;
  private final Test test;

  Check(String name, String rule, Test test) {
    this.name = name;
    this.rule = rule;
    this.test = test;
  }

  /**
   * Accepts what obeys the rule.
   *
   * @throws IllegalArgumentException with name, value and rule, which says more than Spark does
   */
  @Override
  public Boolean apply(T value) {
    if (!test.test(value)) {
      throw new IllegalArgumentException(name + " '" + value + "'; must be " + rule);
    }
    return true;
  }
}
