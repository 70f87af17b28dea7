// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.joint.CategoricalPosterior;
import org.ibcavi.joint.JointAscent;
import org.ibcavi.joint.Mode;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The variational posterior of softmax against figures of an independent program. */
class VariationalGoldenTest {
  private static final Likelihood SOFTMAX = new Likelihood(Link.LOGIT, 1);

  /** Enough draws for their own error to be far below what is asked for. */
  private static final int MANY = 8192;

  /** One of the problems. */
  record Golden(JsonObject json) {
    RandomData data() {
      int[] labels = Arrays.stream(vector("labels")).mapToInt(value -> (int) value).toArray();
      return new RandomData(
          matrix("features"), labels, vector("weights"), json.get("categories").getAsInt());
    }

    double number(String name) {
      return json.get(name).getAsDouble();
    }

    double[] vector(String name) {
      return doubles(json.getAsJsonArray(name));
    }

    double[][] matrix(String name) {
      List<double[]> rows = new ArrayList<>();
      json.getAsJsonArray(name).forEach(row -> rows.add(doubles(row.getAsJsonArray())));
      return rows.toArray(double[][]::new);
    }

    private static double[] doubles(JsonArray array) {
      double[] values = new double[array.size()];
      Arrays.setAll(values, i -> array.get(i).getAsDouble());
      return values;
    }

    @Override
    public String toString() {
      return json.get("name").getAsString();
    }
  }

  static List<Golden> problems() throws IOException {
    try (InputStream in =
        VariationalGoldenTest.class.getResourceAsStream("/golden/variational.json")) {
      List<Golden> result = new ArrayList<>();
      JsonParser.parseReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .getAsJsonArray()
          .forEach(each -> result.add(new Golden(each.getAsJsonObject())));
      return result;
    }
  }

  private static FitContext context() {
    return new FitContext(Workers.sequential(), FitListener.none());
  }

  private static Problem problem(Golden golden) {
    TrainingData data = golden.data().dense();
    return Problem.of(data, data.features(), true);
  }

  private static VariationalResult fitted(Golden golden, int draws, double tolerance) {
    Problem problem = problem(golden);
    RegressionPriors priors =
        RegressionPriors.shared(
            new IsotropicPrior(golden.number("weightVariance"), golden.number("interceptVariance"))
                .over(golden.matrix("features")[0].length, true));
    CategoricalPosterior posterior =
        new CategoricalPosterior(new LocalPass(problem, context()), SOFTMAX, priors);
    Coefficients zero = new Coefficients(problem.size(), problem.regressions());
    Mode mode = new JointAscent(posterior, 1e-6, 5000, context()).climb(zero);
    VariationalSettings settings =
        VariationalSettings.of(problem.shape(), 7)
            .withDraws(draws)
            .withTolerance(tolerance, 100, 100);
    return new VariationalAscent(problem, SOFTMAX, priors, settings, context()).climb(mode);
  }

  /** The program's own figures for the category without rows are known to about this only. */
  private static double tolerance(Golden golden) {
    return golden.toString().equals("a category without rows") ? 0.05 : 0.01;
  }

  @ParameterizedTest
  @MethodSource("problems")
  void meansDeviationsAndBoundAreThoseOfAnIndependentProgram(Golden golden) {
    VariationalResult result = fitted(golden, MANY, 1e-3);
    assertTrue(result.converged());
    assertEquals(golden.number("elboCb"), result.bound(), 0.02);
    requireClose(golden, result, tolerance(golden));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void theDefaultsAreWithinADecimalOfAPosteriorDeviation(Golden golden) {
    VariationalResult result = fitted(golden, 256, 1e-2);
    assertTrue(result.converged());
    assertTrue(result.rounds() <= 12, "rounds " + result.rounds());
    assertEquals(golden.number("elboCb"), result.bound(), 0.05);
    requireClose(golden, result, 0.1);
  }

  private static void requireClose(Golden golden, VariationalResult result, double tolerance) {
    Problem problem = problem(golden);
    double[][] means = golden.matrix("variationalMeans");
    double[][] deviations = golden.matrix("variationalSds");
    for (int k = 0; k < means.length; k++) {
      int regression = problem.regressionOfCategory()[k];
      double[] variances = result.covariance().variances(regression);
      for (int p = 0; p < problem.size(); p++) {
        double share = tolerance * deviations[k][p];
        String place = "category " + k + ", coefficient " + p;
        assertEquals(means[k][p], result.means().get(regression, p), share, place);
        assertEquals(deviations[k][p], Math.sqrt(variances[p]), share, place);
      }
    }
  }

  /** Exact means are of long runs of a sampler; ours are means over plain random draws. */
  @ParameterizedTest
  @MethodSource("problems")
  void predictiveMeansAreCloseToTheExactOnes(Golden golden) {
    VariationalResult result = fitted(golden, 256, 1e-2);
    double[][] rows = golden.matrix("testRows");
    double[][] exact = golden.matrix("exactMeans");
    double sum = 0;
    for (int i = 0; i < rows.length; i++) {
      double[] mean = predictiveMean(golden, result, rows[i]);
      for (int k = 0; k < mean.length; k++) {
        sum += 0.5 * Math.abs(mean[k] - exact[i][k]) / rows.length;
      }
    }
    assertTrue(sum <= 0.02, "total variation " + sum);
  }

  private static double[] predictiveMean(Golden golden, VariationalResult result, double[] row) {
    Problem problem = problem(golden);
    double[] x = Arrays.copyOf(row, row.length + 1);
    x[row.length] = 1;
    int draws = 20_000;
    SplittableRandom random = new SplittableRandom(3);
    double[] mean = new double[problem.categories()];
    for (int s = 0; s < draws; s++) {
      double[] p = new double[mean.length];
      double total = 0;
      for (int k = 0; k < p.length; k++) {
        int regression = problem.regressionOfCategory()[k];
        double deviation = Math.sqrt(result.covariance().variance(regression, x));
        double eta = deviation * random.nextGaussian();
        for (int m = 0; m < x.length; m++) {
          eta += x[m] * result.means().get(regression, m);
        }
        p[k] = Math.exp(eta);
        total += p[k];
      }
      for (int k = 0; k < p.length; k++) {
        mean[k] += p[k] / total / draws;
      }
    }
    return mean;
  }
}
