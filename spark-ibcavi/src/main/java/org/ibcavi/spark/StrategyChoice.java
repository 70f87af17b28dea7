// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Locale;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Settings;

/**
 * Where the rows of a fit are, and why.
 *
 * @param strategy gather, split or partition
 * @param reason in words
 * @param taskCpus cores that Spark gives to a task
 * @param slots tasks that run side by side
 */
record StrategyChoice(Strategy strategy, String reason, int taskCpus, int slots) {
  /** Of an executor's memory, the part that gathered features may take: the core copies them. */
  private static final int SHARE_OF_MEMORY = 8;

  /** What Spark gives an executor that nobody gave a memory to. */
  private static final String USUAL_MEMORY = "1g";

  private static final double MEGABYTE = 1e6;

  /** What Spark counts memory in. */
  private static final double BINARY_MEGABYTE = 1 << 20;

  /**
   * Operations of a pass over all rows and categories from which on it is worth a job: a tenth of a
   * second on one core, where a job takes some hundredths.
   */
  private static final double WORTH_A_JOB = 1e9;

  static StrategyChoice of(Strategy asked, int limit, Profile profile, SparkContext context) {
    int cpus = context.conf().getInt("spark.task.cpus", 1);
    int slots = slots(context);
    if (asked != Strategy.AUTO) {
      return new StrategyChoice(asked, Words.of(asked) + ", as asked for", cpus, slots);
    }
    double most = limit > 0 ? limit : memory(context) / SHARE_OF_MEMORY / MEGABYTE;
    double needed = profile.bytes() / MEGABYTE;
    double operations = profile.operations();
    boolean worth = slots > 1 && operations >= WORTH_A_JOB && needed <= mostHere();
    Strategy fitting = worth ? Strategy.SPLIT : Strategy.GATHER;
    Strategy chosen = needed <= most ? fitting : Strategy.PARTITION;
    String reason =
        String.format(
            Locale.ROOT,
            "%s, chosen by auto: %.1f MB of features, and up to %.0f MB are gathered",
            Words.of(chosen),
            needed,
            most);
    String why =
        chosen == Strategy.SPLIT
            ? String.format(
                Locale.ROOT, "; %.0e operations of a pass, for %d tasks", operations, slots)
            : "";
    return new StrategyChoice(chosen, reason + why, cpus, slots);
  }

  /** Megabytes of features that this process may hold a copy of. */
  private static double mostHere() {
    return Runtime.getRuntime().maxMemory() / MEGABYTE / SHARE_OF_MEMORY;
  }

  /** Of an executor, which is this process where there are no others. */
  private static double memory(SparkContext context) {
    return context.isLocal() ? Runtime.getRuntime().maxMemory() : executorMemory(context.conf());
  }

  /** In bytes. Spark takes a number without a unit for megabytes. */
  static double executorMemory(SparkConf conf) {
    return conf.getSizeAsMb("spark.executor.memory", USUAL_MEMORY) * BINARY_MEGABYTE;
  }

  /**
   * How many tasks the cores of all executors that are there take at a time. Spark's default
   * parallelism would not say: users set it to a number of partitions.
   */
  private static int slots(SparkContext context) {
    return Math.max(
        1,
        context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile()));
  }

  /**
   * What the core is told. A gathered fit has the threads that its task has cores for; where
   * categories are split, threads are those of this process. Where rows stay in partitions,
   * posteriors are Laplace's unless others are asked for: variational ones are found row by row,
   * with all rows in one place.
   */
  Settings settings(Settings set) {
    if (strategy == Strategy.SPLIT) {
      return set;
    }
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
