// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.baselines.Advi;
import org.ibcavi.examples.baselines.CategoricalTarget;
import org.ibcavi.examples.data.ProcessStarts;
import org.ibcavi.examples.report.HeatMap;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;

/**
 * Experiment 6: whose process starts are these? A model for each user scores the held-out events of
 * every user; a user's score is the mean log likelihood of their own events less that of the
 * others'. IB-CAVI as published (probit, conditioning member, 100 plain sweeps) against mean-field
 * ADVI for softmax with learning rate 1 and ten times the processor time. Users are simulated.
 */
public final class IntrusionDetection implements Experiment {
  private static final double ADVI_RATE = 1;
  private static final long SEED = 1;

  /** Tells processor time of all threads, so that what else the machine does matters little. */
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Runs it from the command line. */
  public IntrusionDetection() {}

  /**
   * Runs it.
   *
   * @param args {@code --quick}, {@code --users=32}, {@code --models=32}, of which so many have a
   *     model, {@code --processes=1553}, {@code --events=18000}, {@code --sweeps=100}, {@code
   *     --times=10}, the processor time of ADVI in times of IB-CAVI's, {@code --threads=2}, {@code
   *     --scale=none} or {@code deviation}, {@code --out=folder}
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Experiment.main(new IntrusionDetection(), args);
  }

  @Override
  public String name() {
    return "intrusion";
  }

  @Override
  public List<String> arguments() {
    return List.of("users", "models", "processes", "events", "sweeps", "times", "threads", "scale");
  }

  @Override
  public Section run(Arguments arguments) {
    int users = arguments.number("users", 32, 3);
    int processes = arguments.number("processes", 1553, 60);
    int events = arguments.number("events", 18_000, 800);
    int sweeps = arguments.number("sweeps", 100, 30);
    int times = arguments.number("times", 10, 10);
    int threads = arguments.number("threads", 2, 1);
    ProcessStarts[] starts = new ProcessStarts[users];
    DesignMatrix[] tests = new DesignMatrix[users];
    for (int u = 0; u < users; u++) {
      starts[u] = ProcessStarts.ofUser(processes, events, u, SEED);
      tests[u] = starts[u].test();
    }
    int models = Math.min(users, arguments.number("models", users, users));
    double[][] ours = new double[models][];
    double[][] theirs = new double[models][];
    double[][] defaults = new double[models][];
    double[] seconds = new double[models];
    int[] steps = new int[models];
    boolean scaled = scaled(arguments.text("scale", "none"));
    String asked =
        String.format(
            " of %d K=%d N=%d threads=%d%s",
            users, processes, events, threads, scaled ? " scaled" : "");
    KeptCells cells = KeptCells.of(name(), arguments);
    ProgressBar progress = ProgressBar.of(3 * models);
    for (int u = 0; u < models; u++) {
      TrainingData raw = starts[u].training();
      Function<DesignMatrix, DesignMatrix> scaling = scaling(raw, scaled);
      TrainingData training = scaledBy(scaling, raw);
      String user = "user " + (u + 1);
      double[] published =
          cells.get(
              user + asked + " sweeps=" + sweeps,
              () -> timed(settings(sweeps, threads), training, starts, tests, scaling));
      seconds[u] = published[users];
      ours[u] = Arrays.copyOf(published, users);
      progress.step(user + ", IB-CAVI");
      double[] converged =
          cells.get(
              user + asked + " accelerated",
              () -> timed(converged(threads), training, starts, tests, scaling));
      defaults[u] = Arrays.copyOf(converged, users);
      progress.step(user + ", accelerated");
      long nanos = (long) (1e9 * times * seconds[u]);
      double[] advi =
          cells.get(
              user + asked + " ADVI times=" + times,
              () -> advi(training, threads, nanos, starts, tests, scaling));
      steps[u] = (int) advi[users];
      theirs[u] = Arrays.copyOf(advi, users);
      progress.step(user + ", ADVI");
    }
    return section(arguments, ours, defaults, theirs, seconds, steps).paragraph(cells.toString());
  }

  /** Log likelihoods of all users' events, and after them the fit's processor time in seconds. */
  private static double[] timed(
      IbCavi settings,
      TrainingData training,
      ProcessStarts[] starts,
      DesignMatrix[] tests,
      Function<DesignMatrix, DesignMatrix> scaling) {
    long start = PROCESS.getProcessCpuTime();
    CategoricalModel model = settings.fit(training);
    double seconds = (PROCESS.getProcessCpuTime() - start) * 1e-9;
    return followedBy(
        seconds, logLikelihoods(starts, tests, scaling.andThen(model::probabilities)));
  }

  /** Log likelihoods of all users' events, and after them the number of steps. */
  private static double[] advi(
      TrainingData training,
      int threads,
      long nanos,
      ProcessStarts[] starts,
      DesignMatrix[] tests,
      Function<DesignMatrix, DesignMatrix> scaling) {
    try (Workers workers = Workers.of(threads)) {
      CategoricalTarget target = CategoricalTarget.softmax(training, 1).on(workers);
      Advi advi = new Advi(target, ADVI_RATE, SEED);
      int steps = runFor(advi, nanos);
      double[] mean = advi.mean();
      return followedBy(
          steps,
          logLikelihoods(starts, tests, scaling.andThen(rows -> target.probabilities(mean, rows))));
    }
  }

  private static double[] followedBy(double last, double[] values) {
    double[] all = Arrays.copyOf(values, values.length + 1);
    all[values.length] = last;
    return all;
  }

