// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ibcavi.model.CategoricalModel;

/**
 * Saves models and loads them. A loaded model has the same bits in everything it computes and
 * reports. The format is this library's own, versioned and checksummed; {@code
 * docs/model-format.md} lays it out.
 */
public final class ModelFile {
  private ModelFile() {}

  /**
   * Saves a model to a file. A file that is already there is replaced when the new one is complete,
   * and left alone if saving fails. A device or a pipe is written to.
   *
   * @param model the model
   * @param path the file
   * @throws ModelFormatException if the model holds a number that could not be read back
   * @throws IOException if writing fails
   */
  public static void save(CategoricalModel model, Path path) throws IOException {
    FileReplacement.write(path, out -> write(model, out));
  }

  /**
   * Loads a model from a file that holds nothing else.
   *
   * @param path the file
   * @return the model
   * @throws ModelFormatException if the file is damaged, of a later version or no model
   * @throws IOException if reading fails
   */
  public static CategoricalModel load(Path path) throws IOException {
    FileReplacement.refuseFolder(path);
    try (InputStream in = Files.newInputStream(path)) {
      FieldInput fields = new FieldInput(in);
      CategoricalModel model = read(fields);
      if (in.read() >= 0) {
        throw new ModelFormatException(
            "byte " + fields.consumed() + ": the model ends here and the file goes on");
      }
      return model;
    } catch (ModelFormatException e) {
      throw new ModelFormatException(path + ": " + e.getMessage(), e);
    }
  }

  /**
   * Writes a model to a stream, which may hold anything before and after it.
   *
   * @param model the model
   * @param out flushed, not closed
   * @throws ModelFormatException if the model holds a number that could not be read back; the
   *     stream then has the beginning of a model, which no reader takes for a whole one
   * @throws IOException if writing fails
   */
  public static void write(CategoricalModel model, OutputStream out) throws IOException {
    FieldOutput fields = new FieldOutput(out);
    ModelFields.write(model, fields);
    fields.end();
  }

  /**
   * Reads a model from a stream, up to its last byte and not beyond.
   *
   * @param in not closed
   * @return the model
   * @throws ModelFormatException if the bytes are damaged, of a later version or no model
   * @throws IOException if reading fails or memory does not suffice
   */
  public static CategoricalModel read(InputStream in) throws IOException {
    return read(new FieldInput(in));
  }

  private static CategoricalModel read(FieldInput fields) throws IOException {
    try {
      return ModelFields.read(fields);
    } catch (OutOfMemoryError e) {
      throw new IOException(
          "memory ran out after " + fields.consumed() + " bytes of a model; use a larger heap", e);
    }
  }
}
