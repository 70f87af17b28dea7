// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalCategoricalRows;
import org.ibcavi.pass.CategoricalRows;
import org.ibcavi.pass.Curvatures;
import org.ibcavi.posterior.Coefficients;

/**
 * A categorical likelihood of rows that every executor has. It couples all categories, so that
 * tasks share out the rows instead: the segments in which the core adds them up, too.
 */
final class SplitCategoricalRows implements CategoricalRows {
  /** Values of sums that one job brings here: 256 MB. */
  private static final int MAX_SUMS = 1 << 25;

  private final SplitPass pass;
  private final LocalCategoricalRows here;
  private final String link;
  private final double alpha;

  SplitCategoricalRows(SplitPass pass, Likelihood member, LocalCategoricalRows here) {
    this.pass = pass;
    this.here = here;
    this.link = member.link().name();
    this.alpha = member.alpha();
  }

  @Override
  public double valueAndGradient(Coefficients b, Coefficients gradient) {
    int segments = pass.problem().segments();
    if (segments == 1) {
      return here.valueAndGradient(b, gradient);
    }
    SentVectors vectors = SentVectors.of(b);
    String name = link;
    double power = alpha;
    long values = (long) b.size() * b.vectors();
    int group = (int) Math.max(1, Math.min(segments, MAX_SUMS / values));
    List<double[][]> sums = new ArrayList<>();
    Broadcast<double[][]> sent = pass.engine().send(vectors.arrays());
    try {
      for (int from = 0; from < segments; from += group) {
        sums.addAll(
            pass.engine()
                .run(
                    pass.problem(),
                    IntStream.range(from, Math.min(segments, from + group)).boxed().toList(),
                    (rows, segment) ->
                        rows.categorical(new Likelihood(Link.named(name), power))
                            .ofSegment(vectors.filled(sent.value()), segment)));
        double[][] soFar = OrderedSums.added(sums);
        sums.clear();
        sums.add(soFar);
      }
    } finally {
      sent.destroy(false);
    }
    SentVectors.copy(sums.get(0), 1, gradient);
    return sums.get(0)[0][0];
  }

  @Override
  public Curvatures curvatures(Coefficients b) {
    SentVectors vectors = SentVectors.of(b.copy());
    String name = link;
    double power = alpha;
    return new SplitCurvatures(
        pass,
        here.curvatures(b),
        vectors.arrays(),
        (rows, sent) ->
            rows.categorical(new Likelihood(Link.named(name), power))
                .curvatures(vectors.filled(sent)));
  }
}
