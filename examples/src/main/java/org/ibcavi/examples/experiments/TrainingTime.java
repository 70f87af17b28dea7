// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.examples.baselines.Advi;
import org.ibcavi.examples.baselines.CategoricalTarget;
import org.ibcavi.examples.baselines.LogDensity;
import org.ibcavi.examples.baselines.Nuts;
import org.ibcavi.examples.baselines.PolyaGammaGibbs;
import org.ibcavi.examples.baselines.QuasiNewton;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.fit.FitCancelledException;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;

/**
 * Experiment 3: held-out log likelihood against training time, for plain and accelerated IB
 * inference, for maximum likelihood, ADVI at five learning rates, Pólya-Gamma Gibbs and NUTS on
 * softmax, and for the other augmentations of the paper's table, multinomial probit only up to 30
 * categories. All start at zero, and all have the same time; samplers predict with the mean of
 * their draws so far, of NUTS after its warm-up.
 */
public final class TrainingTime implements Experiment {
  private static final double STRENGTH = 2;
  private static final int MAX_SWEEPS = 4096;
  private static final double WARM_SECONDS = 2;

  /** A log likelihood counts as reached when it is this near. */
  private static final double NEAR = 0.005;

  private static final List<String> DATA =
      List.of("glass", "small", "detergent", "medium", "large");

  private static final String ACCELERATED = "ibcavi, accelerated";
  private static final String PUBLISHED = "IB-CAVI, as published";

  /** Beside the other augmentations. */
  private static final int OWN_METHODS = 11;

  /** What each method may take. */
  private record Budget(double seconds, int threads, int warmup) {}

  /** Runs it from the command line. */
  public TrainingTime() {}

  /**
   * Runs it.
   *
   * @param args {@code --quick}, {@code --data=glass,small,medium} (all of them: {@code
   *     glass,small,detergent,medium,large}; large has 1.6 GB of rows, detergent needs {@code
   *     --detergent=file}), {@code --seconds=60} for each method, {@code --warmup=300} of NUTS,
   *     {@code --threads=2}, {@code --out=folder}
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Experiment.main(new TrainingTime(), args);
  }

  @Override
  public String name() {
    return "time";
  }

  @Override
  public List<String> arguments() {
    return List.of("data", "detergent", "seconds", "warmup", "threads");
  }

  /** The names of the data, looked at before the first of them takes its hours. */
  private static List<String> problems(Arguments arguments) {
    String usual = arguments.quick() ? "glass,small" : "glass,small,medium";
    List<String> names = List.of(arguments.text("data", usual).split(",", -1));
    for (String name : names) {
      if (!DATA.contains(name)) {
        throw new IllegalArgumentException(
            "--data=" + name + "; there are " + String.join(", ", DATA));
      }
    }
    if (names.contains("detergent") && !Files.isRegularFile(detergent(arguments))) {
      throw new IllegalArgumentException(
          "--data=detergent: there is no file "
              + detergent(arguments).toAbsolutePath()
              + "; name it by --detergent=file");
    }
    return names;
  }

  private static Path detergent(Arguments arguments) {
    return Path.of(arguments.text("detergent", "detergent.csv"));
  }

  private static HeldOutProblem problem(String name, Arguments arguments) throws IOException {
    return switch (name) {
      case "glass" -> HeldOutProblem.glass();
      case "detergent" -> HeldOutProblem.file(name, detergent(arguments));
      case "small" -> HeldOutProblem.simulated(name, 1000, 3, 6, STRENGTH);
      case "medium" -> HeldOutProblem.simulated(name, 20_000, 100, 200, STRENGTH);
      case "large" -> HeldOutProblem.simulated(name, 200_000, 500, 1000, STRENGTH);
      default -> throw new IllegalStateException(name);
    };
  }

  @Override
  public Section run(Arguments arguments) throws IOException {
    int millis = 1000 * arguments.number("seconds", 60, 0);
    double budget = millis == 0 ? 0.15 : millis * 1e-3;
    int threads = arguments.number("threads", 2, 1);
    int warmup = arguments.number("warmup", 300, 50);
    List<String> problems = problems(arguments);
    KeptCells cells = KeptCells.of(name(), arguments);
    ProgressBar progress =
        ProgressBar.of((OWN_METHODS + AugmentedTraces.COUNT) * (problems.size() + 1));
    // Untimed: so that no method pays for the virtual machine's compiling.
    traces(
        HeldOutProblem.simulated("warm-up", 500, 3, 4, STRENGTH),
        new Budget(Math.min(budget, WARM_SECONDS), threads, 20),
        KeptCells.none(),
        progress);
    Section section = new Section("Experiment 3: quality against training time");
    section.paragraph(
        "Held-out log likelihood against seconds of training, "
            + threads
            + " thread(s), at most "
            + budget
            + " s for each method. A method's final log likelihood counts as reached where it is first "
            + "within "
            + NEAR
            + " of it. The last columns are the times in which accelerated inference of the binary stage, "
            + "with its learned scale, and the default reach the same, divided by the method's; a dash "
            + "where they do not. The publication has a picture only.");
    for (String name : problems) {
      HeldOutProblem problem = problem(name, arguments);
      List<Trace> traces = traces(problem, new Budget(budget, threads, warmup), cells, progress);
      section.table(problem.title(), table(traces));
      AugmentedTraces.leftOut(problem).ifPresent(section::paragraph);
      section.figure(problem.title(), picture(problem, traces));
    }
    return section.paragraph(cells.toString());
  }

