// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Reads the fields of a model file. A chunk's checksum is compared before anything in it is
 * believed, and no field is believed because its checksum is right: arrays grow as their bytes
 * arrive, whatever length is declared, and every value has a range. All that is wrong is a {@link
 * ModelFormatException} that names the byte, counted from where the model begins.
 */
final class FieldInput {
  /** Elements of an array for which memory is taken before they arrive. */
  private static final int FIRST_LENGTH = 1 << 13;

  /** How many of the magic bytes tell a damaged model from something else altogether. */
  private static final int TELLING = 4;

  private final InputStream in;
  private final CRC32C checksum = new CRC32C();
  private ByteBuffer chunk = ByteBuffer.allocate(0);
  private int version;
  private long consumed;
  private long content;
  private long fieldStart;
  private boolean ended;

  /** Reads up to the first chunk. */
  FieldInput(InputStream in) throws IOException {
    this.in = in;
    checkMagic();
    checkVersion();
  }

  private void checkMagic() throws IOException {
    byte[] magic = Framing.magic();
    byte[] start = in.readNBytes(magic.length);
    consumed = start.length;
    int same = Arrays.mismatch(start, magic);
    if (start.length == 0) {
      throw new ModelFormatException("byte 0: no model, there is nothing to read");
    }
    if (same == start.length) {
      throw truncated("the first " + magic.length + " bytes");
    }
    if (same >= TELLING) {
      throw wrongAt(same, "a transfer in text mode has damaged the model; transfer it as binary");
    }
    if (same >= 0) {
      throw wrongAt(
          0, "not a model of this library: begins with " + hex(start) + ", not " + hex(magic));
    }
    checksum.update(start);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.ofDelimiter(" ").formatHex(bytes);
  }

  private void checkVersion() throws IOException {
    byte[] bytes = take(Integer.BYTES, "the version");
    version = ByteBuffer.wrap(bytes).getInt();
    if (version < Framing.FIRST_VERSION || version > Framing.VERSION) {
      throw wrongAt(consumed - bytes.length, versionComplaint(version));
    }
    checksum.update(bytes);
  }

  private static String versionComplaint(int version) {
    String advice = "";
    if (version > Framing.VERSION) {
      advice = "; a later library is needed";
    } else if (version > 0) {
      advice = "; that is a format from before the first release, fit the model anew";
    }
    return "a model of format version "
        + version
        + "; this library reads versions "
        + Framing.FIRST_VERSION
        + " to "
        + Framing.VERSION
        + advice;
  }

  /** The format version of what is read. */
  int version() {
    return version;
  }

  boolean flag(String what) throws IOException {
    return choice(what, 0, 1) == 1;
  }

  /** A number in one byte. */
  int choice(String what, int least, int most) throws IOException {
    begin(what);
    int value = chunk.get();
    return (int) require(what, value, least, most);
  }

  int integer(String what, int least, int most) throws IOException {
    begin(what);
    int value = chunk.remaining() >= Integer.BYTES ? chunk.getInt() : (int) split(what, 4);
    return (int) require(what, value, least, most);
  }

  long longInteger(String what, long least) throws IOException {
    begin(what);
    return require(what, bits(what), least, Long.MAX_VALUE);
  }

  double number(String what, Range range) throws IOException {
    begin(what);
    double value = Double.longBitsToDouble(bits(what));
    if (!range.holds(value)) {
      throw wrong(range.complaint(what, value));
    }
    return value;
  }

  double[] numbers(String what, int count, Range range) throws IOException {
    double[] values = new double[firstLength(count)];
    for (int i = 0; i < count; i++) {
      values = i == values.length ? Arrays.copyOf(values, nextLength(i, count)) : values;
      values[i] = number(what, range);
    }
    return values;
  }

  int[] integers(String what, int count, int least, int most) throws IOException {
    int[] values = new int[firstLength(count)];
    for (int i = 0; i < count; i++) {
      values = i == values.length ? Arrays.copyOf(values, nextLength(i, count)) : values;
      values[i] = integer(what, least, most);
    }
    return values;
  }

  /** The length with which an array begins that is declared to have so many elements. */
  static int firstLength(int declared) {
    return Math.min(declared, FIRST_LENGTH);
  }

  /** The length to which it grows when that many have arrived. */
  static int nextLength(int arrived, int declared) {
    return (int) Math.min(declared, 2L * arrived);
  }

