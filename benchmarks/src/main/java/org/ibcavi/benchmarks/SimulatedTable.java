// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.ibcavi.IbCavi;
import org.ibcavi.settings.Method;

/**
 * The simulated data of the published table on averaging (Wojnowicz et al. 2022, supplement): mean
 * KL divergence from the true to the predicted probabilities of held-out rows, of the default and
 * of the binary stage, beside the published average of two members, which is of one data set for
 * each line. Arguments: seeds (20), seeds above 5000 rows (5), most rows (33600).
 */
public final class SimulatedTable {
  private static final int LARGE_ROWS = 5000;

  private SimulatedTable() {}

  /** A line of the published table. */
  private record Published(int rows, int categories, int columns, double strength, double average) {
    String stratum() {
      return String.format(Locale.ROOT, "K=%d M=%d σ=%.1f", categories, columns, strength);
    }
  }

  /** Divergences over seeds. */
  private static final class Divergences {
    private final double[] categorical;
    private final double[] binary;

    Divergences(double[] categorical, double[] binary) {
      this.categorical = categorical;
      this.binary = binary;
    }

    double[] categorical() {
      return categorical;
    }

    double[] binary() {
      return binary;
    }
  }

  /**
   * Runs it.
   *
   * @param args numbers of seeds and rows
   * @throws IOException if the published figures cannot be read
   */
  public static void main(String[] args) throws IOException {
    int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    int largeSeeds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    int mostRows = args.length > 2 ? Integer.parseInt(args[2]) : Integer.MAX_VALUE;
    Map<Published, Divergences> results = new LinkedHashMap<>();
    System.out.println(
        "| N | K | M | σ | seeds | default, mean | median | binary, mean | published |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    for (Published line : published()) {
      if (line.rows() <= mostRows) {
        Divergences divergences = run(line, line.rows() > LARGE_ROWS ? largeSeeds : seeds);
        results.put(line, divergences);
        print(line, divergences);
      }
    }
    printStrata(results);
  }

  private static List<Published> published() throws IOException {
    List<Published> lines = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                SimulatedTable.class.getResourceAsStream("published-averages.csv"),
                StandardCharsets.UTF_8))) {
      for (String line : reader.lines().skip(1).toList()) {
        String[] f = line.split(",", -1);
        lines.add(
            new Published(
                Integer.parseInt(f[0]),
                Integer.parseInt(f[1]),
                Integer.parseInt(f[2]),
                Double.parseDouble(f[3]),
                Double.parseDouble(f[7])));
      }
    }
    return lines;
  }

  private static Divergences run(Published line, int seeds) {
    List<SimulatedData> sets =
        LongStream.rangeClosed(1, seeds)
            .mapToObj(
                seed ->
                    SimulatedData.of(
                        line.rows(), line.columns(), line.categories(), line.strength(), seed))
            .toList();
    return new Divergences(divergences(sets, Method.AUTO), divergences(sets, Method.BINARY));
  }

  private static double[] divergences(List<SimulatedData> sets, Method method) {
    IbCavi settings = IbCavi.withDefaults().method(method);
    return sets.stream()
        .mapToDouble(
            data ->
                data.meanDivergence(settings.fit(data.training()).probabilities(data.testRows())))
        .toArray();
  }

  private static void print(Published line, Divergences divergences) {
    System.out.printf(
        Locale.ROOT,
        "| %d | %d | %d | %.1f | %d | %.4f | %.4f | %.4f | %.3f |%n",
        line.rows(),
        line.categories(),
        line.columns(),
        line.strength(),
        divergences.categorical().length,
        mean(divergences.categorical()),
        median(divergences.categorical()),
        mean(divergences.binary()),
        line.average());
  }

  /** Means over sizes, and the geometric mean of the lines' ratios. */
  private static void printStrata(Map<Published, Divergences> results) {
    System.out.println();
    System.out.println("| stratum | default, mean | median | binary, mean | published | ratio |");
    System.out.println("|---|---|---|---|---|---|");
    List<String> strata = results.keySet().stream().map(Published::stratum).distinct().toList();
    double logRatios = 0;
    for (String stratum : strata) {
      List<Published> lines =
          results.keySet().stream().filter(line -> line.stratum().equals(stratum)).toList();
      double ours =
          mean(lines.stream().mapToDouble(l -> mean(results.get(l).categorical())).toArray());
      double median =
          mean(lines.stream().mapToDouble(l -> median(results.get(l).categorical())).toArray());
      double binary =
          mean(lines.stream().mapToDouble(l -> mean(results.get(l).binary())).toArray());
      double theirs = mean(lines.stream().mapToDouble(Published::average).toArray());
      logRatios += Math.log(ours / theirs);
      System.out.printf(
          Locale.ROOT,
          "| %s | %.4f | %.4f | %.4f | %.4f | %.2f |%n",
          stratum,
          ours,
          median,
          binary,
          theirs,
          ours / theirs);
    }
    double logLineRatios = 0;
    for (Map.Entry<Published, Divergences> entry : results.entrySet()) {
      logLineRatios += Math.log(mean(entry.getValue().categorical()) / entry.getKey().average());
    }
    System.out.printf(
        Locale.ROOT,
        "%nGeometric mean of default/published: %.3f over strata, %.3f over lines%n",
        Math.exp(logRatios / strata.size()),
        Math.exp(logLineRatios / results.size()));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
  }
}
