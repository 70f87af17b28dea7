// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * From values to pixels.
 *
 * @param from the least value
 * @param to the greatest value
 * @param start the pixel of the least value
 * @param end the pixel of the greatest value
 */
record Scale(double from, double to, double start, double end) {
  private static final int TICKS = 4;

  /** A scale that has some width even if all values are the same. */
  static Scale of(double from, double to, double start, double end) {
    double margin = to > from ? 0 : Math.max(1e-9, Math.abs(from) * 0.5);
    return new Scale(from - margin, to + margin, start, end);
  }

  double at(double value) {
    return start + (value - from) / (to - from) * (end - start);
  }

  /** Round values within the scale, about four of them. */
  double[] ticks() {
    double step = step();
    double first = Math.ceil(from / step - 1e-9);
    double last = Math.floor(to / step + 1e-9);
    return DoubleStream.iterate(first, i -> i <= last, i -> i + 1).map(i -> i * step).toArray();
  }

  private double step() {
    double rough = (to - from) / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double lead = rough / power;
    return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
  }

  /** A tick in few characters. */
  String label(double tick) {
    double step = step();
    double size = Math.max(Math.abs(from), Math.abs(to));
    if (size >= 1e6 || size < 1e-3) {
      return String.format(Locale.ROOT, "%.1e", tick);
    }
    int digits = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    String text = String.format(Locale.ROOT, "%." + digits + "f", tick);
    return text.matches("-0\\.?0*") ? text.substring(1) : text;
  }
}
