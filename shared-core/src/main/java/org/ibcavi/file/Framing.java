// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

/** What writer and reader of model files agree on below the fields. */
final class Framing {
  /**
   * As in PNG: a byte that 7-bit transfers damage, letters for people, and line ends of both kinds
   * about an end-of-file mark, which transfers in text mode change.
   */
  private static final byte[] MAGIC = {(byte) 0x89, 'I', 'B', 'C', '\r', '\n', 0x1A, '\n'};

  /** The version that is written. */
  static final int VERSION = 6;

  /** The first version that is read; those before it were never released. */
  static final int FIRST_VERSION = 5;

  /** From this version on a report tells how many rows the models before it learned from. */
  static final int WITH_EARLIER_ROWS = 6;

  /** Bytes of content in a chunk at the most. */
  static final int MAX_CHUNK = 1 << 20;

  /** Bytes of a text at the most. */
  static final int MAX_TEXT = 1 << 20;

  /** Elements of an array at the most. */
  static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private Framing() {}

  static byte[] magic() {
    return MAGIC.clone();
  }
}
