// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The numbers of Python 3 and NumPy 2.4 after the same seeds. */
class PythonRandomTest {
  @Test
  void uniformNumbersAreThoseOfNumpy() {
    PythonRandom random = PythonRandom.numpy(1);
    assertEquals(0.417022004702574, random.nextDouble());
    assertEquals(0.7203244934421581, random.nextDouble());
    assertEquals(0.00011437481734488664, random.nextDouble());
  }

  /** Normal numbers, categories and uniform numbers in one stream. */
  @Test
  void normalNumbersAndCategoriesAreThoseOfNumpy() {
    PythonRandom random = PythonRandom.numpy(1);
    double[] normal = {
      1.6243453636632417,
      -0.6117564136500754,
      -0.5281717522634557,
      -1.0729686221561705,
      0.8654076293246785
    };
    for (double expected : normal) {
      assertEquals(expected, random.nextGaussian(), 1e-15);
    }
    double[] p = {0.2, 0.3, 0.5};
    int[] categories = IntStream.range(0, 6).map(i -> random.nextCategory(p)).toArray();
    assertArrayEquals(new int[] {1, 1, 1, 2, 2, 0}, categories);
    assertEquals(-2.3015386968802827, random.nextGaussian(), 1e-15);
    assertEquals(0.9682615757193975, random.nextDouble());
  }

  @Test
  void samplesAreThoseOfPython() {
    int[] first = PythonRandom.python(0).sample(214, 192);
    assertArrayEquals(
        new int[] {98, 194, 107, 10, 66, 130, 124, 103, 200, 77, 122, 91},
        Arrays.copyOf(first, 12));
    int[] last = PythonRandom.python(9).sample(214, 192);
    assertArrayEquals(new int[] {118, 156, 95, 68, 35, 47}, Arrays.copyOf(last, 6));
    int[] left =
        IntStream.range(0, 214)
            .filter(i -> Arrays.stream(last).noneMatch(drawn -> drawn == i))
            .toArray();
    assertArrayEquals(
        new int[] {
          12, 45, 58, 59, 62, 79, 80, 83, 93, 103, 112, 114, 122, 131, 133, 140, 155, 175, 183, 187,
          191, 208
        },
        left);
  }
}
