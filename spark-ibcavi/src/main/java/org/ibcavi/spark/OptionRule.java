// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;
import scala.runtime.AbstractFunction1;

/** The check of a Param that stands for an option of the core's table. */
final class OptionRule<T> extends AbstractFunction1<T, Object> implements Serializable {
  private static final long serialVersionUID = 1;

  private final String option;

  OptionRule(Option<?> option) {
    this.option = option.name();
  }

  /**
   * Accepts what the option takes.
   *
   * @throws IllegalArgumentException with name, value and rule, which says more than Spark does
   *     where a check fails
   */
  @Override
  public Boolean apply(T value) {
    Settings checked = Settings.none().withText(Option.named(option), String.valueOf(value));
    return checked != null;
  }
}
