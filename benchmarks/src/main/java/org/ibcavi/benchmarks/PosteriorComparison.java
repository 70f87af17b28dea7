// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.ibcavi.IbCavi;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;

/**
 * Held-out log loss and time of predictions from Laplace's and from the variational posterior: at
 * the means, and as the mean over draws. Splits are those of {@link CategoricalComparison}.
 *
 * <p>Arguments: the directory of data sets; the data sets, separated by commas; seeds (5).
 */
public final class PosteriorComparison {
  private PosteriorComparison() {}

  /**
   * Runs it.
   *
   * @param args directory, data sets, seeds
   * @throws Exception if a file cannot be read
   */
  public static void main(String[] args) throws Exception {
    int seeds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    System.out.println("| set | " + String.join(" | ", ways().keySet()) + " |");
    System.out.println("|---".repeat(ways().size() + 1) + "|");
    for (String set : args[1].split(",", -1)) {
      DataTable table = DataTable.read(Path.of(args[0], set + ".csv"));
      StringBuilder line = new StringBuilder("| ").append(set);
      for (IbCavi way : ways().values()) {
        line.append(cell(way, table, seeds));
      }
      System.out.println(line.append(" |"));
    }
  }

  private static Map<String, IbCavi> ways() {
    Map<String, IbCavi> ways = new LinkedHashMap<>();
    for (PosteriorKind kind :
        new PosteriorKind[] {PosteriorKind.LAPLACE, PosteriorKind.VARIATIONAL}) {
      IbCavi fit = IbCavi.withDefaults().method(Method.CATEGORICAL).posterior(kind);
      String name = kind.name().toLowerCase(Locale.ROOT);
      ways.put(name + ", plug-in", fit);
      ways.put(name + ", 100 draws", fit.predictingBy(PredictionMode.MONTE_CARLO));
    }
    return ways;
  }

  private static String cell(IbCavi way, DataTable table, int seeds) throws Exception {
    Outcome mean = Outcome.of(Contender.of(way), table, seeds);
    return String.format(Locale.ROOT, " | %.4f (%.2f s)", mean.logLoss(), mean.seconds());
  }
}
