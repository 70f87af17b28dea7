// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.local.LocalPass;
import org.ibcavi.local.PassMaker;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.RowPass;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Sampling;
import org.ibcavi.settings.Settings;

/**
 * A fit whose rows every executor has a copy of, so that the executors can share out the
 * regressions: the core runs here, and what it asks about many categories is a job in which each
 * task answers for some of them, from all rows. Sums are added in the core's own order, so that the
 * model has the bits that the core gives anywhere else.
 */
final class SplitEngine implements PassMaker, AutoCloseable {
  /** Tasks of a job for each that runs at a time: the others wait for whoever is done first. */
  private static final int SHARES_OF_SLOT = 4;

  private final JavaSparkContext spark;
  private final int taskThreads;
  private final int slots;
  private final JobCount jobs = new JobCount();
  private final IdentityHashMap<Problem, Broadcast<RowCopy>> copies = new IdentityHashMap<>();

  private SplitEngine(JavaSparkContext spark, StrategyChoice choice) {
    this.spark = spark;
    this.taskThreads = choice.taskCpus();
    this.slots = choice.slots();
  }

  /** Brings the rows here, in the order of their contents, and fits. */
  static SentModel fit(TrainingRows rows, Settings settings, StrategyChoice choice) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(rows.packs().context());
    try (SplitEngine engine = new SplitEngine(spark, choice)) {
      TrainingData data =
          new GatheredFit(rows, settings).data(RowPack.merged(rows.packs().toLocalIterator()));
      return SentModel.of(IbCavi.withDefaults().with(settings).fit(data, engine));
    }
  }

  @Override
  public RowPass over(Problem problem, FitContext context) {
    return new SplitPass(this, problem, new LocalPass(problem, context));
  }

  @Override
  public List<String> notes() {
    return List.of(
        "categories were split over "
            + slots
            + " tasks at a time, each with all rows; this took "
            + jobs.count()
            + " jobs");
  }

  /** Tasks that run side by side. */
  int slots() {
    return slots;
  }

  /**
   * Work on all rows of a problem, by one job. Tasks go out by broadcasts of their own: each is
   * fetched where it is done, and may be larger than Spark's messages.
   *
   * @param problem whose rows; copied to the executors when they are first asked for
   * @param tasks what is to be done
   * @param work what each of them asks of the rows
   * @return what was found, in the order of the tasks
   */
  <T extends Serializable, R> List<R> run(Problem problem, List<T> tasks, RowCopy.Work<T, R> work) {
    jobs.add();
    Broadcast<RowCopy> copy = copy(problem);
    int shares = Math.min(tasks.size(), slots * SHARES_OF_SLOT);
    List<Broadcast<ArrayList<T>>> sent = new ArrayList<>();
    for (int s = 0; s < shares; s++) {
      int from = Sampling.bound(s, tasks.size(), shares);
      int to = Sampling.bound(s + 1, tasks.size(), shares);
      sent.add(spark.broadcast(new ArrayList<>(tasks.subList(from, to))));
    }
    try {
      return spark
          .parallelize(sent, shares)
          .flatMap(
              share -> share.value().stream().map(task -> copy.value().run(work, task)).iterator())
          .collect();
    } finally {
      sent.forEach(share -> share.destroy(false));
    }
  }

  /** Sends arrays to executors that ask for them. */
  Broadcast<double[][]> send(double[][] arrays) {
    return spark.broadcast(arrays);
  }

  private synchronized Broadcast<RowCopy> copy(Problem problem) {
    return copies.computeIfAbsent(problem, rows -> spark.broadcast(new RowCopy(rows, taskThreads)));
  }

  @Override
  public void close() {
    copies.values().forEach(copy -> copy.destroy(false));
  }
}
