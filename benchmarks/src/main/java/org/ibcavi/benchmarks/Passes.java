// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Solver;
import org.ibcavi.special.StandardNormal;

/**
 * How fast the solvers approach the optimum: the norm of the gradient over all categories, relative
 * to that at zero, after a number of passes. The gradient is computed here, by plain loops, and not
 * by the library. N = 16000, M = 200, K = 100, prior variance 1.
 */
public final class Passes {
  private static final double INTERCEPT_VARIANCE = 25;

  private Passes() {}

  /**
   * Runs it.
   *
   * @param args passes of plain CAVI to look at (900)
   */
  public static void main(String[] args) {
    int plain = args.length > 0 ? Integer.parseInt(args[0]) : 900;
    TrainingData data = SimulatedData.of(20_000, 200, 100, 1.4, 1).training();
    IbCavi settings =
        IbCavi.withDefaults()
            .prior(Prior.isotropic(1))
            .standardize(false)
            .average(Average.fixed(1))
            .method(Method.BINARY)
            .posterior(PosteriorKind.CAVI)
            .tolerance(1e-12)
            .threads(2);
    double atZero = gradientNorm(data, new double[100][201]);
    for (int passes : new int[] {6, 9, 12, 15, 20, 25, 30, 35, 40}) {
      print("accelerated", passes, settings.maxSweeps(passes - 1), data, atZero);
    }
    print("plain CAVI", plain, settings.solver(Solver.CAVI).maxSweeps(plain - 1), data, atZero);
  }

  private static void print(
      String name, int passes, IbCavi settings, TrainingData data, double atZero) {
    CategoricalModel model = settings.fit(data);
    System.out.printf(
        Locale.ROOT,
        "%-12s %4d passes: relative gradient %.2e, ELBO %.6f%n",
        name,
        passes,
        gradientNorm(data, means(model.posterior())) / atZero,
        model.report().binary().orElseThrow().elbo());
  }

  private static double[][] means(Posterior posterior) {
    double[][] means = new double[posterior.categories()][];
    Arrays.setAll(means, k -> posterior.mean(posterior.vectorOf(k)));
    return means;
  }

  private static double gradientNorm(TrainingData data, double[][] vectors) {
    int columns = data.features().columns();
    double[] row = new double[columns];
    double sum = 0;
    double[][] gradients = new double[data.categories()][columns + 1];
    for (int i = 0; i < data.rows(); i++) {
      data.features().copyRow(i, row);
      for (int k = 0; k < vectors.length; k++) {
        double eta = vectors[k][columns];
        for (int m = 0; m < columns; m++) {
          eta += row[m] * vectors[k][m];
        }
        double slope =
            data.label(i) == k
                ? StandardNormal.inverseMills(eta)
                : -StandardNormal.inverseMills(-eta);
        for (int m = 0; m < columns; m++) {
          gradients[k][m] += slope * row[m];
        }
        gradients[k][columns] += slope;
      }
    }
    for (int k = 0; k < vectors.length; k++) {
      for (int m = 0; m <= columns; m++) {
        double variance = m == columns ? INTERCEPT_VARIANCE : 1;
        double gradient = gradients[k][m] - vectors[k][m] / variance;
        sum += gradient * gradient;
      }
    }
    return Math.sqrt(sum);
  }
}
