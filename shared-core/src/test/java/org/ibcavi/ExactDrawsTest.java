// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Predictive means and interval widths of the variational posterior against long runs of a sampler
 * ({@code exact.ExactDraws} in examples) for one member with a given prior, on 24 problems.
 * Laplace's are computed too, for the table in docs/laboratory/posterior.md, which the test writes
 * to target.
 */
class ExactDrawsTest {
  /** Intervals narrower than this are left out of ratios: their widths are mostly draws' errors. */
  private static final double NARROW = 0.01;

  /** Probit with α below 1 and wide priors, where intervals are too narrow (docs/laboratory). */
  private static final Set<String> MISSED =
      Set.of("separable 2", "weighted 2", "rare 4", "weighted 4");

  /** Where means are far from the exact ones as well, with four of five seeds (docs/laboratory). */
  private static final String FAR = "weighted 4";

  private static List<Exact> problems;
  private static List<Comparison> variational;
  private static List<Comparison> laplace;

  /** One of the problems. */
  private record Exact(JsonObject json) {
    String text(String name) {
      return json.get(name).getAsString();
    }

    double number(String name) {
      return json.get(name).getAsDouble();
    }

    double[][] matrix(String name) {
      List<double[]> rows = new ArrayList<>();
      json.getAsJsonArray(name).forEach(row -> rows.add(doubles(row.getAsJsonArray())));
      return rows.toArray(double[][]::new);
    }

    private static double[] doubles(JsonArray array) {
      return IntStream.range(0, array.size())
          .mapToDouble(i -> array.get(i).getAsDouble())
          .toArray();
    }

    RandomData data() {
      int[] labels =
          Arrays.stream(doubles(json.getAsJsonArray("labels"))).mapToInt(y -> (int) y).toArray();
      double[] weights = doubles(json.getAsJsonArray("weights"));
      return new RandomData(matrix("features"), labels, weights, (int) number("categories"));
    }

    Link link() {
      return Link.ALL.stream().filter(l -> l.name().equals(text("link"))).findFirst().orElseThrow();
    }

    /** What the core makes of it, by its front door: one member, the prior given. */
    CategoricalModel fit(PosteriorKind kind) {
      return IbCavi.withDefaults()
          .method(Method.CATEGORICAL)
          .link(link())
          .average(Average.fixed(number("alpha")))
          .prior(new IsotropicPrior(number("weightVariance"), number("interceptVariance")))
          .standardize(false)
          .posterior(kind)
          .predictingBy(PredictionMode.MONTE_CARLO)
          .fit(data().dense());
    }
  }

  /**
   * How far a posterior is from the exact one.
   *
   * @param totalVariation between predictive means, averaged over rows
   * @param widthRatio the median over rows and categories of ours / exact
   */
  private record Comparison(double totalVariation, double widthRatio) {}

  @BeforeAll
  static void fitAll() throws IOException {
    problems = new ArrayList<>();
    try (InputStream in = ExactDrawsTest.class.getResourceAsStream("/golden/exact-draws.json")) {
      JsonObject file =
          JsonParser.parseReader(new InputStreamReader(in, StandardCharsets.UTF_8))
              .getAsJsonObject();
      for (JsonElement each : file.getAsJsonArray("problems")) {
        problems.add(new Exact(each.getAsJsonObject()));
      }
    }
    variational = problems.stream().map(p -> compare(p, PosteriorKind.VARIATIONAL)).toList();
    laplace = problems.stream().map(p -> compare(p, PosteriorKind.LAPLACE)).toList();
    Files.writeString(Path.of("target", "exact-draws.md"), table());
  }

