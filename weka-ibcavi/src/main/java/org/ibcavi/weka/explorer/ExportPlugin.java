// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.awt.Component;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import javax.swing.JFileChooser;
import javax.swing.JOptionPane;
import javax.swing.filechooser.FileNameExtensionFilter;
import org.ibcavi.weka.ExportModel;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;

/** "Export model": writes the core's file, which programs without Weka read. */
public final class ExportPlugin extends ModelPlugin {
  private static final String ENDING = ".ibcavi";

  /** Made by Weka. */
  public ExportPlugin() {
    super("Export model");
  }

  @Override
  void open(IBCavi model, Instances data, String name, Component parent) {
    choose(parent)
        .ifPresent(
            file ->
                JOptionPane.showMessageDialog(
                    parent, written(model, file), "Export model", JOptionPane.PLAIN_MESSAGE));
  }

  /** Asks for a file, and again before one that is there is replaced. */
  private static Optional<Path> choose(Component parent) {
    JFileChooser chooser = new JFileChooser(System.getProperty("user.dir"));
    chooser.setDialogTitle("Export model");
    chooser.setFileFilter(new FileNameExtensionFilter("Models of ibcavi (*.ibcavi)", "ibcavi"));
    chooser.setSelectedFile(new File("model" + ENDING));
    if (chooser.showSaveDialog(parent) != JFileChooser.APPROVE_OPTION) {
      return Optional.empty();
    }
    Path file = withEnding(chooser.getSelectedFile());
    boolean replace =
        !file.toFile().exists()
            || JOptionPane.showConfirmDialog(
                    parent,
                    file + " is there already. Replace it?",
                    "Export model",
                    JOptionPane.YES_NO_OPTION)
                == JOptionPane.YES_OPTION;
    return replace ? Optional.of(file) : Optional.empty();
  }

  static Path withEnding(File chosen) {
    boolean ends = chosen.getName().contains(".");
    return ends ? chosen.toPath() : Path.of(chosen.getPath() + ENDING);
  }

  private static String written(IBCavi model, Path file) {
    try {
      return "Written to " + ExportModel.write(model.model(), file) + ".";
    } catch (IOException e) {
      throw new IllegalStateException("The model could not be written: " + e.getMessage(), e);
    }
  }
}
