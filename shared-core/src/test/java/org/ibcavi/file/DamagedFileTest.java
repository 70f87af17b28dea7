// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import static org.ibcavi.file.ModelFiles.CHUNK_HEAD;
import static org.ibcavi.file.ModelFiles.END;
import static org.ibcavi.file.ModelFiles.HEADER;
import static org.ibcavi.file.ModelFiles.LARGE;
import static org.ibcavi.file.ModelFiles.SMALL;
import static org.ibcavi.file.ModelFiles.addChunk;
import static org.ibcavi.file.ModelFiles.bytes;
import static org.ibcavi.file.ModelFiles.content;
import static org.ibcavi.file.ModelFiles.framed;
import static org.ibcavi.file.ModelFiles.model;
import static org.ibcavi.file.ModelFiles.read;
import static org.ibcavi.file.ModelFiles.refusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.ibcavi.file.ModelFiles.Kind;
import org.ibcavi.model.CategoricalModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that was damaged on its way is refused with the place, whatever happened to it. */
class DamagedFileTest {
  private static final long MAX_ALLOCATION = 4L << 20;

  @Test
  void aTruncatedFileIsRefused() {
    for (byte[] file : List.of(SMALL, LARGE)) {
      IntStream start = IntStream.range(0, 100);
      IntStream end = IntStream.range(file.length - 50, file.length);
      IntStream anywhere = new Random(11).ints(200, 0, file.length);
      IntStream.concat(IntStream.concat(start, end), anywhere)
          .forEach(
              length -> {
                String message = refusal(Arrays.copyOf(file, length));
                assertTrue(message.startsWith("byte " + length + ":"), message);
              });
    }
  }

  @Test
  void aFileThatEndsBetweenChunksIsRefused() {
    int secondChunk = HEADER + CHUNK_HEAD + (1 << 20);
    for (int length : new int[] {HEADER, secondChunk, LARGE.length - END}) {
      String message = refusal(Arrays.copyOf(LARGE, length));
      assertEquals(
          "byte " + length + ": the file ends within the head of a chunk; it is incomplete",
          message);
    }
  }

  @Test
  void aFlippedBitIsRefused() {
    for (byte[] file : List.of(SMALL, LARGE)) {
      Random random = new Random(12);
      IntStream.concat(IntStream.range(0, 8 * 24), random.ints(200, 0, 8 * file.length))
          .forEach(
              bit -> {
                byte[] damaged = file.clone();
                damaged[bit / 8] ^= (byte) (1 << bit % 8);
                assertTrue(refusal(damaged).startsWith("byte "), "bit " + bit);
              });
    }
  }

  @Test
  void exchangedChunksAreRefused() {
    byte[] content = content(SMALL);
    byte[] file = framed(content, 100);
    byte[] exchanged = file.clone();
    int step = 100 + CHUNK_HEAD;
    System.arraycopy(file, HEADER + step, exchanged, HEADER + 2 * step, step);
    System.arraycopy(file, HEADER + 2 * step, exchanged, HEADER + step, step);
    assertTrue(refusal(exchanged).contains("checksum"));
  }

  @Test
  void aLaterVersionIsNamed() {
    byte[] later = SMALL.clone();
    later[11] = 7;
    assertEquals(
        "byte 8: a model of format version 7; this library reads versions 5 to 6; a later library"
            + " is needed",
        refusal(later));
  }

  @ParameterizedTest
  @ValueSource(bytes = {1, 2, 3, 4})
  void aVersionThatWasNeverReleasedIsNamed(byte version) {
    byte[] earlier = SMALL.clone();
    earlier[11] = version;
    assertEquals(
        "byte 8: a model of format version "
            + version
            + "; this library reads versions 5 to 6; that is a format from before the first release,"
            + " fit the model anew",
        refusal(earlier));
  }

  @Test
  void whatIsNoModelIsNamed() {
    assertEquals("byte 0: no model, there is nothing to read", refusal(new byte[0]));
    String zip = refusal(new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0, 0, 0});
    assertTrue(zip.contains("not a model of this library: begins with 50 4b 03 04"), zip);
    String text = new String(SMALL, StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
    String converted = refusal(text.getBytes(StandardCharsets.ISO_8859_1));
    assertTrue(converted.contains("text mode"), converted);
  }

  @Test
  void theFileHasTheDocumentedFrame() {
    assertArrayEquals(SMALL, framed(content(SMALL)));
  }

  /** Every count of the file is at one of the places, whatever follows it. */
  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE - 8, 46_340, Integer.MIN_VALUE})
  void aHugeCountTakesLittleMemory(int count) {
    byte[] content = content(SMALL);
    for (int at = 0; at + 4 <= content.length; at++) {
      byte[] changed = content.clone();
      ByteBuffer.wrap(changed).putInt(at, count);
      assertModelOrRefusal(framed(changed));
      assertModelOrRefusal(framed(Arrays.copyOf(changed, at + 4)));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void changedContentIsAModelOrRefused(Kind kind) {
    byte[] content = content(bytes(kind.fit()));
    Random random = new Random(13);
    for (int i = 0; i < 1000; i++) {
      byte[] changed = content.clone();
      for (int change = random.nextInt(3); change >= 0; change--) {
        changed[random.nextInt(content.length)] = (byte) random.nextInt(256);
      }
      assertModelOrRefusal(framed(changed));
    }
  }

  @Test
  void contentOfAnotherLengthIsRefused() {
    byte[] content = content(SMALL);
    for (int length = 1; length < content.length; length++) {
      String message = refusal(framed(Arrays.copyOf(content, length)));
      assertTrue(message.contains("ends where the"), message);
    }
    String message = refusal(framed(Arrays.copyOf(content, content.length + 1)));
    assertTrue(message.contains("goes on after the last field"), message);
  }

  private static void assertModelOrRefusal(byte[] file) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    try {
      CategoricalModel model = read(file);
      assertEquals(model.categories(), model.probabilities(new double[model.features()]).length);
    } catch (ModelFormatException e) {
      assertTrue(e.getMessage().startsWith("byte "), e.getMessage());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < MAX_ALLOCATION, allocated + " bytes allocated");
  }

  @ParameterizedTest
  @CsvSource({
    "0, link",
    "10, features",
    "14, intercept",
    "63, bases",
    "67, kind of basis",
    "68, basis of a component",
    "72, categories",
    "76, vectors",
    "80, vector of"
  })
  void aWrongFieldIsNamedWithItsPlace(int at, String name) {
    byte[] content = content(SMALL);
    content[at] = -1;
    String message = refusal(framed(content));
    assertTrue(message.startsWith("byte " + (HEADER + CHUNK_HEAD + at) + ": "), message);
    assertTrue(message.contains(name), message);
  }

  @Test
  void aWrongTotalIsRefused() {
    byte[] content = content(SMALL);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CRC32C checksum = new CRC32C();
    out.writeBytes(Arrays.copyOf(SMALL, HEADER));
    checksum.update(SMALL, 0, HEADER);
    addChunk(content.length, content, checksum, out);
    addChunk(0, ByteBuffer.allocate(8).putLong(content.length - 1).array(), checksum, out);
    String message = refusal(out.toByteArray());
    assertTrue(message.contains("bytes of content declared, " + content.length), message);
  }
}
