// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.tribuo.IBCaviModel;
import org.ibcavi.tribuo.IBCaviTrainer;
import org.ibcavi.tribuo.ProbabilityEvaluation;
import org.tribuo.Dataset;
import org.tribuo.classification.Label;

/**
 * Short texts of very many topics ({@link TextData}) with the diagonal covariance and, at every
 * size as at the full one, the binary stage alone: time and memory. Arguments: topics (10000),
 * training texts (200000), words (5000), threads (2), tolerance (1e-5), log of every sweep (false).
 * Run it with a heap of 8 GB.
 */
public final class ManyLabels {
  private static final int LENGTH = 10;
  private static final int OWN_WORDS = 10;
  private static final double SHARE = 0.6;
  private static final int TEST_TEXTS = 2000;

  /** Held, because a logger that nobody holds forgets its level. */
  private static final Logger TRAINING = Logger.getLogger(IBCaviTrainer.class.getName());

  private ManyLabels() {}

  /**
   * Runs it.
   *
   * @param args sizes
   */
  public static void main(String[] args) {
    int topics = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    int count = args.length > 1 ? Integer.parseInt(args[1]) : 200_000;
    int words = args.length > 2 ? Integer.parseInt(args[2]) : 5000;
    int threads = args.length > 3 ? Integer.parseInt(args[3]) : 2;
    double tolerance = args.length > 4 ? Double.parseDouble(args[4]) : 1e-5;
    if (args.length > 5 && Boolean.parseBoolean(args[5])) {
      logSweeps();
    }
    SplittableRandom random = new SplittableRandom(1);
    TextData language = new TextData(words, topics, OWN_WORDS, SHARE, random);
    Dataset<Label> training = language.texts(count, LENGTH, random);
    Dataset<Label> test = language.texts(TEST_TEXTS, LENGTH, random);
    System.out.printf(
        Locale.ROOT,
        "%d texts, %d words, %d topics with texts, heap of %d MB, data take %d MB%n",
        training.size(),
        training.getFeatureMap().size(),
        training.getOutputInfo().size(),
        Runtime.getRuntime().maxMemory() >> 20,
        used());
    long start = System.nanoTime();
    IBCaviModel model =
        new IBCaviTrainer()
            .method(Method.BINARY)
            .with(Option.COVARIANCE, CovarianceShape.DIAGONAL)
            .with(Option.TOLERANCE, tolerance)
            .numThreads(threads)
            .train(training);
    double seconds = (System.nanoTime() - start) * 1e-9;
    System.out.print(model.getReport());
    System.out.printf(
        Locale.ROOT,
        "trained in %.0f s, heap at most %d MB, afterwards %d MB%n",
        seconds,
        peak(),
        used());
    start = System.nanoTime();
    ProbabilityEvaluation evaluation =
        ProbabilityEvaluation.of(model.withPredictionThreads(threads), test);
    System.out.printf(
        Locale.ROOT,
        "%d held-out texts in %.1f s; %s%n",
        test.size(),
        (System.nanoTime() - start) * 1e-9,
        evaluation.toString().lines().findFirst().orElseThrow());
  }

  private static void logSweeps() {
    TRAINING.setLevel(Level.FINE);
    ConsoleHandler handler = new ConsoleHandler();
    handler.setLevel(Level.FINE);
    TRAINING.addHandler(handler);
    TRAINING.setUseParentHandlers(false);
  }

  /** What is in use after a collection. */
  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }

  /** An estimate from above: the largest use of each part of the heap, at whatever time. */
  private static long peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
            .map(MemoryPoolMXBean::getPeakUsage)
            .mapToLong(usage -> usage.getUsed())
            .sum()
        >> 20;
  }
}
