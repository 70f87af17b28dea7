// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import org.ibcavi.weka.SavedModel;
import weka.classifiers.functions.IBCavi;

/**
 * Any bytes are a classifier that Weka saved, or refused in a sentence, and take little memory:
 * lengths of arrays in them are only claims.
 */
public final class WekaModelTarget {
  /** Texts and what a writer holds are allowed for any input. */
  private static final long ALLOWED_BYTES = 16L << 20;

  private static final long ALLOWED_PER_BYTE = 400;

  private WekaModelTarget() {}

  /**
   * What Jazzer calls.
   *
   * @param input any bytes
   */
  public static void fuzzerTestOneInput(byte[] input) {
    AllocatedMemory.limit(ALLOWED_BYTES + ALLOWED_PER_BYTE * input.length, () -> read(input));
  }

  private static void read(byte[] input) {
    IBCavi read;
    try {
      read = SavedModel.read(new ByteArrayInputStream(input));
    } catch (IOException refused) {
      if (refused.getMessage() == null || refused.getMessage().isBlank()) {
        throw new AssertionError("refused without a reason", refused);
      }
      return;
    }
    check(read);
  }

  /** A classifier that was read tells about its model, and what it saves is read again. */
  private static void check(IBCavi read) {
    String text = read.toString();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(read);
      out.flush();
      String again = SavedModel.read(new ByteArrayInputStream(bytes.toByteArray())).toString();
      if (!text.equals(again)) {
        throw new AssertionError("saved and read: " + text + " became " + again);
      }
    } catch (IOException e) {
      throw new AssertionError("what was read is refused when it is saved", e);
    }
  }
}