  /** A trace for each method, from an earlier run where that has it. */
  private static List<Trace> traces(
      HeldOutProblem problem, Budget budget, KeptCells cells, ProgressBar progress) {
    List<Trace> traces = new ArrayList<>();
    methods(problem, budget)
        .forEach(
            (name, run) -> {
              String cell = problem.key() + " " + budget + " " + name;
              traces.add(new Trace(name, cells.get(cell, () -> run.get().figures())));
              progress.step(name);
            });
    return traces;
  }

  private static Map<String, Supplier<Trace>> methods(HeldOutProblem problem, Budget limits) {
    double budget = limits.seconds();
    int threads = limits.threads();
    IbCavi ours =
        IbCavi.withDefaults()
            .method(Method.BINARY)
            .prior(Prior.learned())
            .average(Average.grid())
            .solver(Solver.ACCELERATED)
            .standardize(false)
            .predictingBy(PredictionMode.PLUG_IN)
            .threads(threads);
    // Never stopped by the rule: the sweeps are what is varied.
    IbCavi plain = PublishedMethod.with(Link.PROBIT, 1e-12).threads(threads);
    Map<String, Supplier<Trace>> methods = new LinkedHashMap<>();
    methods.put(ACCELERATED, () -> sweeps(ACCELERATED, problem, budget, ours::maxSweeps));
    methods.put("ibcavi, default (categorical)", () -> defaults(problem, budget, threads));
    methods.put(PUBLISHED, () -> sweeps(PUBLISHED, problem, budget, plain::maxSweeps));
    methods.put(
        "softmax, maximum likelihood",
        () -> onWorkers(problem, 0, threads, to -> maximumLikelihood(problem, to, budget)));
    for (double rate : Advi.LEARNING_RATES) {
      methods.put(
          "ADVI, rate " + rate,
          () -> onWorkers(problem, 1, threads, target -> advi(problem, target, rate, budget)));
    }
    methods.put("Pólya-Gamma Gibbs", () -> gibbs(problem, budget));
    methods.put(
        "NUTS",
        () ->
            onWorkers(
                problem, 1, threads, target -> nuts(problem, target, limits.warmup(), budget)));
    AugmentedTraces.methods(problem, budget, threads).forEach(methods::put);
    return methods;
  }

  private static Trace onWorkers(
      HeldOutProblem problem,
      double precision,
      int threads,
      Function<CategoricalTarget, Trace> method) {
    try (Workers workers = Workers.of(threads)) {
      return method.apply(CategoricalTarget.softmax(problem.training(), precision).on(workers));
    }
  }

  /** Fits anew with 1, 2, 4, ... sweeps, each timed from its own start. */
  private static Trace sweeps(
      String name, HeldOutProblem problem, double budget, IntFunction<IbCavi> settings) {
    Trace trace = new Trace(name, problem.labels(), budget);
    int previous = -1;
    for (int sweeps = 1; sweeps <= MAX_SWEEPS; sweeps *= 2) {
      long start = System.nanoTime();
      var model = settings.apply(sweeps).fit(problem.training());
      double seconds = (System.nanoTime() - start) * 1e-9;
      trace.add(seconds, model.probabilities(problem.test()));
      int done = model.report().binary().orElseThrow().sweeps();
      if (seconds > budget || done == previous) {
        break;
      }
      previous = done;
    }
    return trace;
  }

  /** One fit with the defaults: its categorical stage has no sweeps to vary. */
  private static Trace defaults(HeldOutProblem problem, double budget, int threads) {
    Trace trace = new Trace("ibcavi, default (categorical)", problem.labels(), budget);
    long start = System.nanoTime();
    var model = IbCavi.withDefaults().threads(threads).fit(problem.training());
    trace.add((System.nanoTime() - start) * 1e-9, model.probabilities(problem.test()));
    return trace;
  }

