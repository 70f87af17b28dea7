// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.awt.Component;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Rectangle;
import java.beans.PropertyEditorSupport;

/**
 * How the property sheet shows and changes the options that hardly anybody needs: in one row, as
 * they would stand on the command line, with a window for all of them. Java finds this class by its
 * name.
 */
public final class TypedOptionsEditor extends PropertyEditorSupport {
  private ExpertPanel panel;

  /** Made by Java. */
  public TypedOptionsEditor() {}

  @Override
  public void setValue(Object value) {
    if (!(value instanceof TypedOptions options)) {
      throw new IllegalArgumentException("the expert options have a window of their own");
    }
    if (panel != null) {
      panel.show(options);
    }
    super.setValue(value);
  }

  @Override
  public boolean isPaintable() {
    return true;
  }

  @Override
  public void paintValue(Graphics graphics, Rectangle box) {
    FontMetrics metrics = graphics.getFontMetrics();
    int middle = box.y + (box.height - metrics.getHeight()) / 2 + metrics.getAscent();
    String options = String.valueOf(getValue());
    graphics.drawString(
        options.isEmpty() ? "left to the method; click to change" : options, box.x + 2, middle);
  }

  @Override
  public boolean supportsCustomEditor() {
    return true;
  }

  @Override
  public Component getCustomEditor() {
    if (panel == null) {
      panel = new ExpertPanel(this::setValue);
      panel.show((TypedOptions) getValue());
    }
    return panel;
  }
}
