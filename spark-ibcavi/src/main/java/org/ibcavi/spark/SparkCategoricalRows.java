// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.pass.CategoricalRows;
import org.ibcavi.pass.Curvatures;
import org.ibcavi.posterior.Coefficients;

/** A categorical likelihood of rows in partitions. */
final class SparkCategoricalRows implements CategoricalRows {
  private final SparkPass pass;
  private final String link;
  private final double alpha;

  SparkCategoricalRows(SparkPass pass, Likelihood member) {
    this.pass = pass;
    this.link = member.link().name();
    this.alpha = member.alpha();
  }

  @Override
  public double valueAndGradient(Coefficients b, Coefficients gradient) {
    SentVectors vectors = SentVectors.of(b);
    String name = link;
    double power = alpha;
    double[][] totals =
        pass.sum(
            vectors.arrays(),
            (part, sent) -> {
              Coefficients slopes = vectors.zeros();
              double value =
                  part.pass()
                      .categorical(new Likelihood(Link.named(name), power))
                      .valueAndGradient(vectors.filled(sent), slopes);
              double[][] found = new double[slopes.blocks() + 1][];
              found[0] = new double[] {value};
              System.arraycopy(SentVectors.blocks(slopes), 0, found, 1, slopes.blocks());
              return found;
            });
    SentVectors.copy(totals, 1, gradient);
    return totals[0][0];
  }

  @Override
  public Curvatures curvatures(Coefficients b) {
    SentVectors vectors = SentVectors.of(b.copy());
    String name = link;
    double power = alpha;
    return new SparkCurvatures(
        pass,
        vectors.arrays(),
        (part, sent) ->
            part.pass()
                .categorical(new Likelihood(Link.named(name), power))
                .curvatures(vectors.filled(sent)));
  }
}
