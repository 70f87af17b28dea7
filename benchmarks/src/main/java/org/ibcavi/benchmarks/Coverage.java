// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.DenseMatrix;
import org.ibcavi.link.Link;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;

/**
 * How often the credible intervals of class probabilities hold the true ones: softmax data, K = 4,
 * M = 8, 800 training and 200 test rows, intervals of 90 % for every test row and category.
 * Arguments: seeds (50), rows (1000), columns (8), categories (4).
 */
public final class Coverage {
  private static final double LEVEL = 0.9;
  private static final double[] STRENGTHS = {0.5, 2};

  private Coverage() {}

  /** The share of intervals that hold the truth, and their mean width. */
  private record Result(double covered, double width) {}

  /**
   * Runs it.
   *
   * @param args seeds and sizes
   */
  public static void main(String[] args) {
    int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 50;
    int rows = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
    int columns = args.length > 2 ? Integer.parseInt(args[2]) : 8;
    int categories = args.length > 3 ? Integer.parseInt(args[3]) : 4;
    System.out.println("| posterior | σ | covered | mean width |");
    System.out.println("|---|---|---|---|");
    for (double strength : STRENGTHS) {
      for (Map.Entry<String, IbCavi> way : ways().entrySet()) {
        Result mean = new Result(0, 0);
        for (long seed = 1; seed <= seeds; seed++) {
          SimulatedData data = SimulatedData.of(rows, columns, categories, strength, seed);
          Result one = run(data, way.getValue());
          mean = new Result(mean.covered + one.covered / seeds, mean.width + one.width / seeds);
        }
        System.out.printf(
            Locale.ROOT,
            "| %s | %.1f | %.3f | %.3f |%n",
            way.getKey(),
            strength,
            mean.covered,
            mean.width);
      }
    }
  }

  private static Map<String, IbCavi> ways() {
    IbCavi defaults = IbCavi.withDefaults();
    IbCavi binary = defaults.method(Method.BINARY);
    Map<String, IbCavi> ways = new LinkedHashMap<>();
    ways.put("default", defaults);
    ways.put(
        "categorical, softmax alone",
        defaults.method(Method.CATEGORICAL).average(Average.fixed(1)));
    for (Link link : new Link[] {Link.PROBIT, Link.LOGIT}) {
      IbCavi linked = binary.link(link);
      ways.put(
          "binary, " + link.name() + ", CAVI covariance", linked.posterior(PosteriorKind.CAVI));
      ways.put(
          "binary, " + link.name() + ", Laplace covariance",
          linked.posterior(PosteriorKind.LAPLACE));
    }
    return ways;
  }

  private static Result run(SimulatedData data, IbCavi settings) {
    DenseMatrix rows = data.testRows();
    Uncertainty[] uncertainties = settings.fit(data.training()).uncertainty(rows, LEVEL);
    long covered = 0;
    double width = 0;
    long count = 0;
    for (int i = 0; i < uncertainties.length; i++) {
      double[] truth = data.truth(i);
      double[] lower = uncertainties[i].lower();
      double[] upper = uncertainties[i].upper();
      for (int k = 0; k < truth.length; k++, count++) {
        covered += lower[k] <= truth[k] && truth[k] <= upper[k] ? 1 : 0;
        width += upper[k] - lower[k];
      }
    }
    return new Result((double) covered / count, width / count);
  }
}
