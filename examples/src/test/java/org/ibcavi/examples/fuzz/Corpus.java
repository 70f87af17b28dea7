// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The kept inputs of a target, and changes of them. A build takes the inputs and a few thousand
 * changes; the profile {@code fuzz} gives the same inputs to Jazzer.
 */
public final class Corpus {
  private static final Path FOLDER = Path.of("src/test/resources/fuzz");

  private final List<Path> files;
  private final List<byte[]> inputs;

  /**
   * Reads the inputs.
   *
   * @param target the name of their folder
   * @throws IOException if they cannot be read
   */
  public Corpus(String target) throws IOException {
    try (Stream<Path> found = Files.list(FOLDER.resolve(target))) {
      files = found.sorted().toList();
    }
    inputs = files.stream().map(Corpus::bytes).toList();
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Gives a target every kept input, and then changed ones.
   *
   * @param target fails by an exception
   * @param changes how many changed inputs
   */
  public void run(Consumer<byte[]> target, int changes) {
    for (int i = 0; i < inputs.size(); i++) {
      run(target, inputs.get(i), files.get(i).toString());
    }
    SplittableRandom random = new SplittableRandom(19);
    for (int i = 0; i < changes; i++) {
      byte[] changed = changed(random);
      run(target, changed, "change " + i + ", " + HexFormat.of().formatHex(changed));
    }
  }

  private static void run(Consumer<byte[]> target, byte[] input, String place) {
    try {
      target.accept(input);
    } catch (RuntimeException | Error e) {
      throw new AssertionError("failed on " + place, e);
    }
  }

  private byte[] changed(SplittableRandom random) {
    byte[] bytes = any(random).clone();
    switch (random.nextInt(4)) {
      case 0 -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      }
      case 1 -> {
        return spliced(bytes, any(random), random);
      }
      default -> {
        for (int change = random.nextInt(4); change >= 0 && bytes.length > 0; change--) {
          int bit = random.nextInt(8 * bytes.length);
          bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        return bytes;
      }
    }
  }

  private byte[] any(SplittableRandom random) {
    return inputs.get(random.nextInt(inputs.size()));
  }

  /** The beginning of one and the end of another. */
  private static byte[] spliced(byte[] first, byte[] second, SplittableRandom random) {
    int kept = random.nextInt(first.length + 1);
    int from = random.nextInt(second.length + 1);
    byte[] both = Arrays.copyOf(first, kept + second.length - from);
    System.arraycopy(second, from, both, kept, second.length - from);
    return both;
  }
}
