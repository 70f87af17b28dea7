// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.baselines.BinaryFamily;
import org.ibcavi.examples.baselines.CategoricalLikelihood;
import org.ibcavi.examples.baselines.CoordinateAscent;
import org.ibcavi.examples.baselines.DiagonalOrthantGibbs;
import org.ibcavi.examples.baselines.GibbsSampler;
import org.ibcavi.examples.baselines.LogisticSoftmaxCavi;
import org.ibcavi.examples.baselines.MultinomialProbit;
import org.ibcavi.examples.baselines.MultinomialProbitCavi;
import org.ibcavi.examples.baselines.MultinomialProbitGibbs;
import org.ibcavi.examples.baselines.StickBreaking;
import org.ibcavi.examples.baselines.StickBreakingCavi;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;

/** Experiment 3's runs of the models with auxiliary variables of the paper's table. */
final class AugmentedTraces {
  /** How many methods there are. */
  static final int COUNT = 6;

  /** Random orders of stick-breaking whose predictions are averaged. */
  private static final int ORDERS = 5;

  /** Ascent ends where a sweep raises the bound by less than this for each row. */
  private static final double GAIN_PER_ROW = 1e-9;

  /**
   * Probabilities of all categories of a multinomial probit take K² values of Φ at each point of
   * quadrature; with more categories predictions alone would take minutes.
   */
  private static final int MOST_UTILITIES = 30;

  private final HeldOutProblem problem;
  private final double budget;
  private final Workers workers;

  private AugmentedTraces(HeldOutProblem problem, double budget, Workers workers) {
    this.problem = problem;
    this.budget = budget;
    this.workers = workers;
  }

  /** Each method's trace, made when it is asked for, by name. */
  static Map<String, Supplier<Trace>> methods(HeldOutProblem problem, double budget, int threads) {
    Map<String, Supplier<Trace>> methods = new LinkedHashMap<>();
    new AugmentedTraces(problem, budget, null)
        .runs()
        .keySet()
        .forEach(name -> methods.put(name, () -> traced(problem, budget, threads, name)));
    return methods;
  }

  /** A sentence about methods that a problem is too large for; empty if there are none. */
  static Optional<String> leftOut(HeldOutProblem problem) {
    int categories = problem.training().categories();
    return categories <= MOST_UTILITIES
        ? Optional.empty()
        : Optional.of(
            String.format(
                "%s: multinomial probit is left out above %d categories; with %d the probabilities"
                    + " of a test row alone take %d values of Φ at each point of quadrature.",
                problem.name(), MOST_UTILITIES, categories, categories * categories));
  }

  private static Trace traced(HeldOutProblem problem, double budget, int threads, String name) {
    try (Workers workers = Workers.of(threads)) {
      return new AugmentedTraces(problem, budget, workers).runs().get(name).apply(name);
    }
  }

  private Map<String, Function<String, Trace>> runs() {
    TrainingData data = problem.training();
    int categories = data.categories();
    Map<String, Function<String, Trace>> runs = new LinkedHashMap<>();
    runs.put(
        "stick-breaking CAVI, by frequency",
        name -> ascent(name, sticks(StickBreaking.byFrequency(data))));
    runs.put(
        "stick-breaking CAVI, " + ORDERS + " orders averaged",
        name ->
            ascents(
                name,
                IntStream.range(0, ORDERS)
                    .mapToObj(s -> sticks(StickBreaking.shuffled(categories, s)))
                    .toList()));
    if (categories <= MOST_UTILITIES) {
      MultinomialProbit probit = new MultinomialProbit(categories, 0);
      runs.put(
          "multinomial probit CAVI",
          name -> ascent(name, new MultinomialProbitCavi(data, 1, probit)));
      runs.put(
          "multinomial probit Gibbs",
          name -> gibbs(name, new MultinomialProbitGibbs(data, 1, probit, 1), probit));
    }
    runs.put(
        "diagonal orthant probit Gibbs",
        name ->
            gibbs(
                name,
                new DiagonalOrthantGibbs(data, 1, Link.PROBIT, 1),
                new BinaryFamily(Link.PROBIT, true, categories)));
    runs.put("logistic-softmax CAVI", name -> ascent(name, new LogisticSoftmaxCavi(data, 1)));
    return runs;
  }

  private CoordinateAscent sticks(StickBreaking order) {
    return new StickBreakingCavi(problem.training(), 1, order, workers);
  }

  private Trace ascent(String name, CoordinateAscent ascent) {
    return ascents(name, List.of(ascent));
  }

  /** Sweeps of several fits, whose predictions are averaged. */
  private Trace ascents(String name, List<CoordinateAscent> ascents) {
    Trace trace = new Trace(name, problem.labels(), budget).start();
    double gain = GAIN_PER_ROW * problem.training().rows();
    double elbo = Double.NEGATIVE_INFINITY;
    while (true) {
      double next = ascents.stream().mapToDouble(CoordinateAscent::sweep).sum();
      if (next - elbo < gain) {
        trace.finish(() -> averaged(ascents, problem.test()));
        return trace;
      }
      if (!trace.check(() -> averaged(ascents, problem.test()))) {
        return trace;
      }
      elbo = next;
    }
  }

  /** The mean of several fits' probabilities. */
  static double[][] averaged(List<CoordinateAscent> fits, DesignMatrix rows) {
    double[][] mean = null;
    for (CoordinateAscent fit : fits) {
      double[][] p = fit.likelihood().predict(fit.theta(), rows);
      if (mean == null) {
        mean = new double[p.length][p[0].length];
      }
      for (int i = 0; i < p.length; i++) {
        double[] sums = mean[i];
        double[] values = p[i];
        Arrays.setAll(sums, k -> sums[k] + values[k] / fits.size());
      }
    }
    return mean;
  }

  private Trace gibbs(String name, GibbsSampler sampler, CategoricalLikelihood likelihood) {
    Trace trace = new Trace(name, problem.labels(), budget).start();
    RunningMean mean = new RunningMean(sampler.theta().length);
    do {
      sampler.sweep();
      mean.add(sampler.theta());
    } while (trace.check(() -> likelihood.predict(mean.value(), problem.test())));
    return trace;
  }
}
