// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

/**
 * From values to pixels.
 *
 * @param least the value at the start
 * @param most the value at the end
 * @param start the pixel of the least value
 * @param end the pixel of the most; above the start for x, below it for y
 */
record Axis(double least, double most, double start, double end) {
  double at(double value) {
    return start + (value - least) / (most - least) * (end - start);
  }

  double length() {
    return Math.abs(end - start);
  }
}
