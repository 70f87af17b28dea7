// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Locale;
import org.apache.spark.SparkContext;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Settings;

/**
 * Where the rows of a fit are, and why.
 *
 * @param strategy gather or partition
 * @param reason in words
 * @param taskCpus cores that Spark gives to a task
 */
record StrategyChoice(Strategy strategy, String reason, int taskCpus) {
  /** Of an executor's memory, the part that gathered features may take: the core copies them. */
  private static final int SHARE_OF_MEMORY = 8;

  /** What Spark gives an executor that nobody gave a memory to. */
  private static final String USUAL_MEMORY = "1g";

  private static final double MEGABYTE = 1e6;

  static StrategyChoice of(Strategy asked, int limit, Profile profile, SparkContext context) {
    int cpus = context.conf().getInt("spark.task.cpus", 1);
    if (asked != Strategy.AUTO) {
      return new StrategyChoice(asked, Words.of(asked) + ", as asked for", cpus);
    }
    double most = limit > 0 ? limit : memory(context) / SHARE_OF_MEMORY / MEGABYTE;
    double needed = profile.bytes() / MEGABYTE;
    Strategy chosen = needed <= most ? Strategy.GATHER : Strategy.PARTITION;
    String reason =
        String.format(
            Locale.ROOT,
            "%s, chosen by auto: %.1f MB of features, and up to %.0f MB are gathered",
            Words.of(chosen),
            needed,
            most);
    return new StrategyChoice(chosen, reason, cpus);
  }

  /** Of an executor, which is this process where there are no others. */
  private static double memory(SparkContext context) {
    return context.isLocal()
        ? Runtime.getRuntime().maxMemory()
        : context.conf().getSizeAsBytes("spark.executor.memory", USUAL_MEMORY);
  }

  /**
   * What the core is told. A gathered fit has the threads that its task has cores for. Where rows
   * stay in partitions, posteriors are Laplace's unless others are asked for: variational ones are
   * found row by row, with all rows in one place.
   */
  Settings settings(Settings set) {
    if (strategy == Strategy.GATHER) {
      return set.get(Option.THREADS).isEmpty() && taskCpus > 1
          ? set.with(Option.THREADS, taskCpus)
          : set;
    }
    boolean published = set.get(Option.METHOD).orElse(Method.AUTO) == Method.PUBLISHED;
    boolean open = set.get(Option.POSTERIOR).orElse(PosteriorKind.AUTO) == PosteriorKind.AUTO;
    return open && !published ? set.with(Option.POSTERIOR, PosteriorKind.LAPLACE) : set;
  }
}
