// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The text of a file and the encoding it was read in: what a byte order mark says, else UTF-8, else
 * windows-1252, which spreadsheets still write.
 *
 * @param text without the byte order mark
 * @param encoding its name
 * @param isGuess whether nothing in the file says that this is the encoding
 */
record DecodedText(String text, String encoding, boolean isGuess) {
  private static final byte[] UTF_8_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final byte[] LITTLE_MARK = {(byte) 0xFF, (byte) 0xFE};
  private static final byte[] BIG_MARK = {(byte) 0xFE, (byte) 0xFF};
  private static final byte[] ZIP_MARK = {'P', 'K', 3, 4};

  static DecodedText of(String file, byte[] bytes) throws TableException {
    if (startsWith(bytes, ZIP_MARK)) {
      throw new TableException(
          file + ": a zip archive or a spreadsheet's own format; save the sheet as CSV");
    }
    if (startsWith(bytes, UTF_8_MARK)) {
      return marked(bytes, UTF_8_MARK, StandardCharsets.UTF_8);
    }
    if (startsWith(bytes, LITTLE_MARK)) {
      return marked(bytes, LITTLE_MARK, StandardCharsets.UTF_16LE);
    }
    if (startsWith(bytes, BIG_MARK)) {
      return marked(bytes, BIG_MARK, StandardCharsets.UTF_16BE);
    }
    int zero = indexOfZero(bytes);
    if (zero >= 0) {
      throw new TableException(
          file
              + ", byte "
              + (zero + 1)
              + ": a zero; must be text (UTF-16 needs its byte order mark)");
    }
    return unmarked(bytes);
  }

  private static DecodedText marked(byte[] bytes, byte[] mark, Charset charset) {
    String text = new String(bytes, mark.length, bytes.length - mark.length, charset);
    return new DecodedText(text, charset.name(), false);
  }

  private static DecodedText unmarked(byte[] bytes) {
    try {
      // A new decoder reports what is no UTF-8 instead of replacing it.
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new DecodedText(text, "UTF-8", false);
    } catch (CharacterCodingException e) {
      Charset western = Charset.forName("windows-1252");
      return new DecodedText(new String(bytes, western), western.name(), true);
    }
  }

  private static boolean startsWith(byte[] bytes, byte[] mark) {
    return bytes.length >= mark.length
        && Arrays.equals(bytes, 0, mark.length, mark, 0, mark.length);
  }

  private static int indexOfZero(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        return i;
      }
    }
    return -1;
  }
}
