// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.io.IOException;
import java.nio.file.Path;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;

/**
 * Writes a model that Weka saved as the core's file, which programs without Weka read, the Tribuo
 * adapter among them. Runs as {@code weka.Run org.ibcavi.weka.ExportModel glass.model
 * glass.ibcavi}.
 */
public final class ExportModel extends FileCommand {
  /** Made by Weka. */
  public ExportModel() {
    super(2, "two files: a model that Weka saved, and one to write");
  }

  /**
   * Exports from the command line.
   *
   * @param options the file that Weka wrote, and the one to write
   */
  public static void main(String[] options) {
    new ExportModel().run(null, options);
  }

  @Override
  String answer(String[] options) throws IOException {
    return write(SavedModel.read(Path.of(options[0])).model(), Path.of(options[1]));
  }

  /**
   * Writes the core's file; one that is there is replaced when the new one is whole.
   *
   * @param model what to write
   * @param file where to
   * @return a line that says what was written
   * @throws IOException if it cannot be written
   */
  public static String write(CategoricalModel model, Path file) throws IOException {
    ModelFile.save(model, file);
    return String.format(
        "%s: a model of %d classes and %d columns", file, model.categories(), model.features());
  }
}
