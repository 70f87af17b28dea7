// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.settings.Method;

/**
 * Held-out log loss, accuracy, calibration error and time of members of the categorical stage, of
 * the binary stage, of softmax with a tuned ridge and of Weka's Logistic, on real data sets. For
 * each seed the rows are dealt to three parts, class by class ({@link DataTable#deal}); the first
 * part tests, the other two train. All contenders see the same numbers, one thread each.
 *
 * <p>Arguments: the directory that export-datasets.R and .py have written to; the data sets,
 * separated by commas; seeds (5); seeds for Weka's Logistic (5; 0 leaves it out); how many of its
 * ridges 1e-8, 1, 100, 1e-4, 1e-2, 0.1, 10 are tried (7).
 */
public final class CategoricalComparison {
  private static final double WEKA_DEFAULT = 1e-8;
  private static final double[] RIDGES = {WEKA_DEFAULT, 1, 100, 1e-4, 1e-2, 0.1, 10};
  private static final String REFERENCE = "softmax, 5-fold tuned";

  private CategoricalComparison() {}

  /**
   * Runs it.
   *
   * @param args directory, data sets, seeds
   * @throws Exception if a file cannot be read or Weka fails
   */
  public static void main(String[] args) throws Exception {
    if (args.length < 2) {
      throw new IllegalArgumentException("arguments: directory set,set,... [seeds [Weka's seeds]]");
    }
    int seeds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    int wekaSeeds = args.length > 3 ? Integer.parseInt(args[3]) : seeds;
    int ridges = args.length > 4 ? Integer.parseInt(args[4]) : RIDGES.length;
    Map<String, Map<String, Outcome>> results = new LinkedHashMap<>();
    for (String set : args[1].split(",", -1)) {
      DataTable table = DataTable.read(Path.of(args[0], set + ".csv"));
      System.out.printf(
          "%n%s: %d rows, %d columns, %d classes%n%n",
          set, table.rows(), table.columns(), table.categories());
      System.out.println("| way | log loss | accuracy | ECE | seconds |");
      System.out.println("|---|---|---|---|---|");
      Map<String, Outcome> ofSet = new LinkedHashMap<>();
      for (Map.Entry<String, Contender> way : ours().entrySet()) {
        ofSet.put(way.getKey(), run(way.getKey(), way.getValue(), table, seeds));
      }
      for (Map.Entry<String, Contender> way : wekas(ridges).entrySet()) {
        if (wekaSeeds > 0) {
          ofSet.put(way.getKey(), run(way.getKey(), way.getValue(), table, wekaSeeds));
        }
      }
      results.put(set, ofSet);
    }
    printSummary(results);
  }

  private static Map<String, Contender> ours() {
    IbCavi categorical = IbCavi.withDefaults().method(Method.CATEGORICAL);
    Map<String, Contender> ways = new LinkedHashMap<>();
    ways.put("default", Contender.of(IbCavi.withDefaults()));
    ways.put("binary stage alone", Contender.of(IbCavi.withDefaults().method(Method.BINARY)));
    ways.put("as published", Contender.of(IbCavi.published()));
    ways.put("softmax alone", Contender.of(categorical.average(Average.fixed(1))));
    ways.put("logit 0 alone", Contender.of(categorical.average(Average.fixed(0))));
    ways.put("logit 1, 0", Contender.of(categorical.average(Average.bma())));
    ways.put(REFERENCE, Contender.tunedSoftmax());
    return ways;
  }

  private static Map<String, Contender> wekas(int ridges) {
    Map<String, Contender> ways = new LinkedHashMap<>();
    ways.put("Weka Logistic", Contender.weka(WEKA_DEFAULT));
    ways.put("Weka Logistic, best -R", Contender.bestWeka(Arrays.copyOf(RIDGES, ridges)));
    return ways;
  }

  private static Outcome run(String name, Contender contender, DataTable table, int seeds)
      throws Exception {
    Outcome mean = Outcome.of(contender, table, seeds);
    System.out.printf(
        Locale.ROOT,
        "| %s | %.4f | %.4f | %.4f | %.3f |%n",
        name,
        mean.logLoss(),
        mean.accuracy(),
        mean.calibrationError(),
        mean.seconds());
    return mean;
  }

  /** Log losses of all sets, and their geometric mean as a share of the tuned softmax's. */
  private static void printSummary(Map<String, Map<String, Outcome>> results) {
    List<String> sets = List.copyOf(results.keySet());
    System.out.printf("%n| log loss | %s | mean ratio to tuned |%n", String.join(" | ", sets));
    System.out.println("|---".repeat(sets.size() + 2) + "|");
    for (String way : results.get(sets.get(0)).keySet()) {
      StringBuilder line = new StringBuilder("| ").append(way);
      double logRatio = 0;
      for (String set : sets) {
        double loss = results.get(set).get(way).logLoss();
        line.append(String.format(Locale.ROOT, " | %.4f", loss));
        logRatio += Math.log(loss / results.get(set).get(REFERENCE).logLoss());
      }
      System.out.printf(Locale.ROOT, "%s | %.3f |%n", line, Math.exp(logRatio / sets.size()));
    }
  }
}
