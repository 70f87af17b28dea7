// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ibcavi.link.Likelihood;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.RegressionSample;
import org.ibcavi.scale.HeldOutParts;
import org.ibcavi.scale.ScaleSearch;

/**
 * Rows that are held out while members are fitted to the others: where curvatures of all
 * coefficients cannot be held, neither evidence nor leave-one-out can be computed, and these rows
 * choose the variance and the weights.
 */
final class HeldOutRows {
  private final MemberFitter fitter;
  private final int share;
  private final HeldOutParts parts;
  private final List<RowPass> others = new ArrayList<>();
  private final int[] regressions;

  /**
   * Deals the rows.
   *
   * @param fitter of members on all rows
   * @param share one of so many rows takes part
   */
  HeldOutRows(MemberFitter fitter, int share) {
    this.fitter = fitter;
    this.share = share;
    regressions = RegressionSample.withRows(fitter.shape()).toArray();
    parts = new HeldOutParts(fitter.pass(), regressions, share, fitter.settings().seed());
    for (int part = 0; part < parts.count(); part++) {
      others.add(parts.others(part));
    }
  }

  /** The weights of all rows that are held out, part after part. */
  double[] weights() {
    return joined(parts.folds()::weights);
  }

  /** What each part that is held out has, one part after the other. */
  private double[] joined(IntFunction<double[]> ofPart) {
    return IntStream.range(0, others.size())
        .mapToObj(ofPart)
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /**
   * The log densities of all rows that are held out, part after part.
   *
   * @param likelihood of the predictions
   * @param means fitted to the rows of a pass
   */
  double[] logDensities(Likelihood likelihood, Function<RowPass, Coefficients> means) {
    return joined(part -> logDensities(part, likelihood, means.apply(others.get(part))));
  }

  private double[] logDensities(int part, Likelihood likelihood, Coefficients means) {
    return parts.folds().logDensities(part, likelihood, means.some(regressions));
  }

  /** A search for a member's variance. */
  final class Search {
    private final Likelihood likelihood;
    private final List<ScalePath> paths;

    /**
     * Prepares a search.
     *
     * @param likelihood of the member
     * @param prior whose variance is searched
     * @param start where ascents begin
     */
    Search(Likelihood likelihood, LearnedScale prior, Coefficients start) {
      this.likelihood = likelihood;
      paths =
          others.stream()
              .map(pass -> new ScalePath(fitter.on(pass), likelihood, prior, start))
              .toList();
    }

    /** The variance under which held-out rows are predicted best. */
    double best(double first) {
      return ScaleSearch.bestVariance(
          this::logDensity,
          first,
          ScaleSearch.STEP,
          ScalePath.LEFT_OUT * fitter.settings().scaleTolerance());
    }

    private double logDensity(double tried) {
      double sum = 0;
      for (int part = 0; part < paths.size(); part++) {
        Coefficients mode = paths.get(part).roughMode(tried);
        sum += parts.folds().logDensity(part, likelihood, mode.some(regressions));
      }
      return sum;
    }

    /** The log densities of all rows that are held out, under a variance. */
    double[] logDensities(double variance) {
      return joined(
          part ->
              HeldOutRows.this.logDensities(part, likelihood, paths.get(part).roughMode(variance)));
    }

    /** Where an ascent with all rows may begin: the last mode without the first part. */
    Coefficients nearest() {
      return paths.get(0).last();
    }
  }

  /** A sentence for the report. */
  String note() {
    return "the prior variance of the categorical likelihood is the one that predicted "
        + parts.rows()
        + " held-out rows best; they weighed the members too"
        + (share == 1
            ? ""
            : "; " + parts.dealt() + " of " + fitter.shape().givenRows() + " rows took part");
  }
}