  String text(String what) throws IOException {
    int length = integer("length of the " + what, 0, Framing.MAX_TEXT);
    long start = fieldStart;
    byte[] bytes = new byte[length];
    for (int done = 0; done < length; ) {
      begin(what);
      int count = Math.min(length - done, chunk.remaining());
      chunk.get(bytes, done, count);
      done += count;
    }
    fieldStart = start;
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw wrong("the " + what + " is not UTF-8");
    }
  }

  /** One of some values that are written by name. */
  <T> T named(String what, T[] values, Function<T, String> name) throws IOException {
    String text = text(what);
    for (T value : values) {
      if (name.apply(value).equals(text)) {
        return value;
      }
    }
    throw wrong(
        what
            + " '"
            + text.substring(0, Math.min(text.length(), 40))
            + "'; this library knows "
            + String.join(", ", Arrays.stream(values).map(name).toList()));
  }

  /** Goes behind the last chunk. */
  void end() throws IOException {
    if (!chunk.hasRemaining()) {
      readChunk();
    }
    if (!ended) {
      throw wrongAt(
          consumed - chunk.remaining(), "content goes on after the last field of the model");
    }
  }

  /** Bytes taken from the stream so far. */
  long consumed() {
    return consumed;
  }

  void require(boolean holds, String complaint) throws ModelFormatException {
    if (!holds) {
      throw wrong(complaint);
    }
  }

  private long require(String what, long value, long least, long most) throws ModelFormatException {
    if (value < least || value > most) {
      throw wrong(complaint(what, value, least, most));
    }
    return value;
  }

  static String complaint(String what, long value, long least, long most) {
    return what
        + " "
        + value
        + "; must be "
        + (most == Long.MAX_VALUE ? "at least " + least : "from " + least + " to " + most);
  }

  private ModelFormatException wrong(String message) {
    return wrongAt(fieldStart, message);
  }

  private static ModelFormatException wrongAt(long at, String message) {
    return new ModelFormatException("byte " + at + ": " + message);
  }

  private ModelFormatException truncated(String what) {
    return wrongAt(consumed, "the file ends within " + what + "; it is incomplete");
  }

  private void begin(String what) throws IOException {
    if (!chunk.hasRemaining()) {
      continueWith(what);
    }
    fieldStart = consumed - chunk.remaining();
  }

  private long bits(String what) throws IOException {
    return chunk.remaining() >= Long.BYTES ? chunk.getLong() : split(what, Long.BYTES);
  }

  /** An integer of which a part may be in the next chunk. */
  private long split(String what, int bytes) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      if (!chunk.hasRemaining()) {
        continueWith(what);
      }
      value = value << Byte.SIZE | Byte.toUnsignedLong(chunk.get());
    }
    return value;
  }

  private void continueWith(String what) throws IOException {
    readChunk();
    if (ended) {
      throw wrongAt(consumed, "the content ends where the " + what + " should follow");
    }
  }

  private void readChunk() throws IOException {
    long start = consumed;
    ByteBuffer header = ByteBuffer.wrap(take(2 * Integer.BYTES, "the head of a chunk"));
    int length = header.getInt();
    int expected = header.getInt();
    if (length < 0 || length > Framing.MAX_CHUNK) {
      throw wrongAt(start, complaint("length of a chunk", length, 0, Framing.MAX_CHUNK));
    }
    byte[] body = take(length == 0 ? Long.BYTES : length, "a chunk");
    checksum.update(header.array(), 0, Integer.BYTES);
    checksum.update(body);
    if ((int) checksum.getValue() != expected) {
      throw wrongAt(
          start, "the chunk of " + length + " bytes has a wrong checksum; the file is damaged");
    }
    if (length == 0) {
      checkTotal(ByteBuffer.wrap(body).getLong());
    }
    content += length;
    chunk = ByteBuffer.wrap(body, 0, length);
  }

  private void checkTotal(long total) throws ModelFormatException {
    if (total != content) {
      throw wrongAt(
          consumed - Long.BYTES, total + " bytes of content declared, " + content + " found");
    }
    ended = true;
  }

  private byte[] take(int count, String what) throws IOException {
    byte[] bytes = in.readNBytes(count);
    consumed += bytes.length;
    if (bytes.length < count) {
      throw truncated(what);
    }
    return bytes;
  }
}
