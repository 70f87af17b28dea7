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
import org.ibcavi.evaluation.ProbabilityEvaluator;
import org.ibcavi.evaluation.ProbabilityScores;
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

  /** Means over seeds. */
  private record Result(double logLoss, double calibrationError, double seconds) {
    Result plus(Result other, double share) {
      return new Result(
          logLoss + share * other.logLoss,
          calibrationError + share * other.calibrationError,
          seconds + share * other.seconds);
    }
  }

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
    Map<String, Map<String, Result>> results = new LinkedHashMap<>();
    for (String set : args[1].split(",", -1)) {
      DataTable table = DataTable.read(Path.of(args[0], set + ".csv"));
      Map<String, Result> ofSet = new LinkedHashMap<>();
      for (Map.Entry<String, Contender> way : ways.entrySet()) {
        Result result = run(way.getValue(), table, seeds);
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
    printSummary(results, new ArrayList<>(ways.keySet()));
  }

  private static Map<String, Contender> contenders() {
    Map<String, Contender> ways = new LinkedHashMap<>();
    ways.put(LINEAR, Contender.of(IbCavi.withDefaults()));
    ways.put("thresholds", Contender.of(IbCavi.withDefaults().basis(BasisKind.THRESHOLDS)));
    ways.put("smooth", Contender.of(IbCavi.withDefaults().basis(BasisKind.SMOOTH)));
    ways.put(OURS, Contender.of(IbCavi.withDefaults().basis(BasisKind.AUTO)));
    ways.put("forest", NonlinearPeers.forest());
    ways.put("smoothed forest", NonlinearPeers.smoothed(NonlinearPeers.forest(), 1e-3));
    ways.put("svm", NonlinearPeers.supportVectors());
    ways.put("boosting", NonlinearPeers.boosting());
    return ways;
  }

  private static Result run(Contender contender, DataTable table, int seeds) throws Exception {
    Result mean = new Result(0, 0, 0);
    for (int seed = 1; seed <= seeds; seed++) {
      DataTable.Split split = table.split(table.deal(3, seed), 0);
      long start = System.nanoTime();
      double[][] p = contender.predict(split.training(), split.test());
      double seconds = (System.nanoTime() - start) * 1e-9;
      ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
      for (int i = 0; i < p.length; i++) {
        evaluator.add(p[i], split.test().label(i), 1);
      }
      ProbabilityScores scores = evaluator.scores();
      mean =
          mean.plus(
              new Result(scores.logLoss(), scores.expectedCalibrationError(), seconds),
              1.0 / seeds);
    }
    return mean;
  }

  /** On how many sets auto is ahead of each contender, and the ratios of losses and times. */
  private static void printSummary(Map<String, Map<String, Result>> results, List<String> ways) {
    System.out.printf(
        "%n| way | auto is ahead on | log loss, geometric mean of auto's over its | ECE, mean | auto's"
            + " time over its, geometric mean |%n|---|---|---|---|---|%n");
    for (String way : ways) {
      int ahead = 0;
      double logLosses = 0;
      double logTimes = 0;
      double calibrationError = 0;
      for (Map<String, Result> ofSet : results.values()) {
        Result ours = ofSet.get(OURS);
        Result its = ofSet.get(way);
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
