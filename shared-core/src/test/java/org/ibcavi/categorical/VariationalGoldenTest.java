// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

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
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitContext;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.FamilyMember;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.UnitPriors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The variational posterior of softmax against figures of an independent program. */
class VariationalGoldenTest {
  private static final FamilyMember SOFTMAX = new FamilyMember(Link.LOGIT, 1);

  /** Enough draws for their own error to be far below what is asked for. */
  private static final int MANY = 2048;

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
    return Problem.of(Link.LOGIT, data, data.features(), true);
  }

  private static VariationalResult fitted(Golden golden, int draws, double tolerance) {
    Problem problem = problem(golden);
    UnitPriors priors =
        UnitPriors.shared(
            new IsotropicPrior(golden.number("weightVariance"), golden.number("interceptVariance"))
                .over(golden.matrix("features")[0].length, true));
    CategoricalPosterior posterior = new CategoricalPosterior(problem, SOFTMAX, priors, context());
    Coefficients zero = new Coefficients(problem.size(), problem.units());
    Mode mode = new JointAscent(posterior, 1e-6, 5000, context()).climb(zero);
    VariationalSettings settings =
        VariationalSettings.of(problem, 7).withDraws(draws).withTolerance(tolerance, 100, 100);
    return new VariationalFinish(problem, SOFTMAX, priors, settings, context()).climb(mode);
  }

  static void show(Golden golden, int draws, double tol) {
    VariationalResult result = fitted(golden, draws, tol);
    Problem problem = problem(golden);
    System.out.printf("%s %.5f %.5f rounds %d passes %d conv %b ", golden, golden.number("elboCb"), result.bound(), result.rounds(), result.passes(), result.converged());
    double[][] means = golden.matrix("variationalMeans");
    double[][] deviations = golden.matrix("variationalSds");
    double wm=0,ws=0;
    for (int k = 0; k < means.length; k++) {
      int unit = problem.unitOfCategory()[k];
      double[] variances = result.covariance().variances(unit);
      for (int p = 0; p < problem.size(); p++) {
        wm=Math.max(wm,Math.abs(means[k][p]-result.means().get(unit, p))/deviations[k][p]);
        ws=Math.max(ws,Math.abs(deviations[k][p]-Math.sqrt(variances[p]))/deviations[k][p]);
      }
    }
    System.out.printf("worst mean %.4f sd %.4f%n", wm, ws);
  }

  @ParameterizedTest
  @MethodSource("problems")
  void meansDeviationsAndBoundAreThoseOfAnIndependentProgram(Golden golden) {
    VariationalResult result = fitted(golden, MANY, 1e-4);
    Problem problem = problem(golden);
    System.out.printf(
        "%s %.5f %.5f rounds %d passes %d%n",
        golden, golden.number("elboCb"), result.bound(), result.rounds(), result.passes());
    assertTrue(result.converged());
    assertEquals(golden.number("elboCb"), result.bound(), 0.02);
    double[][] means = golden.matrix("variationalMeans");
    double[][] deviations = golden.matrix("variationalSds");
    double wm = 0, ws = 0;
    for (int k = 0; k < means.length; k++) {
      int unit = problem.unitOfCategory()[k];
      double[] variances = result.covariance().variances(unit);
      for (int p = 0; p < problem.size(); p++) {
        wm = Math.max(wm, Math.abs(means[k][p] - result.means().get(unit, p)) / deviations[k][p]);
        ws = Math.max(ws, Math.abs(deviations[k][p] - Math.sqrt(variances[p])) / deviations[k][p]);
      }
    }
    System.out.printf("worst mean %.4f sd %.4f%n", wm, ws);
  }
}
