// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.RandomData;
import org.ibcavi.family.PowerFamily;
import org.ibcavi.local.FittedPredictors;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.variational.Variational;
import org.ibcavi.variational.VariationalAscent;
import org.ibcavi.variational.VariationalResult;
import org.ibcavi.variational.VariationalSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Leave-one-out densities without refits against those of true refits. */
class PsisLooTest {
  /** Rows of a file, features standardized. */
  static RandomData read(String name) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                PsisLooTest.class.getResourceAsStream("/data/" + name + ".csv"),
                StandardCharsets.UTF_8))) {
      List<String[]> lines = reader.lines().skip(1).map(line -> line.split(",")).toList();
      int columns = lines.get(0).length - 1;
      List<String> labels = lines.stream().map(line -> line[columns]).sorted().distinct().toList();
      double[][] rows = new double[lines.size()][columns];
      for (int m = 0; m < columns; m++) {
        int column = m;
        double[] values =
            lines.stream().mapToDouble(line -> Double.parseDouble(line[column])).toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance =
            Arrays.stream(values).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
        for (int i = 0; i < rows.length; i++) {
          rows[i][m] = (values[i] - mean) / Math.sqrt(variance);
        }
      }
      double[] ones = new double[rows.length];
      Arrays.fill(ones, 1);
      int[] categories = lines.stream().mapToInt(line -> labels.indexOf(line[columns])).toArray();
      return new RandomData(rows, categories, ones, labels.size());
    }
  }

  /** log E p(label) of a row under a posterior, by plain random draws. */
  private static double logDensity(
      RandomData data, Problem problem, VariationalResult posterior, int row) {
    double[] x = Arrays.copyOf(data.row(row), data.columns() + 1);
    x[data.columns()] = 1;
    int draws = 4000;
    SplittableRandom random = new SplittableRandom(row);
    double sum = 0;
    for (int s = 0; s < draws; s++) {
      double[] eta = new double[data.categories()];
      for (int k = 0; k < eta.length; k++) {
        int regression = problem.regressionOfCategory()[k];
        eta[k] = random.nextGaussian() * Math.sqrt(posterior.covariance().variance(regression, x));
        for (int p = 0; p < x.length; p++) {
          eta[k] += x[p] * posterior.means().get(regression, p);
        }
      }
      PowerFamily.logProbabilities(
          Variational.SOFTMAX.link(), Variational.SOFTMAX.alpha(), eta, eta);
      sum += Math.exp(eta[data.labels()[row]]) / draws;
    }
    return Math.log(sum);
  }

  /** Every few rows of the data are left out and the posterior is fitted again. */
  @ParameterizedTest
  @CsvSource({"iris,2,0.02", "glass,4,0.2"})
  void densitiesAreThoseOfTrueRefits(String name, int every, double most) throws IOException {
    RandomData data = read(name);
    Problem problem = Variational.problem(data);
    RegressionPriors priors = Variational.priors(problem, 4);
    VariationalResult all = Variational.fit(problem, Variational.SOFTMAX, priors);
    PosteriorSample sample =
        new PosteriorSample(
            problem,
            Variational.SOFTMAX,
            priors,
            all.means(),
            all.covariance(),
            2000,
            5,
            Variational.context());
    PsisLoo psis = new PsisLoo(sample, new ImportanceBound(sample));
    FittedPredictors predictors =
        new FittedPredictors(
            problem.sample(problem.rows(), new SplittableRandom(1)), all.means(), all.covariance());
    double[] steps =
        LeaveOneOut.of(Variational.SOFTMAX, predictors, 256, 1).logDensities(Variational.context());
    double psisError = 0;
    double stepError = 0;
    double refitTotal = 0;
    double psisTotal = 0;
    double stepTotal = 0;
    int refits = 0;
    for (int row = 0; row < data.count(); row += every) {
      int left = row;
      RandomData others =
          data.select(IntStream.range(0, data.count()).filter(i -> i != left).toArray());
      Problem without = Variational.problem(others);
      VariationalResult refit =
          new VariationalAscent(
                  without,
                  Variational.SOFTMAX,
                  priors,
                  VariationalSettings.of(without.shape(), 1).withDraws(64),
                  Variational.context())
              .climb(all.means(), Variational.scaled(problem, priors, all.covariance(), 0.5));
      double exact = logDensity(data, without, refit, row);
      refitTotal += exact;
      psisTotal += psis.logDensities()[row];
      stepTotal += steps[row];
      psisError += Math.abs(psis.logDensities()[row] - exact);
      stepError += Math.abs(steps[row] - exact);
      refits++;
    }
    double error =
        PsisLoo.standardError(psis.contributions()) * Math.sqrt((double) refits / data.count());
    assertEquals(refitTotal, psisTotal, 2 * error);
    assertEquals(refitTotal, stepTotal, 2 * error);
    // Row by row, which is far sharper.
    assertTrue(psisError / refits < most, "smoothed " + psisError / refits);
    assertTrue(stepError / refits < 0.06, "one step " + stepError / refits);
  }
}
