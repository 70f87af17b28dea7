// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Link;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;

/**
 * How often the credible intervals of class probabilities hold the true ones: softmax data of
 * several kinds, intervals of 90 % for every test row and every category with rows. The ways to fit
 * are compared on two kinds; of the others only the default is looked at. Arguments: seeds (50),
 * and if wanted a part of the names of the kinds to run instead of all.
 */
public final class Coverage {
  private static final double LEVEL = 0.9;

  /** Probabilities above this are counted by themselves: most others are hardly above 0. */
  private static final double LARGE = 0.05;

  private Coverage() {}

  /** Sums over intervals. */
  private static final class Result {
    private long count;
    private long covered;
    private long largeCount;
    private long largeCovered;
    private double width;
    private boolean caveat;

    void add(double truth, double lower, double upper) {
      boolean inside = lower <= truth && truth <= upper;
      count++;
      covered += inside ? 1 : 0;
      width += upper - lower;
      if (truth > LARGE) {
        largeCount++;
        largeCovered += inside ? 1 : 0;
      }
    }
  }

  /**
   * Runs it.
   *
   * @param args seeds, and a part of names
   */
  public static void main(String[] args) {
    int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 50;
    String part = args.length > 1 ? args[1] : "";
    System.out.println(
        "| data | posterior | seeds | covered | covered above 0.05 | mean width | caveat |");
    System.out.println("|---|---|---|---|---|---|---|");
    kinds()
        .forEach(
            (kind, data) -> {
              if (kind.contains(part)) {
                ways(kind).forEach((way, fit) -> print(kind, way, seeds, run(data, fit, seeds)));
              }
            });
  }

  private static void print(String kind, String way, int seeds, Result result) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %d | %.3f | %.3f | %.3f | %s |%n",
        kind,
        way,
        seeds,
        (double) result.covered / result.count,
        (double) result.largeCovered / result.largeCount,
        result.width / result.count,
        result.caveat ? "yes" : "");
  }

  /** Data of a seed, by what they are like. */
  private static Map<String, LongFunction<SimulatedData>> kinds() {
    Map<String, LongFunction<SimulatedData>> kinds = new LinkedHashMap<>();
    kinds.put("σ=0.5", seed -> SimulatedData.of(1000, 8, 4, 0.5, seed));
    kinds.put("σ=2", seed -> SimulatedData.of(1000, 8, 4, 2, seed));
    kinds.put("separable, σ=6", seed -> SimulatedData.of(1000, 8, 4, 6, seed));
    kinds.put("two categories", seed -> SimulatedData.of(1000, 8, 2, 2, seed));
    for (double strength : new double[] {0.5, 2}) {
      kinds.put(
          "3 of 5 empty, σ=" + strength,
          seed -> SimulatedData.withEmpty(800, 200, 8, 2, 3, strength, seed));
    }
    kinds.put("N=60, M=120", seed -> SimulatedData.withEmpty(60, 200, 120, 4, 0, 0.3, seed));
    kinds.put(
        "K=60, 10 of 1000 sparse", seed -> SimulatedData.sparse(6000, 200, 1000, 10, 60, seed));
    return kinds;
  }

  private static Map<String, IbCavi> ways(String kind) {
    IbCavi defaults = IbCavi.withDefaults();
    Map<String, IbCavi> ways = new LinkedHashMap<>();
    ways.put("default", defaults);
    if (!kind.startsWith("σ")) {
      return ways;
    }
    ways.put(
        "categorical, softmax alone",
        defaults.method(Method.CATEGORICAL).average(Average.fixed(1)));
    for (Link link : new Link[] {Link.PROBIT, Link.LOGIT}) {
      IbCavi linked = defaults.method(Method.BINARY).link(link);
      ways.put(
          "binary, " + link.name() + ", CAVI covariance", linked.posterior(PosteriorKind.CAVI));
      ways.put(
          "binary, " + link.name() + ", Laplace covariance",
          linked.posterior(PosteriorKind.LAPLACE));
    }
    return ways;
  }

  private static Result run(LongFunction<SimulatedData> kind, IbCavi fit, int seeds) {
    Result result = new Result();
    for (long seed = 1; seed <= seeds; seed++) {
      SimulatedData data = kind.apply(seed);
      double[] rowsOfCategory = data.training().categoryWeights();
      Uncertainty[] uncertainties = fit.fit(data.training()).uncertainty(data.testRows(), LEVEL);
      for (int i = 0; i < uncertainties.length; i++) {
        double[] truth = data.truth(i);
        double[] lower = uncertainties[i].lower();
        double[] upper = uncertainties[i].upper();
        for (int k = 0; k < truth.length; k++) {
          if (rowsOfCategory[k] > 0) {
            result.add(truth[k], lower[k], upper[k]);
          }
        }
        result.caveat |= uncertainties[i].caveat().isPresent();
      }
    }
    return result;
  }
}
