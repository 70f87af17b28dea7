// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.exact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ibcavi.examples.baselines.Nuts;

/**
 * Draws from the exact posteriors of {@link MemberProblems} with the No-U-Turn sampler and writes
 * data, predictive means and widths of 90 % intervals into one file, which tests of the core read.
 * Each run has four chains from different places; if split R-hat of a coefficient, a class
 * probability or the log density is not below 1.01 it is repeated with twice as many draws, several
 * times if need be, and if that does not help the problem is left out of the file and named in the
 * output.
 */
public final class ExactDraws {
  private static final int CHAINS = 4;
  private static final int WARMUP = 600;
  private static final int DRAWS = 1000;
  private static final double LARGEST_RHAT = 1.01;

  /** The beginning of the file: where data and figures are from. */
  private static final String HEAD =
      """
      {"about":"Predictive means and widths of 90 % intervals of class probabilities under exact \
      posteriors, by four chains of the No-U-Turn sampler for each problem. glass, wine, iris and \
      vowel: random rows of the UCI Machine Learning Repository's sets (CC BY 4.0), standardized; \
      the others are simulated.",
      "command":"mvn -q -Pdemo -pl examples -am -Dexample=exact.ExactDraws \
      -Dexample.args='directory-of-iris-and-wine exact-draws.json'",
      "problems":[
      """;

  /** Draws of each chain after which a run is given up. */
  private static final int MOST_DRAWS = 8000;

  private final MemberProblem problem;
  private final MemberPosterior target;
  private final long seed;
  private int divergences;

  private ExactDraws(MemberProblem problem, long seed) {
    this.problem = problem;
    this.target = new MemberPosterior(problem);
    this.seed = seed;
  }

  /**
   * Runs it.
   *
   * @param args the directory of iris.csv and wine.csv, the file to write, and if wanted a part of
   *     the names of problems to run instead of all
   * @throws IOException if the data cannot be read or the file not written
   */
  public static void main(String... args) throws IOException {
    String part = args.length > 2 ? args[2] : "";
    List<MemberProblem> problems = MemberProblems.all(Path.of(args[0]));
    StringJoiner texts = new StringJoiner(",\n", HEAD, "\n]}\n");
    for (int n = 0; n < problems.size(); n++) {
      if (problems.get(n).name().contains(part)) {
        new ExactDraws(problems.get(n), 1000L * (n + 1)).text().ifPresent(texts::add);
        Files.writeString(Path.of(args[1]), texts.toString());
      }
    }
  }

