// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.stream.IntStream;
import org.ibcavi.RandomData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Matrices on their way to other processes. */
class SentMatrixTest {
  private static final RandomData DATA = RandomData.of(3, 300, 7, 3, 0.4);

  private static void assertSame(DesignMatrix expected, DesignMatrix actual) {
    assertEquals(expected.getClass(), actual.getClass());
    assertEquals(expected.rows(), actual.rows());
    assertEquals(expected.nonzeros(), actual.nonzeros());
    double[] one = new double[expected.columns()];
    double[] other = new double[actual.columns()];
    for (int i = 0; i < expected.rows(); i++) {
      expected.copyRow(i, one);
      actual.copyRow(i, other);
      assertArrayEquals(one, other, "row " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aMatrixSurvivesSerialization(boolean sparse) throws IOException, ClassNotFoundException {
    DesignMatrix matrix = DATA.stored(sparse).features();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(matrix);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertSame(matrix, (DesignMatrix) in.readObject());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void partsAreJoinedInTheirOrder(boolean sparse) {
    DesignMatrix matrix = DATA.stored(sparse).features();
    DesignMatrix joined =
        DesignMatrix.joined(
            List.of(
                matrix.selectRows(IntStream.range(0, 129).toArray()),
                matrix.selectRows(IntStream.range(129, 300).toArray())));
    assertSame(matrix, joined);
  }
}
