// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalFolds;
import org.ibcavi.pass.Folds;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;

/** Parts of rows in partitions. */
final class SparkFolds implements Folds {
  private final SparkPass pass;
  private final int[][] dealt;
  private final int[] regressionOfRow;
  private final int[] regressions;
  private final Broadcast<byte[]> partOfRow;

  SparkFolds(SparkPass pass, int[][] dealt, int[] regressionOfRow, int[] regressions) {
    this.pass = pass;
    this.dealt = dealt;
    this.regressionOfRow = regressionOfRow;
    this.regressions = regressions;
    byte[] parts = new byte[regressionOfRow.length];
    for (int part = 0; part < dealt.length; part++) {
      for (int row : dealt[part]) {
        // Of very many parts only the first few are looked at.
        parts[row] = (byte) Math.min(part, Byte.MAX_VALUE);
      }
    }
    this.partOfRow = pass.context().broadcast(parts);
  }

  @Override
  public int candidates() {
    return Arrays.stream(dealt).mapToInt(this::ofRegressions).sum();
  }

  private int ofRegressions(int[] rows) {
    return (int)
        Arrays.stream(rows)
            .filter(row -> Arrays.binarySearch(regressions, regressionOfRow[row]) >= 0)
            .count();
  }

  @Override
  public RowPass others(int part, int among) {
    int all = IntStream.range(0, among).map(other -> dealt[other].length).sum();
    return pass.without(new HeldOutPart(partOfRow, part, among), all - dealt[part].length);
  }

  @Override
  public double[] weights(int part) {
    HeldOutPart held = new HeldOutPart(partOfRow, part, dealt.length);
    int[] looked = regressions;
    return pass.joined(
        new double[0][],
        (rows, none) -> {
          int[] own = held.own(rows, looked);
          return new double[][] {
            Arrays.stream(own).mapToDouble(rows.problem()::rowWeight).toArray()
          };
        });
  }

  @Override
  public double[] logDensities(int part, Likelihood likelihood, Coefficients means) {
    HeldOutPart held = new HeldOutPart(partOfRow, part, dealt.length);
    SentVectors vectors = SentVectors.of(means);
    String link = likelihood.link().name();
    double alpha = likelihood.alpha();
    int[] looked = regressions;
    return pass.joined(
        vectors.arrays(),
        (rows, sent) -> {
          int[] own = held.own(rows, looked);
          return new double[][] {
            own.length == 0
                ? new double[0]
                : LocalFolds.of(rows.problem(), new int[][] {own}, looked, rows.context())
                    .logDensities(0, new Likelihood(Link.named(link), alpha), vectors.filled(sent))
          };
        });
  }
}