  /** The problem and its figures as JSON; empty if the chains do not agree. */
  private Optional<String> text() {
    long start = System.nanoTime();
    int draws = DRAWS;
    Chains[] quantities = run(draws);
    while (largestRhat(quantities) >= LARGEST_RHAT) {
      draws *= 2;
      if (draws > MOST_DRAWS) {
        System.out.println(problem.name() + " left out: R-hat " + largestRhat(quantities));
        return Optional.empty();
      }
      quantities = run(draws);
    }
    double rhat = largestRhat(quantities);
    double size = Arrays.stream(quantities).mapToDouble(Chains::effectiveSize).min().orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%-14s %6s alpha=%.1f %d x %d draws, R-hat %.4f, effective size %.0f, %d divergences, %.0f"
            + " s%n",
        problem.name(),
        problem.link(),
        problem.alpha(),
        CHAINS,
        draws,
        rhat,
        size,
        divergences,
        (System.nanoTime() - start) * 1e-9);
    return Optional.of(json(quantities, draws, rhat, size));
  }

  private static double largestRhat(Chains[] quantities) {
    return Arrays.stream(quantities).mapToDouble(Chains::splitRhat).max().orElseThrow();
  }

  /** Draws of class probabilities row by row, then of coefficients, then of the log density. */
  private Chains[] run(int draws) {
    int probabilities = problem.testRows().length * problem.categories();
    int count = probabilities + target.size() + 1;
    double[][][] values = new double[count][CHAINS][draws];
    divergences = 0;
    for (int chain = 0; chain < CHAINS; chain++) {
      int number = chain;
      int[] taken = {0};
      Nuts nuts = new Nuts(target, seed + chain);
      nuts.run(
          start(chain),
          WARMUP,
          draws,
          (theta, warmup) -> {
            if (!warmup) {
              double[] quantities = quantities(theta);
              for (int q = 0; q < count; q++) {
                values[q][number][taken[0]] = quantities[q];
              }
              taken[0]++;
            }
            return true;
          });
      divergences += nuts.divergences();
    }
    return Arrays.stream(values).map(Chains::new).toArray(Chains[]::new);
  }

  /** Random places, so that chains that agree do not only share where they began. */
  private double[] start(int chain) {
    SplittableRandom random = new SplittableRandom(-seed - chain);
    return random.doubles(target.size(), -1, 1).toArray();
  }

  private double[] quantities(double[] theta) {
    int categories = problem.categories();
    int rows = problem.testRows().length;
    double[] result = new double[rows * categories + theta.length + 1];
    for (int i = 0; i < rows; i++) {
      double[] p = target.probabilities(theta, problem.testRows()[i]);
      System.arraycopy(p, 0, result, i * categories, categories);
    }
    System.arraycopy(theta, 0, result, rows * categories, theta.length);
    result[result.length - 1] = target.evaluate(theta, new double[theta.length]);
    return result;
  }

  private String json(Chains[] quantities, int draws, double rhat, double size) {
    int rows = problem.testRows().length;
    int categories = problem.categories();
    double[][] means = new double[rows][categories];
    double[][] widths = new double[rows][categories];
    for (int i = 0; i < rows; i++) {
      int first = i * categories;
      Arrays.setAll(means[i], k -> quantities[first + k].mean());
      Arrays.setAll(widths[i], k -> quantities[first + k].width(0.05, 0.95));
    }
    String features = matrix(problem.rows(), "0.####");
    String labels = Arrays.toString(problem.labels()).replace(" ", "");
    String weights = vector(problem.weights(), "0.####");
    String testRows = matrix(problem.testRows(), "0.####");
    StringJoiner fields = new StringJoiner(",\n", "{", "}");
    fields.add("\"name\":\"" + problem.name() + "\"");
    fields.add("\"link\":\"" + problem.link() + "\"");
    fields.add("\"alpha\":" + problem.alpha());
    fields.add("\"weightVariance\":" + problem.weightVariance());
    fields.add("\"interceptVariance\":" + MemberProblem.INTERCEPT_VARIANCE);
    fields.add("\"categories\":" + categories);
    fields.add("\"seed\":" + seed);
    fields.add("\"draws\":" + CHAINS * draws);
    fields.add("\"divergences\":" + divergences);
    fields.add(String.format(Locale.ROOT, "\"largestRhat\":%.4f", rhat));
    fields.add(String.format(Locale.ROOT, "\"smallestEffectiveSize\":%.0f", size));
    fields.add("\"dataSha256\":\"" + hash(features + labels + weights + testRows) + "\"");
    fields.add("\"features\":" + features);
    fields.add("\"labels\":" + labels);
    fields.add("\"weights\":" + weights);
    fields.add("\"testRows\":" + testRows);
    fields.add("\"exactMeans\":" + matrix(means, "0.#####"));
    fields.add("\"exactWidths\":" + matrix(widths, "0.#####"));
    return fields.toString();
  }

  private static String matrix(double[][] values, String format) {
    return Arrays.stream(values)
        .map(row -> vector(row, format))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String vector(double[] values, String format) {
    DecimalFormat decimals =
        new DecimalFormat(format, DecimalFormatSymbols.getInstance(Locale.ROOT));
    return IntStream.range(0, values.length)
        .mapToObj(i -> decimals.format(values[i]))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