  private static boolean scaled(String scale) {
    if (!List.of("none", "deviation").contains(scale)) {
      throw new IllegalArgumentException("--scale=" + scale + "; must be none or deviation");
    }
    return scale.equals("deviation");
  }

  /** Divides columns by their standard deviation in a user's training rows, or leaves them. */
  private static Function<DesignMatrix, DesignMatrix> scaling(TrainingData raw, boolean scaled) {
    int columns = raw.features().columns();
    double[] scale = new double[columns];
    double[] sums = new double[columns];
    double[] squares = new double[columns];
    double[] row = new double[columns];
    for (int i = 0; i < raw.rows() && scaled; i++) {
      raw.features().copyRow(i, row);
      for (int m = 0; m < columns; m++) {
        sums[m] += row[m];
        squares[m] += row[m] * row[m];
      }
    }
    for (int m = 0; m < columns; m++) {
      double mean = sums[m] / raw.rows();
      double variance = squares[m] / raw.rows() - mean * mean;
      scale[m] = variance > 0 ? Math.sqrt(variance) : 1;
    }
    return rows -> rows.standardized(new double[columns], scale);
  }

  private static TrainingData scaledBy(
      Function<DesignMatrix, DesignMatrix> scaling, TrainingData raw) {
    int[] labels = IntStream.range(0, raw.rows()).map(raw::label).toArray();
    DesignMatrix features = scaling.apply(raw.features());
    return TrainingData.of(features, labels, raw.categories());
  }

  /** The same model run to its end by this library's solver, with its learned scale. */
  private static IbCavi converged(int threads) {
    return IbCavi.withDefaults()
        .method(Method.BINARY)
        .link(Link.PROBIT)
        .prior(Prior.learned())
        .solver(Solver.ACCELERATED)
        .average(Average.grid())
        .standardize(false)
        .predictingBy(PredictionMode.PLUG_IN)
        .threads(threads);
  }

  /** As published with the conditioning member, never stopped by the rule before its sweeps. */
  private static IbCavi settings(int sweeps, int threads) {
    return PublishedMethod.with(Link.PROBIT, Double.MIN_NORMAL)
        .average(Average.fixed(1))
        .maxSweeps(sweeps)
        .threads(threads);
  }

  private static int runFor(Advi advi, long nanos) {
    long start = PROCESS.getProcessCpuTime();
    int steps = 0;
    while (PROCESS.getProcessCpuTime() - start < nanos) {
      advi.step();
      steps++;
    }
    return steps;
  }

  private static double[] logLikelihoods(
      ProcessStarts[] starts, DesignMatrix[] tests, Function<DesignMatrix, double[][]> predict) {
    double[] result = new double[starts.length];
    for (int v = 0; v < starts.length; v++) {
      double[][] p = predict.apply(tests[v]);
      int[] labels = starts[v].testLabels();
      for (int i = 0; i < labels.length; i++) {
        result[v] += Math.log(Math.max(p[i][labels[i]], Double.MIN_NORMAL)) / labels.length;
      }
    }
    return result;
  }

  private static double score(double[][] logLikelihoods, int user) {
    double others = 0;
    int count = logLikelihoods[user].length;
    for (int v = 0; v < count; v++) {
      others += v == user ? 0 : logLikelihoods[user][v] / (count - 1);
    }
    return logLikelihoods[user][user] - others;
  }

  private static Section section(
      Arguments arguments,
      double[][] ours,
      double[][] defaults,
      double[][] theirs,
      double[] seconds,
      int[] steps) {
    TextTable table =
        new TextTable(
            "user",
            "ID score IB-CAVI",
            "ID score accelerated",
            "ID score ADVI",
            "own events IB-CAVI",
            "own events accelerated",
            "own events ADVI",
            "seconds IB-CAVI",
            "steps ADVI");
    int ahead = 0;
    int defaultsAhead = 0;
    for (int u = 0; u < ours.length; u++) {
      ahead += score(ours, u) >= score(theirs, u) ? 1 : 0;
      defaultsAhead += score(defaults, u) >= score(theirs, u) ? 1 : 0;
      table.row(
          u + 1,
          TextTable.fixed(3, score(ours, u)),
          TextTable.fixed(3, score(defaults, u)),
          TextTable.fixed(3, score(theirs, u)),
          TextTable.fixed(3, ours[u][u]),
          TextTable.fixed(3, defaults[u][u]),
          TextTable.fixed(3, theirs[u][u]),
          TextTable.brief(seconds[u]),
          steps[u]);
    }
    Section section = new Section("Experiment 6: intrusion detection, simulated users");
    section.paragraph(
        String.format(
            "At or above ADVI: IB-CAVI as published for %d of %d users, accelerated with a learned "
                + "scale for %d; ADVI had %d times the processor time of the first. Columns scaled by: %s. "
                + "Published: 32 of 32 users of recorded data, which cannot be shipped; these users are "
                + "simulated.",
            ahead,
            ours.length,
            defaultsAhead,
            arguments.number("times", 10, 10),
            arguments.text("scale", "none")));
    section.table("Scores; log likelihoods are means for each event", table);
    section.figure(
        "Mean log likelihood of a user's held-out events (columns) under a user's model (rows): a "
            + "dark diagonal is what detection needs.",
        new HeatMap("IB-CAVI", "events of user", "model of user", ours).toSvg(),
        new HeatMap("accelerated", "events of user", "model of user", defaults).toSvg(),
        new HeatMap("ADVI", "events of user", "model of user", theirs).toSvg());
    return section;
  }
}
