// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.ibcavi.categorical.Finish;
import org.ibcavi.categorical.FinishPlan;
import org.ibcavi.categorical.FinishedMember;
import org.ibcavi.categorical.Finisher;
import org.ibcavi.categorical.VariationalFinish;
import org.ibcavi.categorical.VariationalResult;
import org.ibcavi.categorical.VariationalSettings;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Standardization;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitContext;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.link.PowerFamily;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.UnitPriors;

/**
 * Held-out log loss of one categorical member with given prior variances: at the mode, at the
 * variational mean, and as the mean over draws of either posterior. Arguments: CSV files.
 */
public final class VariationalComparison {
  private static final int[] DRAWS = {8, 16, 32, 64};
  private static final int MANY = 1024;
  private static final int PARTS = 3;
  private static final double INTERCEPT_VARIANCE = 25;
  private static final List<Likelihood> MEMBERS =
      List.of(
          new Likelihood(Link.LOGIT, 1),
          new Likelihood(Link.LOGIT, 0.5),
          new Likelihood(Link.LOGIT, 0));

  private VariationalComparison() {}

  /**
   * Prints a line for each file, member and variance.
   *
   * @param files CSV files
   * @throws IOException if one cannot be read
   */
  public static void main(String[] files) throws IOException {
    System.out.println(
        "data alpha v | mode, variational mean, draws "
            + Arrays.toString(DRAWS)
            + ", many draws, many draws of Laplace's | rounds, passes, time / mode's");
    for (String file : files) {
      DataTable table = DataTable.read(Path.of(file));
      for (Likelihood member : MEMBERS) {
        for (double variance : new double[] {1, 16}) {
          System.out.println(line(Path.of(file), table, member, variance));
        }
      }
    }
  }

  private static String line(Path file, DataTable table, Likelihood member, double variance) {
    int[] part = table.deal(PARTS, 1);
    double[] sums = new double[DRAWS.length + 4 + 3];
    for (int test = 0; test < PARTS; test++) {
      double[] figures = figures(table.split(part, test), member, variance);
      Arrays.setAll(sums, i -> sums[i] + figures[i] / PARTS);
    }
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, "%-12s %.1f %4.0f |", file.getFileName(), member.alpha(), variance));
    for (int i = 0; i < DRAWS.length + 4; i++) {
      text.append(String.format(Locale.ROOT, " %.4f", sums[i]));
    }
    int at = DRAWS.length + 4;
    text.append(
        String.format(Locale.ROOT, " | %.1f %.1f %.2f", sums[at], sums[at + 1], sums[at + 2]));
    return text.toString();
  }

  private static double[] figures(DataTable.Split split, Likelihood member, double variance) {
    TrainingData training = split.training().toTrainingData();
    Standardization scale = Standardization.of(training, true);
    DesignMatrix features = scale.apply(training.features());
    Problem problem = Problem.of(Link.LOGIT, training, features, true);
    GaussianPrior prior =
        new IsotropicPrior(variance, INTERCEPT_VARIANCE).over(features.columns(), true);
    try (Workers workers = Workers.of(2)) {
      FitContext context = new FitContext(workers, FitListener.none());
      FinishPlan plan = FinishPlan.of(problem, Finish.of(member), List.of(), false);
      Coefficients zero = new Coefficients(problem.size(), problem.units());
      long start = System.nanoTime();
      FinishedMember mode =
          new Finisher(problem, plan, 3e-3, 1000, 1, context)
              .finish(prior, variance, any -> zero)
              .get(0);
      long middle = System.nanoTime();
      VariationalResult result =
          new VariationalFinish(
                  problem,
                  member,
                  UnitPriors.shared(prior),
                  VariationalSettings.of(problem, 1),
                  context)
              .climb(mode.means(), mode.covariance());
      double ratio = (double) (System.nanoTime() - middle) / (middle - start);
      Test test =
          new Test(
              scale.apply(split.test().toTrainingData().features()), split.test(), problem, member);
      double[] figures = new double[DRAWS.length + 7];
      figures[0] = test.logLoss(mode.means(), null, 1);
      figures[1] = test.logLoss(result.means(), null, 1);
      for (int i = 0; i < DRAWS.length; i++) {
        figures[2 + i] = test.logLoss(result.means(), result.covariance(), DRAWS[i]);
      }
      int at = 2 + DRAWS.length;
      figures[at] = test.logLoss(result.means(), result.covariance(), MANY);
      figures[at + 1] = test.logLoss(mode.means(), mode.covariance(), MANY);
      figures[at + 2] = result.rounds();
      figures[at + 3] = result.passes();
      figures[at + 4] = ratio;
      return figures;
    }
  }

  /** Held-out rows. */
  private record Test(DesignMatrix features, DataTable table, Problem problem, Likelihood member) {
    /** With as many antithetic draws, the same for every row; without covariance at the means. */
    double logLoss(Coefficients means, PosteriorCovariance covariance, int draws) {
      int[] units = problem.unitOfCategory();
      SplittableRandom random = new SplittableRandom(5);
      double[][] z = new double[draws][units.length];
      for (int s = 0; s + 1 < draws; s += 2) {
        for (int k = 0; k < units.length; k++) {
          z[s][k] = random.nextGaussian();
          z[s + 1][k] = -z[s][k];
        }
      }
      double loss = 0;
      double[] x = new double[problem.size()];
      for (int i = 0; i < table.rows(); i++) {
        features.copyRow(i, x);
        x[x.length - 1] = 1;
        loss -= Math.log(probability(means, covariance, z, x, table.label(i), units));
      }
      return loss / table.rows();
    }

    private double probability(
        Coefficients means,
        PosteriorCovariance covariance,
        double[][] z,
        double[] x,
        int label,
        int[] units) {
      double[] mean = new double[units.length];
      double[] deviation = new double[units.length];
      for (int k = 0; k < units.length; k++) {
        for (int p = 0; p < x.length; p++) {
          mean[k] += x[p] * means.get(units[k], p);
        }
        deviation[k] = covariance == null ? 0 : Math.sqrt(covariance.variance(units[k], x));
      }
      double sum = 0;
      double[] eta = new double[units.length];
      for (double[] draw : z) {
        Arrays.setAll(eta, k -> mean[k] + deviation[k] * draw[k]);
        PowerFamily.logProbabilities(member.link(), member.alpha(), eta, eta);
        sum += Math.exp(eta[label]) / z.length;
      }
      return Math.max(sum, Double.MIN_NORMAL);
    }
  }
}