  /** Categories without rows have intervals by a rule of the model's own. */
  private static Comparison compare(Exact problem, PosteriorKind kind) {
    double[][] rows = problem.matrix("testRows");
    double[][] means = problem.matrix("exactMeans");
    double[][] widths = problem.matrix("exactWidths");
    CategoricalModel model = problem.fit(kind);
    Uncertainty[] ours = model.uncertainty(DesignMatrix.of(rows), 0.9);
    double variation = 0;
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      double[] mean = ours[i].mean();
      for (int k = 0; k < mean.length; k++) {
        variation += 0.5 * Math.abs(mean[k] - means[i][k]) / rows.length;
        if (widths[i][k] >= NARROW && !model.isLeftOut(k)) {
          ratios.add((ours[i].upper()[k] - ours[i].lower()[k]) / widths[i][k]);
        }
      }
    }
    double[] sorted = ratios.stream().mapToDouble(ratio -> ratio).sorted().toArray();
    return new Comparison(variation, sorted[sorted.length / 2]);
  }

  private static String table() {
    StringBuilder lines =
        new StringBuilder(
            "| problem | N, M, K | likelihood, variance | variational: tv | width | Laplace: tv |"
                + " width |\n|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < problems.size(); i++) {
      Exact problem = problems.get(i);
      lines.append(
          String.format(
              Locale.ROOT,
              "| %s | %d, %d, %.0f | %s %s, %s | %.4f | %.2f | %.4f | %.2f |%n",
              problem.text("name"),
              problem.matrix("features").length,
              problem.matrix("features")[0].length,
              problem.number("categories"),
              problem.text("link"),
              problem.text("alpha"),
              problem.text("weightVariance"),
              variational.get(i).totalVariation,
              variational.get(i).widthRatio,
              laplace.get(i).totalVariation,
              laplace.get(i).widthRatio));
    }
    return lines
        .append(
            String.format(
                Locale.ROOT,
                "| mean | | | %.4f | | %.4f | |%n",
                averageVariation(variational),
                averageVariation(laplace)))
        .toString();
  }

  private static double averageVariation(List<Comparison> comparisons) {
    return comparisons.stream().mapToDouble(Comparison::totalVariation).average().orElseThrow();
  }

  private static void forEach(CheckOfProblem check) {
    assertAll(
        IntStream.range(0, problems.size())
            .mapToObj(i -> () -> check.run(problems.get(i).text("name"), i)));
  }

  /** A claim about one problem. */
  @FunctionalInterface
  private interface CheckOfProblem {
    void run(String name, int problem) throws Exception;
  }

  @Test
  void theFileHoldsCheckedRunsOfItsData() {
    assertEquals(24, problems.size());
    forEach(
        (name, i) -> {
          JsonObject json = problems.get(i).json;
          StringBuilder data = new StringBuilder();
          for (String field : List.of("features", "labels", "weights", "testRows")) {
            data.append(json.get(field));
          }
          byte[] hash =
              MessageDigest.getInstance("SHA-256")
                  .digest(data.toString().getBytes(StandardCharsets.UTF_8));
          assertEquals(HexFormat.of().formatHex(hash), json.get("dataSha256").getAsString(), name);
          assertTrue(json.get("largestRhat").getAsDouble() < 1.01, name);
          assertTrue(json.get("smallestEffectiveSize").getAsDouble() > 400, name);
        });
  }

  @Test
  void predictiveMeansAreCloseToTheExactOnes() {
    assertTrue(averageVariation(variational) <= 0.02, table());
    forEach(
        (name, i) -> {
          assertTrue(variational.get(i).totalVariation <= 0.05 || name.equals(FAR), name);
        });
  }

  @Test
  void intervalsAreAboutAsWideAsTheExactOnes() {
    forEach(
        (name, i) -> {
          double ratio = variational.get(i).widthRatio;
          boolean wideEnough = ratio >= 0.8 || MISSED.contains(name);
          assertTrue(wideEnough && ratio <= 1.3, name + ": " + ratio);
        });
  }

  @Test
  void laplacesPosteriorIsFartherFromTheExactOne() {
    assertTrue(averageVariation(laplace) > 1.5 * averageVariation(variational), table());
  }
}
