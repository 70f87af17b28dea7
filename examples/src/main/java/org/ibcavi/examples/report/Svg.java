// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/** Charts as SVG documents that browsers show with their own sans-serif font. */
final class Svg {
  private Svg() {}

  static String of(Chart<?, ?> chart) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String svg = out.toString(StandardCharsets.UTF_8);
    // Java's name of the font family is not CSS's.
    return svg.replace("\"SansSerif\"", "sans-serif").replace("SansSerif", "sans-serif");
  }
}