  private static Trace maximumLikelihood(
      HeldOutProblem problem, CategoricalTarget target, double budget) {
    Trace trace = new Trace("softmax, maximum likelihood", problem.labels(), budget).start();
    double tolerance = 1e-5 * problem.training().rows();
    try {
      double[] theta =
          new QuasiNewton(target, 1000, tolerance)
              .run(
                  point -> {
                    if (!trace.check(() -> target.probabilities(point, problem.test()))) {
                      throw new FitCancelledException("time is up");
                    }
                  });
      trace.finish(() -> target.probabilities(theta, problem.test()));
    } catch (FitCancelledException e) {
      // The last score is the one at the end of the time.
    }
    return trace;
  }

  private static Trace advi(
      HeldOutProblem problem, CategoricalTarget target, double rate, double budget) {
    Trace trace = new Trace("ADVI, rate " + rate, problem.labels(), budget).start();
    Advi advi = new Advi(target, rate, 1);
    do {
      advi.step();
    } while (!advi.diverged()
        && trace.check(() -> target.probabilities(advi.mean(), problem.test())));
    return trace;
  }

  private static Trace gibbs(HeldOutProblem problem, double budget) {
    Trace trace = new Trace("Pólya-Gamma Gibbs", problem.labels(), budget).start();
    PolyaGammaGibbs gibbs = new PolyaGammaGibbs(problem.training(), 1, true, 1);
    CategoricalTarget target = CategoricalTarget.softmax(problem.training(), 1).identified();
    RunningMean mean = new RunningMean(target.size());
    do {
      gibbs.sweep();
      mean.add(gibbs.theta());
    } while (trace.check(() -> target.probabilities(mean.value(), problem.test())));
    return trace;
  }

  private static Trace nuts(
      HeldOutProblem problem, CategoricalTarget target, int warmup, double budget) {
    Trace trace = new Trace("NUTS", problem.labels(), budget).start();
    RunningMean mean = new RunningMean(target.size());
    try {
      new Nuts(limited(target, trace), 1)
          .run(
              new double[target.size()],
              warmup,
              Integer.MAX_VALUE - warmup,
              (theta, adapting) -> {
                // A warm-up that outlasts the time is cut, and its last draw stands for the mean.
                if (adapting) {
                  mean.replace(theta);
                } else {
                  mean.add(theta);
                }
                return trace.check(() -> target.probabilities(mean.value(), problem.test()));
              });
    } catch (FitCancelledException e) {
      trace.finish(() -> target.probabilities(mean.value(), problem.test()));
    }
    return trace;
  }

  /** Stops in the middle of a draw, which can take a thousand gradients, when time is up. */
  private static LogDensity limited(CategoricalTarget target, Trace trace) {
    return new LogDensity() {
      @Override
      public int size() {
        return target.size();
      }

      @Override
      public double evaluate(double[] theta, double[] gradient) {
        if (trace.isOver()) {
          throw new FitCancelledException("time is up");
        }
        return target.evaluate(theta, gradient);
      }
    };
  }

  private static TextTable table(List<Trace> traces) {
    TextTable table =
        new TextTable(
            "method",
            "seconds",
            "log likelihood",
            "accuracy",
            "seconds to reach it",
            "accelerated needs of that",
            "default needs of that");
    for (Trace trace : traces) {
      if (trace.isEmpty()) {
        table.row(trace.name(), "–", "diverged", "–", "–", "–", "–");
      } else {
        double goal = trace.finalLogLikelihood() - NEAR;
        double reached = trace.secondsTo(goal);
        table.row(
            trace.name(),
            TextTable.brief(trace.finalSeconds()),
            TextTable.fixed(3, trace.finalLogLikelihood()),
            TextTable.fixed(3, trace.finalAccuracy()),
            TextTable.brief(reached),
            ratio(traces.get(0).secondsTo(goal), reached),
            ratio(traces.get(1).secondsTo(goal), reached));
      }
    }
    return table;
  }

  private static String ratio(double seconds, double of) {
    return Double.isNaN(seconds) ? "–" : TextTable.brief(seconds / of);
  }

  private static String picture(HeldOutProblem problem, List<Trace> traces) {
    double highest =
        traces.stream()
            .flatMapToDouble(trace -> Arrays.stream(trace.logLikelihoods()))
            .max()
            .orElse(0);
    double lowest = -1.6 * Math.log(problem.training().categories());
    Plot plot =
        new Plot(problem.name(), "seconds of training", "held-out log likelihood", 900, 420)
            .logX()
            .yRange(lowest, highest + 0.05 * (highest - lowest));
    for (Trace trace : traces) {
      double[] y = trace.logLikelihoods();
      int[] inside =
          java.util.stream.IntStream.range(0, y.length).filter(i -> y[i] >= lowest).toArray();
      if (inside.length > 0) {
        plot.marks(
            trace.name(),
            Arrays.stream(inside).mapToDouble(i -> trace.seconds()[i]).toArray(),
            Arrays.stream(inside).mapToDouble(i -> y[i]).toArray());
      }
    }
    return plot.toSvg();
  }
}
