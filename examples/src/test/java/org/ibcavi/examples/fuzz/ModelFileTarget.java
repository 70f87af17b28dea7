// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.ibcavi.file.ModelFile;
import org.ibcavi.file.ModelFormatException;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Prediction;
import org.ibcavi.settings.PredictionMode;

/**
 * Any bytes are a model or refused, and take little memory. What does not begin like a file is
 * taken for the content of one and put into a frame with right checksums, since a checksum stops
 * nearly every change of a whole file.
 */
public final class ModelFileTarget {
  /** What every file begins with: the magic bytes and the version. */
  private static final byte[] HEADER = {
    (byte) 0x89, 'I', 'B', 'C', '\r', '\n', 0x1A, '\n', 0, 0, 0, 5
  };

  private static final int LARGEST_CHUNK = 1 << 20;

  /** Two texts of the largest length, and what a writer holds, are allowed for any input. */
  private static final long ALLOWED_BYTES = 8L << 20;

  /** Objects that are made from a field take this much more than the field at the most. */
  private static final long ALLOWED_PER_BYTE = 200;

  /** A file's weights of components, and of their members, may sum to 1 with an error of 1e-6. */
  private static final double SUM_TOLERANCE = 3e-6;

  private ModelFileTarget() {}

  /**
   * What Jazzer calls.
   *
   * @param input any bytes
   */
  public static void fuzzerTestOneInput(byte[] input) {
    boolean whole = input.length > 0 && input[0] == HEADER[0];
    byte[] file = whole ? input : framed(input);
    AllocatedMemory.limit(ALLOWED_BYTES + ALLOWED_PER_BYTE * file.length, () -> read(file));
  }

  private static void read(byte[] file) {
    try {
      check(ModelFile.read(new ByteArrayInputStream(file)));
    } catch (ModelFormatException e) {
      if (!e.getMessage().startsWith("byte ")) {
        throw new AssertionError("no place is named: " + e.getMessage(), e);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A model that was read predicts, and comes back from a file of its own. */
  private static void check(CategoricalModel model) throws IOException {
    Prediction atMeans = new Prediction(PredictionMode.PLUG_IN, 2, 1);
    double[] row = new double[model.features()];
    double[] probabilities = model.predictingBy(atMeans).probabilities(row);
    if (!(Math.abs(Arrays.stream(probabilities).sum() - 1) < SUM_TOLERANCE)) {
      throw new AssertionError("no probabilities: " + Arrays.toString(probabilities));
    }
    byte[] written = written(model);
    CategoricalModel again = ModelFile.read(new ByteArrayInputStream(written));
    if (!Arrays.equals(written, written(again))) {
      throw new AssertionError("a model is saved in another way after it was loaded");
    }
  }

  private static byte[] written(CategoricalModel model) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ModelFile.write(model, out);
    return out.toByteArray();
  }

  private static byte[] framed(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CRC32C checksum = new CRC32C();
    out.writeBytes(HEADER);
    checksum.update(HEADER);
    for (int from = 0; from < content.length; from += LARGEST_CHUNK) {
      int to = Math.min(from + LARGEST_CHUNK, content.length);
      addChunk(to - from, Arrays.copyOfRange(content, from, to), checksum, out);
    }
    addChunk(0, ByteBuffer.allocate(8).putLong(content.length).array(), checksum, out);
    return out.toByteArray();
  }

  private static void addChunk(
      int length, byte[] body, CRC32C checksum, ByteArrayOutputStream out) {
    byte[] lengthBytes = ByteBuffer.allocate(4).putInt(length).array();
    checksum.update(lengthBytes);
    checksum.update(body);
    out.writeBytes(lengthBytes);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
    out.writeBytes(body);
  }
}
