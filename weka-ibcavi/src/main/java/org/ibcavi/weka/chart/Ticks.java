// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.util.Arrays;
import java.util.Locale;

/** Round numbers along an axis, with their texts. */
final class Ticks {
  private final double[] values;
  private final String[] labels;

  private Ticks(double[] values, String[] labels) {
    this.values = values;
    this.labels = labels;
  }

  /**
   * Multiples of 1, 2 or 5 times a power of ten within a range.
   *
   * @param least lower end
   * @param most upper end, above the lower
   * @param wanted about how many
   */
  static Ticks between(double least, double most, int wanted) {
    double step = step((most - least) / Math.max(1, wanted));
    long first = (long) Math.ceil(least / step - 1e-9);
    long last = (long) Math.floor(most / step + 1e-9);
    double[] values = new double[(int) Math.max(0, last - first + 1)];
    Arrays.setAll(values, i -> (first + i) * step);
    int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    double largest = Math.max(Math.abs(least), Math.abs(most));
    boolean plain = decimals <= 5 && largest < 1e7;
    return labelled(
        values,
        value -> plain ? fixed(value, decimals) : String.format(Locale.ROOT, "%.3g", value));
  }

  /** The same for whole numbers. */
  static Ticks whole(double least, double most, int wanted) {
    return between(least, most, (int) Math.min(wanted, Math.max(1, Math.floor(most - least))));
  }

  /** From 0 to 100 % in steps of 20 %. */
  static Ticks percent() {
    return labelled(new double[] {0, 0.2, 0.4, 0.6, 0.8, 1}, v -> Math.round(100 * v) + " %");
  }

  /** Powers of ten within a range of logarithms. */
  static Ticks powers(double least, double most, int wanted) {
    Ticks exponents = whole(least, most, wanted);
    return labelled(exponents.values, v -> "1e" + Math.round(v));
  }

  private static String fixed(double value, int decimals) {
    // Adding zero makes a negative zero positive.
    return String.format(Locale.ROOT, "%." + decimals + "f", value + 0.0).replace('-', '\u2212');
  }

  /** The text of a value. */
  @FunctionalInterface
  private interface Label {
    String of(double value);
  }

  private static Ticks labelled(double[] values, Label label) {
    return new Ticks(values, Arrays.stream(values).mapToObj(label::of).toArray(String[]::new));
  }

  private static double step(double rough) {
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  }

  int size() {
    return values.length;
  }

  double value(int i) {
    return values[i];
  }

  String label(int i) {
    return labels[i];
  }
}
