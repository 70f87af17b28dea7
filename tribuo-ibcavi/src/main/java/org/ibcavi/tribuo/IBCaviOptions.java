// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;
import org.tribuo.classification.ClassificationOptions;

/**
 * Command line options that describe an {@link IBCaviTrainer}: those of the core's table, as in
 * {@code --ibcavi method=binary,tolerance=1e-6}. OLCUT keeps the last of an argument that is given
 * several times; {@link #joined} makes one of them before.
 */
public final class IBCaviOptions implements ClassificationOptions<IBCaviTrainer> {
  private static final String ARGUMENT = "ibcavi";

  /** Names and values of options, as in {@code max-sweeps=50}. */
  @com.oracle.labs.mlrg.olcut.config.Option(
      longName = ARGUMENT,
      usage = "Options name=value, separated by commas; see the description above.")
  public List<String> options = new ArrayList<>();

  /** Every option left to the method. */
  public IBCaviOptions() {}

  /**
   * Joins several arguments {@code --ibcavi a=1 --ibcavi b=2} to one.
   *
   * @param args a command line
   * @return the same with {@code --ibcavi a=1,b=2} where the first of them was
   */
  public static String[] joined(String[] args) {
    List<String> result = new ArrayList<>();
    int first = -1;
    for (int i = 0; i < args.length; i++) {
      boolean again = args[i].equals("--" + ARGUMENT) && i + 1 < args.length && first >= 0;
      if (again) {
        i++;
        result.set(first, result.get(first) + "," + args[i]);
      } else {
        result.add(args[i]);
        first = args[i].equals("--" + ARGUMENT) ? result.size() : first;
      }
    }
    return result.toArray(new String[0]);
  }

  /** The table of options. */
  @Override
  public String getOptionsDescription() {
    StringBuilder text = new StringBuilder("Bayesian multiclass regression. Options name=value:\n");
    for (Option<?> option : Option.table()) {
      text.append(
          String.format(
              "  %-20s %s.%n  %-20s   %s; %s%n",
              option.name(), option.sentence(), "", option.rule(), defaults(option)));
    }
    return text.toString();
  }

  /** Such as {@code default 1} or {@code default 0.003 in categorical, 1.0E-5 in binary}. */
  private static <T> String defaults(Option<T> option) {
    Map<String, String> byMethod = new LinkedHashMap<>();
    for (Method method : option.methods()) {
      String value = option.defaultIn(method).map(option::write).orElse("auto");
      byMethod.put(method.name().toLowerCase(Locale.ROOT), value);
    }
    // Every method but AUTO, which is one of the others.
    boolean everywhere = byMethod.size() == Method.values().length - 1;
    Set<String> values = new LinkedHashSet<>(byMethod.values());
    if (everywhere && values.size() == 1) {
      return "default " + values.iterator().next();
    }
    return byMethod.entrySet().stream()
        .map(entry -> entry.getValue() + " in " + entry.getKey())
        .collect(Collectors.joining(", ", "default ", ""));
  }

  /**
   * The options that were given.
   *
   * @return all others are left to the method
   * @throws IllegalArgumentException if a text is not name=value, there is no such option, it does
   *     not take the value, or it is set twice
   */
  public Settings getSettings() {
    Settings settings = Settings.none();
    for (String text : options) {
      int sign = text.indexOf('=');
      if (sign < 0) {
        throw new IllegalArgumentException("--ibcavi '" + text + "'; must be name=value");
      }
      Option<?> option = Option.named(text.substring(0, sign).trim());
      if (settings.get(option).isPresent()) {
        throw new IllegalArgumentException("--ibcavi '" + text + "'; " + option + " is set twice");
      }
      settings = settings.withText(option, text.substring(sign + 1));
    }
    return settings;
  }

  @Override
  public IBCaviTrainer getTrainer() {
    return new IBCaviTrainer().with(getSettings());
  }
}
