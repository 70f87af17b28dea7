// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.fuzz;

import java.nio.charset.StandardCharsets;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;

/**
 * Any lines of the form {@code name=text} are settings or refused with the option's name, and
 * settings as they are written are the same settings.
 */
public final class OptionTarget {
  private OptionTarget() {}

  /**
   * What Jazzer calls.
   *
   * @param input any bytes
   */
  public static void fuzzerTestOneInput(byte[] input) {
    Settings settings = Settings.none();
    for (String line : new String(input, StandardCharsets.UTF_8).split("\n", -1)) {
      settings = with(settings, line);
    }
    Settings again = Settings.none();
    for (var entry : settings.texts().entrySet()) {
      again = again.withText(entry.getKey(), entry.getValue());
    }
    if (!settings.equals(again)) {
      throw new AssertionError("written and read: " + settings + " became " + again);
    }
  }

  private static Settings with(Settings settings, String line) {
    int equals = Math.max(line.indexOf('='), 0);
    String name = line.substring(0, equals);
    try {
      return settings.withText(Option.named(name), line.substring(equals + 1));
    } catch (IllegalArgumentException e) {
      if (!e.getMessage().contains(name) || !e.getMessage().contains("; must be ")) {
        throw new AssertionError("no name or no rule: " + e.getMessage(), e);
      }
      return settings;
    }
  }
}
