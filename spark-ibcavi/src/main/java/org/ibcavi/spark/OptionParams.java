// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Locale;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;

/** Spark's Params made from the core's table of options. */
final class OptionParams {
  private OptionParams() {}

  /** The name of an option in camel case, such as {@code maxSweeps}. */
  static String name(Option<?> option) {
    StringBuilder name = new StringBuilder();
    for (String word : option.name().split("-", -1)) {
      name.append(
          name.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return name.toString();
  }

  static Param<String> text(Params owner, Option<?> option) {
    return new Param<>(owner.uid(), name(option), option.sentence(), new OptionRule<>(option));
  }

  static DoubleParam number(Params owner, Option<?> option) {
    return new DoubleParam(owner.uid(), name(option), option.sentence(), new OptionRule<>(option));
  }

  static IntParam count(Params owner, Option<Integer> option) {
    return new IntParam(owner.uid(), name(option), option.sentence(), new OptionRule<>(option));
  }

  static LongParam whole(Params owner, Option<Long> option) {
    return new LongParam(owner.uid(), name(option), option.sentence(), new OptionRule<>(option));
  }

  static BooleanParam flag(Params owner, Option<Boolean> option) {
    return new BooleanParam(owner.uid(), name(option), option.sentence());
  }

  /** The options that were set; all others are left to the method. */
  static Settings settings(Params owner) {
    Settings settings = Settings.none();
    for (Option<?> option : Option.table()) {
      Param<Object> param = owner.getParam(name(option));
      if (owner.isSet(param)) {
        settings = settings.withText(option, String.valueOf(owner.getOrDefault(param)));
      }
    }
    return settings;
  }
}
