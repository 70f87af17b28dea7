// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.ibcavi.settings.Method;
import org.ibcavi.tribuo.IBCaviModel;
import org.ibcavi.tribuo.IBCaviTrainer;
import org.ibcavi.tribuo.ProbabilityEvaluation;
import org.tribuo.Dataset;
import org.tribuo.Model;
import org.tribuo.Trainer;
import org.tribuo.classification.Label;
import org.tribuo.classification.evaluation.LabelEvaluator;
import org.tribuo.classification.sgd.linear.LinearSGDTrainer;
import org.tribuo.classification.sgd.linear.LogisticRegressionTrainer;
import org.tribuo.classification.sgd.objectives.LogMulticlass;
import org.tribuo.math.optimisers.AdaGrad;

/**
 * Texts of many topics ({@link TextData}), classified by us and by Tribuo's linear models: time to
 * train and log loss on texts that were held out. For stochastic gradients, with each of three
 * learning rates, also the least number of epochs, and the time they take, until the log loss is
 * ours; epochs are tried until the log loss rises again. Arguments: topics (60), words (6000),
 * training texts (10000).
 */
public final class TextComparison {
  private static final int LENGTH = 40;
  private static final int OWN_WORDS = 200;
  private static final double SHARE = 0.12;
  private static final int THREADS = 2;
  private static final double[] LEARNING_RATES = {0.1, 0.3, 1.0};

  /** Where AdaGrad starts; as in Tribuo's LogisticRegressionTrainer, it does better so. */
  private static final double EPSILON = 0.1;

  private static final int[] EPOCHS = {1, 2, 3, 5, 8, 13, 21};
  private static final long SEED = 1;

  private final Dataset<Label> training;
  private final Dataset<Label> test;

  private TextComparison(Dataset<Label> training, Dataset<Label> test) {
    this.training = training;
    this.test = test;
  }

  /**
   * Runs it.
   *
   * @param args sizes
   */
  public static void main(String[] args) {
    int topics = args.length > 0 ? Integer.parseInt(args[0]) : 60;
    int words = args.length > 1 ? Integer.parseInt(args[1]) : 6000;
    int count = args.length > 2 ? Integer.parseInt(args[2]) : 10_000;
    Logger.getLogger("org").setLevel(Level.WARNING);
    SplittableRandom random = new SplittableRandom(SEED);
    TextData language = new TextData(words, topics, OWN_WORDS, SHARE, random);
    Dataset<Label> training = language.texts(count, LENGTH, random);
    Dataset<Label> test = language.texts(count / 5, LENGTH, random);
    System.out.printf(
        Locale.ROOT,
        "%d texts, %d held out, %d words, %d topics%n%n%-40s %9s %9s %9s %9s%n",
        training.size(),
        test.size(),
        training.getFeatureMap().size(),
        training.getOutputInfo().size(),
        "",
        "seconds",
        "cpu",
        "log loss",
        "accuracy");
    new TextComparison(training, test).run();
  }

  private void run() {
    Supplier<Trainer<Label>> plain =
        () -> new IBCaviTrainer().method(Method.BINARY).numThreads(THREADS);
    new IBCaviTrainer().method(Method.BINARY).priorVariance(1).train(training); // For the compiler.
    Result binary = measure("ibcavi, binary stage alone, 2 threads", plain);
    Result defaults =
        measure("ibcavi, defaults, 2 threads", () -> new IBCaviTrainer().numThreads(THREADS));
    measure("LogisticRegressionTrainer, defaults", LogisticRegressionTrainer::new);
    for (double rate : LEARNING_RATES) {
      race(
          rate,
          epochs ->
              new LinearSGDTrainer(new LogMulticlass(), new AdaGrad(rate, EPSILON), epochs, SEED),
          binary.logLoss,
          defaults.logLoss);
    }
    System.out.printf("%ndefaults%n%s", ((IBCaviModel) defaults.model).getReport());
    System.out.printf("%nbinary stage alone%n%s", ((IBCaviModel) binary.model).getReport());
  }

  private void race(
      double rate, IntFunction<Trainer<Label>> trainer, double binary, double defaults) {
    double goal = Math.min(binary, defaults);
    double best = Double.POSITIVE_INFINITY;
    for (int epochs : EPOCHS) {
      String name = String.format(Locale.ROOT, "LinearSGD, AdaGrad %s, %d epochs", rate, epochs);
      double loss = measure(name, () -> trainer.apply(epochs)).logLoss;
      if (loss <= defaults && best > defaults) {
        System.out.println("    as good as ibcavi's defaults");
      }
      if (loss <= binary && best > binary) {
        System.out.println("    as good as ibcavi's binary stage");
      }
      if (loss <= goal || loss > best) {
        return;
      }
      best = loss;
    }
  }

  /** A model and how good it is. */
  private static final class Result {
    private final Model<Label> model;
    private final double logLoss;

    Result(Model<Label> model, double logLoss) {
      this.model = model;
      this.logLoss = logLoss;
    }
  }

  private Result measure(String name, Supplier<Trainer<Label>> trainer) {
    Trainer<Label> fresh = trainer.get();
    long startCpu = cpuTime();
    long start = System.nanoTime();
    Model<Label> model = fresh.train(training);
    double seconds = (System.nanoTime() - start) * 1e-9;
    double cpuSeconds = (cpuTime() - startCpu) * 1e-9;
    double loss = ProbabilityEvaluation.of(model, test).logLoss();
    double accuracy = new LabelEvaluator().evaluate(model, test).accuracy();
    System.out.printf(
        Locale.ROOT, "%-40s %9.2f %9.2f %9.4f %9.3f%n", name, seconds, cpuSeconds, loss, accuracy);
    return new Result(model, loss);
  }

  /** Of all threads: what a busy machine does not change much. */
  private static long cpuTime() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
