// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.GridBagConstraints;
import java.awt.GridBagLayout;
import java.awt.Insets;
import java.awt.Window;
import java.awt.event.FocusAdapter;
import java.awt.event.FocusEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import org.ibcavi.settings.Option;

/**
 * A row for each option that hardly anybody needs, made from the core's table. What is typed is
 * checked when the cursor leaves a field and by the OK button; a line at the bottom says what is
 * wrong.
 */
final class ExpertPanel extends JPanel {
  private static final long serialVersionUID = 1L;

  /** With title, buttons and a task bar this fits a screen of 768 pixels. */
  private static final int MOST_HEIGHT = 500;

  private static final int TIP_WIDTH = 360;

  /** Enough for the longest complaint; room that is always there keeps the buttons in place. */
  private static final int MESSAGE_LINES = 2;

  private static final Color WRONG = new Color(0xB00020);

  private final transient Consumer<TypedOptions> taker;
  private final transient Map<Option<?>, JComponent> fields = new LinkedHashMap<>();
  private final JTextArea message = new JTextArea(MESSAGE_LINES, 0);

  /**
   * Lays out the rows.
   *
   * @param taker gets the options when OK is pressed and all of them are valid
   */
  ExpertPanel(Consumer<TypedOptions> taker) {
    super(new BorderLayout());
    this.taker = taker;
    JLabel head =
        new JLabel("Left at auto, the method decides. Rest the mouse on a name for help.");
    head.setBorder(BorderFactory.createEmptyBorder(8, 10, 8, 10));
    add(head, BorderLayout.NORTH);
    add(rows(), BorderLayout.CENTER);
    add(bottom(), BorderLayout.SOUTH);
  }

  private JScrollPane rows() {
    JPanel rows = new JPanel(new GridBagLayout());
    GridBagConstraints place = new GridBagConstraints();
    place.insets = new Insets(2, 10, 2, 10);
    place.fill = GridBagConstraints.HORIZONTAL;
    for (Option<?> option : Option.table()) {
      if (option.isExpert()) {
        JComponent field = field(option);
        fields.put(option, field);
        place.gridy = fields.size();
        place.gridx = 0;
        place.weightx = 0;
        rows.add(label(option, field), place);
        place.gridx = 1;
        place.weightx = 1;
        rows.add(field, place);
      }
    }
    JScrollPane scroll = new JScrollPane(rows);
    scroll.setBorder(BorderFactory.createEmptyBorder());
    Dimension size = scroll.getPreferredSize();
    int bar = scroll.getVerticalScrollBar().getPreferredSize().width;
    scroll.setPreferredSize(new Dimension(size.width + bar, Math.min(size.height, MOST_HEIGHT)));
    return scroll;
  }

  private static JLabel label(Option<?> option, JComponent field) {
    JLabel label = new JLabel(OptionWords.label(option));
    label.setLabelFor(field);
    String tip =
        "<html><body width=" + TIP_WIDTH + ">" + OptionWords.help(option) + "</body></html>";
    label.setToolTipText(tip);
    field.setToolTipText(tip);
    return label;
  }

  private JComponent field(Option<?> option) {
    List<String> choices = OptionWords.choices(option);
    if (!choices.isEmpty()) {
      return new JComboBox<>(choices.toArray(new String[0]));
    }
    JTextField text = new JTextField(14);
    text.addFocusListener(
        new FocusAdapter() {
          @Override
          public void focusLost(FocusEvent event) {
            message.setText(problem(option));
          }
        });
    return text;
  }

  private JPanel bottom() {
    message.setEditable(false);
    message.setFocusable(false);
    message.setOpaque(false);
    message.setLineWrap(true);
    message.setWrapStyleWord(true);
    message.setFont(getFont());
    message.setForeground(WRONG);
    message.setBorder(BorderFactory.createEmptyBorder(6, 10, 0, 10));
    JButton defaults = new JButton("Defaults");
    defaults.addActionListener(event -> show(TypedOptions.none()));
    JButton ok = new JButton("OK");
    ok.addActionListener(event -> accept());
    JButton cancel = new JButton("Cancel");
    cancel.addActionListener(event -> close());
    JPanel buttons = new JPanel(new FlowLayout(FlowLayout.RIGHT));
    buttons.add(defaults);
    buttons.add(ok);
    buttons.add(cancel);
    JPanel bottom = new JPanel(new BorderLayout());
    bottom.add(message, BorderLayout.NORTH);
    bottom.add(buttons, BorderLayout.SOUTH);
    return bottom;
  }

  @Override
  public void addNotify() {
    super.addNotify();
    if (SwingUtilities.getWindowAncestor(this) instanceof JDialog dialog) {
      dialog.setTitle("IBCavi: expert options");
    }
  }

  /** Shows options. */
  void show(TypedOptions options) {
    fields.forEach(
        (option, field) -> {
          if (field instanceof JComboBox<?> choice) {
            choice.setSelectedItem(options.text(option));
          } else {
            ((JTextField) field).setText(options.text(option));
          }
        });
    message.setText("");
  }

  /** What the fields say, valid or not; those at their defaults are not mentioned. */
  TypedOptions options() {
    TypedOptions options = TypedOptions.none();
    for (Option<?> option : fields.keySet()) {
      if (!text(option).equals(OptionWords.initial(option))) {
        options = options.with(option, text(option));
      }
    }
    return options;
  }

  private String text(Option<?> option) {
    JComponent field = fields.get(option);
    return field instanceof JComboBox<?> choice
        ? String.valueOf(choice.getSelectedItem())
        : ((JTextField) field).getText();
  }

  /** The field of an option. */
  JComponent field(String name) {
    return fields.get(Option.named(name));
  }

  /** What the line at the bottom says; empty if nothing is wrong. */
  String message() {
    return message.getText();
  }

  /** What is wrong with an option; empty if nothing is. */
  private String problem(Option<?> option) {
    try {
      TypedOptions.check(option, text(option));
      return "";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  /** Hands the options on unless one of them is wrong. */
  void accept() {
    for (Option<?> option : fields.keySet()) {
      String problem = problem(option);
      if (!problem.isEmpty()) {
        message.setText(problem);
        fields.get(option).requestFocusInWindow();
        return;
      }
    }
    taker.accept(options());
    close();
  }

  private void close() {
    Window window = SwingUtilities.getWindowAncestor(this);
    if (window != null) {
      window.dispose();
    }
  }
}
