// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.awt.Color;

/**
 * Colours that people with colour-blindness can tell apart (Okabe and Ito, 2008), darkest uses
 * first.
 */
public final class Palette {
  private static final Color[] COLORS = {
    new Color(0x00, 0x72, 0xB2),
    new Color(0xD5, 0x5E, 0x00),
    new Color(0x00, 0x9E, 0x73),
    new Color(0xCC, 0x79, 0xA7),
    new Color(0xE6, 0x9F, 0x00),
    new Color(0x56, 0xB4, 0xE9),
    new Color(0x6B, 0x4F, 0xA3),
    new Color(0x60, 0x60, 0x60),
    new Color(0x9A, 0x8B, 0x00),
    new Color(0x8B, 0x1A, 0x1A)
  };

  private Palette() {}

  /**
   * A colour.
   *
   * @param index from 0; after the last the first comes again
   * @return the colour
   */
  public static Color color(int index) {
    return COLORS[Math.floorMod(index, COLORS.length)];
  }

  static Color[] all() {
    return COLORS.clone();
  }

  static Color translucent(Color color, int alpha) {
    return new Color(color.getRed(), color.getGreen(), color.getBlue(), alpha);
  }
}
