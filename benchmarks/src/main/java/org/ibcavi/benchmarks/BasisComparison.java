// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ibcavi.IbCavi;
import org.ibcavi.settings.BasisKind;

/**
 * Held-out log loss, calibration error and time of {@code basis auto} beside our linear default, a
 * random forest, a support vector machine and gradient boosting, these tuned, on real data sets.
 * Two thirds of the rows train, one third tests ({@link DataTable#deal}); all contenders see the
 * same numbers, one thread each.
 *
 * <p>Arguments: the directory of data sets; the data sets, separated by commas; seeds (3); the
 * contenders, separated by commas (all).
 */
public final class BasisComparison {
  private static final String OURS = "auto";
  private static final String LINEAR = "linear";

  private BasisComparison() {}

  /**
   * Runs it.
   *
   * @param args directory, data sets, seeds, contenders
   * @throws Exception if a file cannot be read or Weka fails
   */
  public static void main(String[] args) throws Exception {
    if (args.length < 2) {
      throw new IllegalArgumentException(
          "arguments: directory set,set,... [seeds [contender,...]]");
    }
    int seeds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
    Map<String, Contender> ways = contenders();
    if (args.length > 3) {
      ways.keySet().retainAll(Arrays.asList(args[3].split(",", -1)));
    }
    System.out.println("| data | way | log loss | ECE | seconds |");
    System.out.println("|---|---|---|---|---|");
    Map<String, Map<String, Outcome>> results = new LinkedHashMap<>();
    for (String set : args[1].split(",", -1)) {
      DataTable table = DataTable.read(Path.of(args[0], set + ".csv"));
      Map<String, Outcome> ofSet = new LinkedHashMap<>();
      for (Map.Entry<String, Contender> way : ways.entrySet()) {
        Outcome result = Outcome.of(way.getValue(), table, seeds);
        ofSet.put(way.getKey(), result);
        System.out.printf(
            Locale.ROOT,
            "| %s | %s | %.4f | %.4f | %.2f |%n",
            set,
            way.getKey(),
            result.logLoss(),
            result.calibrationError(),
            result.seconds());
      }
      results.put(set, ofSet);
    }
    if (ways.containsKey(OURS)) {
      printSummary(results, new ArrayList<>(ways.keySet()));
    }
  }

  private static Map<String, Contender> contenders() {
    Map<String, Contender> ways = new LinkedHashMap<>();
    ways.put(LINEAR, Contender.of(IbCavi.withDefaults()));
    ways.put("thresholds", Contender.of(IbCavi.withDefaults().basis(BasisKind.THRESHOLDS)));
    ways.put("smooth", Contender.of(IbCavi.withDefaults().basis(BasisKind.SMOOTH)));
    ways.put("trees", Contender.of(IbCavi.withDefaults().basis(BasisKind.TREES)));
    ways.put(OURS, Contender.of(IbCavi.withDefaults().basis(BasisKind.AUTO)));
    ways.put("forest", NonlinearPeers.forest());
    ways.put("smoothed forest", NonlinearPeers.smoothed(NonlinearPeers.forest(), 1e-3));
    ways.put("svm", NonlinearPeers.supportVectors());
    ways.put("boosting", NonlinearPeers.boosting());
    return ways;
  }

  /** On how many sets auto is ahead of each contender, and the ratios of losses and times. */
  private static void printSummary(Map<String, Map<String, Outcome>> results, List<String> ways) {
    System.out.printf(
        "%n| way | auto is ahead on | log loss, geometric mean of auto's over its | ECE, mean | auto's"
            + " time over its, geometric mean |%n|---|---|---|---|---|%n");
    for (String way : ways) {
      int ahead = 0;
      double logLosses = 0;
      double logTimes = 0;
      double calibrationError = 0;
      for (Map<String, Outcome> ofSet : results.values()) {
        Outcome ours = ofSet.get(OURS);
        Outcome its = ofSet.get(way);
        ahead += ours.logLoss() < its.logLoss() ? 1 : 0;
        logLosses += Math.log(ours.logLoss() / its.logLoss()) / results.size();
        logTimes += Math.log(ours.seconds() / its.seconds()) / results.size();
        calibrationError += its.calibrationError() / results.size();
      }
      System.out.printf(
          Locale.ROOT,
          "| %s | %d of %d | %.3f | %.4f | %.2f |%n",
          way,
          ahead,
          results.size(),
          Math.exp(logLosses),
          calibrationError,
          Math.exp(logTimes));
    }
  }
}
