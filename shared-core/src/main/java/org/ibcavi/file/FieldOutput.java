// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Writes fields as the content of a model file. Every field is checked as {@link FieldInput} checks
 * it, so that nothing is saved that could not be loaded.
 */
final class FieldOutput {
  private final OutputStream out;
  private final CRC32C checksum = new CRC32C();
  private final byte[] bytes = new byte[Framing.MAX_CHUNK];
  private final ByteBuffer chunk = ByteBuffer.wrap(bytes);
  private long content;

  /** Begins a file. */
  FieldOutput(OutputStream out) throws IOException {
    this.out = out;
    byte[] magic = Framing.magic();
    ByteBuffer start = ByteBuffer.allocate(magic.length + Integer.BYTES);
    start.put(magic).putInt(Framing.VERSION);
    checksum.update(start.flip());
    out.write(start.array());
  }

  void flag(boolean value) throws IOException {
    choice(value ? 1 : 0);
  }

  /** A number in one byte. */
  void choice(int value) throws IOException {
    room(1).put((byte) value);
  }

  void integer(String what, int value, int least, int most) throws IOException {
    requireRange(what, value, least, most);
    room(Integer.BYTES).putInt(value);
  }

  void longInteger(String what, long value, long least) throws IOException {
    requireRange(what, value, least, Long.MAX_VALUE);
    room(Long.BYTES).putLong(value);
  }

  void number(String what, double value, Range range) throws IOException {
    if (!range.holds(value)) {
      throw unwritable(range.complaint(what, value));
    }
    room(Double.BYTES).putLong(Double.doubleToRawLongBits(value));
  }

  void numbers(String what, double[] values, Range range) throws IOException {
    for (double value : values) {
      number(what, value, range);
    }
  }

  void text(String what, String value) throws IOException {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    integer("length of the " + what, encoded.length, 0, Framing.MAX_TEXT);
    for (int done = 0; done < encoded.length; ) {
      int count = Math.min(encoded.length - done, room(1).remaining());
      chunk.put(encoded, done, count);
      done += count;
    }
  }

  void require(boolean holds, String complaint) throws ModelFormatException {
    if (!holds) {
      throw unwritable(complaint);
    }
  }

  private static void requireRange(String what, long value, long least, long most)
      throws ModelFormatException {
    if (value < least || value > most) {
      throw unwritable(FieldInput.complaint(what, value, least, most));
    }
  }

  private static ModelFormatException unwritable(String complaint) {
    return new ModelFormatException("the model cannot be saved: " + complaint);
  }

  /** Ends the file: an empty chunk with the number of bytes of all others. */
  void end() throws IOException {
    if (chunk.position() > 0) {
      writeChunk();
    }
    byte[] total = ByteBuffer.allocate(Long.BYTES).putLong(content).array();
    write(0, total, total.length);
    out.flush();
  }

  private ByteBuffer room(int wanted) throws IOException {
    if (chunk.remaining() < wanted) {
      writeChunk();
    }
    return chunk;
  }

  private void writeChunk() throws IOException {
    int length = chunk.position();
    write(length, bytes, length);
    content += length;
    chunk.clear();
  }

  private void write(int length, byte[] body, int bodyLength) throws IOException {
    byte[] lengthBytes = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    checksum.update(lengthBytes);
    checksum.update(body, 0, bodyLength);
    out.write(lengthBytes);
    out.write(ByteBuffer.allocate(Integer.BYTES).putInt((int) checksum.getValue()).array());
    out.write(body, 0, bodyLength);
  }
}
