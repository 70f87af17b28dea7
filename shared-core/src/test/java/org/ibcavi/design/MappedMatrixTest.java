// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.basis.Smooth;
import org.ibcavi.basis.Thresholds;
import org.ibcavi.basis.Trees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that are mapped when they are asked for, beside the same rows held: the same bits. */
class MappedMatrixTest {
  private static final int ROWS = 300;
  private static final int FEATURES = 3;
  private static final DesignMatrix PLAIN = rows(false);
  private static final DesignMatrix SPARSE = rows(true);

  private static DesignMatrix rows(boolean sparse) {
    Random random = new Random(1);
    DesignMatrix.Builder builder =
        sparse ? DesignMatrix.sparse(FEATURES) : DesignMatrix.dense(FEATURES);
    for (int i = 0; i < ROWS; i++) {
      builder.add(random.nextGaussian(), random.nextInt(3) - 1, random.nextInt(2));
    }
    return builder.build();
  }

  /** A map, the rows that it is applied to, and the rows that it makes of them. */
  record Case(DesignMatrix rows, UnaryOperator<DesignMatrix> map) {
    DesignMatrix held() {
      return map.apply(rows);
    }

    DesignMatrix mapped() {
      return DesignMatrix.mapped(rows, map);
    }
  }

  static Case[] cases() {
    double[] weights = new double[ROWS];
    Arrays.fill(weights, 1);
    FittedBasis waves = new Smooth(1, 5).fit(PLAIN, weights, 1);
    FittedBasis leaves = new Trees(4, 5).fit(PLAIN, weights, 1);
    FittedBasis steps = new Thresholds(4).fit(SPARSE, weights, 1);
    return new Case[] {
      new Case(PLAIN, waves::apply), new Case(PLAIN, leaves::apply), new Case(SPARSE, steps::apply)
    };
  }

  private static double[] numbers(int count, long seed) {
    return new Random(seed).doubles(count, -1, 1).toArray();
  }

  private static double[][] values(DesignMatrix matrix) {
    double[][] values = new double[matrix.rows()][matrix.columns()];
    IntStream.range(0, values.length).forEach(i -> matrix.copyRow(i, values[i]));
    return values;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void sizesAreThoseOfTheHeldRows(Case one) {
    DesignMatrix held = one.held();
    DesignMatrix mapped = one.mapped();
    assertEquals(held.rows(), mapped.rows());
    assertEquals(held.columns(), mapped.columns());
    assertEquals(held.nonzeros(), mapped.nonzeros());
    assertEquals(held.isSparse(), mapped.isSparse());
    assertArrayEquals(held.largestValues(i -> i % 3 > 0), mapped.largestValues(i -> i % 3 > 0));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void productsAreThoseOfTheHeldRows(Case one) {
    DesignMatrix held = one.held();
    DesignMatrix mapped = one.mapped();
    int width = 2;
    int size = held.columns() + 1;
    for (int chunk = 0; chunk < held.chunks(); chunk++) {
      int count = held.chunkSize(chunk);
      double[] b = numbers(held.columns() * width, 2);
      double[] r = numbers(count * width, 3);
      double[] weights = numbers(count, 4);
      double[][] expected = {
        new double[count * width], new double[b.length], new double[size * size]
      };
      double[][] found = {new double[count * width], new double[b.length], new double[size * size]};
      held.addProduct(chunk, b, width, expected[0]);
      held.addTransposedProduct(chunk, r, width, expected[1]);
      held.addUpperGram(chunk, weights, true, expected[2]);
      mapped.addProduct(chunk, b, width, found[0]);
      mapped.addTransposedProduct(chunk, r, width, found[1]);
      mapped.addUpperGram(chunk, weights, true, found[2]);
      assertArrayEquals(expected, found);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatIsMadeOfThemIsTheSame(Case one) {
    DesignMatrix held = one.held();
    DesignMatrix mapped = one.mapped();
    double[] center = new double[held.columns()];
    double[] scale = new double[held.columns()];
    Arrays.fill(scale, 3);
    int[] some = {299, 0, 130, 7, 7};
    assertArrayEquals(values(held), values(mapped));
    assertArrayEquals(values(held.squared()), values(mapped.squared()));
    assertArrayEquals(
        values(held.standardized(center, scale)), values(mapped.standardized(center, scale)));
    assertArrayEquals(values(held.selectRows(some)), values(mapped.selectRows(some)));
    assertEquals(held.rowHash(131), mapped.rowHash(131));
    assertTrue(mapped.selectRows(some).sameRows(3, 4));
    assertFalse(mapped.sameRows(3, 299));
  }

  @Test
  void noMoreThanAChunkIsMappedAtATime() {
    AtomicInteger most = new AtomicInteger();
    DesignMatrix mapped =
        DesignMatrix.mapped(
            PLAIN,
            part -> {
              most.accumulateAndGet(part.rows(), Math::max);
              return part.squared();
            });
    assertArrayEquals(values(PLAIN.squared()), values(mapped));
    assertEquals(DesignMatrix.CHUNK_ROWS, most.get());
  }

  @Test
  void aCopyElsewhereHoldsItsRows() throws IOException, ClassNotFoundException {
    Case one = cases()[0];
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(one.mapped());
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertArrayEquals(values(one.held()), values((DesignMatrix) in.readObject()));
    }
  }
}
