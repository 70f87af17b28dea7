// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.examples.baselines.CategoricalTarget;
import org.ibcavi.examples.baselines.Nuts;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.data.PythonRandom;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.link.Link;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;

/**
 * Experiment 5: glass, ten random splits of 192 training and 22 test rows, all columns z-scored:
 * geometric mean likelihood and accuracy beside the published table. Ten splits have but 220 test
 * rows, so sets of ten are repeated, and the deviation between sets is given.
 */
public final class GlassSplits implements Experiment {
  /** The supplement's threshold for this table. */
  private static final String ELBO_GAIN = "0.005";

  private static final int TRAINING_ROWS = 192;
  private static final int SPLITS = 10;
  private static final double UNPUBLISHED = Double.NaN;

  /** Predicts test rows after training. */
  @FunctionalInterface
  private interface Predictor {
    double[][] predict(LabeledTable training, LabeledTable test);
  }

  /** A column of the table. */
  private record Column(
      String model,
      String inference,
      double likelihood,
      double accuracy,
      boolean sampled,
      Predictor predictor) {}

  /** Rows to learn from and rows to predict. */
  private record Split(LabeledTable training, LabeledTable test) {}

  /** Scores of a set of splits. */
  private record SetScore(double likelihood, double accuracy, double seconds) {}

  /** Runs it from the command line. */
  public GlassSplits() {}

  /**
   * Runs it.
   *
   * @param args {@code --quick}, {@code --sets=20} of other splits, {@code --draws=1000} of NUTS
   *     after a third of them for warming up, 0 to leave it out, {@code --gain=0.005}, the
   *     threshold of the published rule, {@code --out=folder}
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Experiment.main(new GlassSplits(), args);
  }

  @Override
  public String name() {
    return "glass";
  }

  @Override
  public List<String> arguments() {
    return List.of("sets", "draws", "gain");
  }

  private static Predictor ibCavi(Link link, double alpha, double gain) {
    IbCavi settings = PublishedMethod.with(link, gain).average(Average.fixed(alpha));
    return (training, test) -> settings.fit(training.trainingData()).probabilities(test.matrix());
  }

  private static Predictor ours(Link link) {
    IbCavi settings =
        IbCavi.withDefaults()
            .method(Method.BINARY)
            .link(link)
            .prior(Prior.learned())
            .average(Average.grid())
            .solver(Solver.ACCELERATED)
            .predictingBy(PredictionMode.PLUG_IN);
    return (training, test) -> settings.fit(training.trainingData()).probabilities(test.matrix());
  }

  private static Predictor nuts(Link link, double alpha, int warmup, int draws) {
    return (training, test) -> {
      CategoricalTarget target = CategoricalTarget.of(training.trainingData(), link, alpha, 1);
      double[] mean = new double[target.size()];
      new Nuts(target, 1)
          .run(
              new double[mean.length],
              warmup,
              draws,
              (theta, adapting) -> {
                for (int j = 0; j < mean.length && !adapting; j++) {
                  mean[j] += theta[j] / draws;
                }
                return true;
              });
      return target.probabilities(mean, test.matrix());
    };
  }

  private static List<Column> methods(int draws, double gain) {
    int warmup = draws / 3;
    List<Column> methods = new ArrayList<>();
    methods.add(
        new Column("softmax", "NUTS", 0.38, 0.64, true, nuts(Link.LOGIT, 1, warmup, draws)));
    methods.add(
        new Column("CBC-logit", "NUTS", 0.38, 0.65, true, nuts(Link.LOGIT, 1, warmup, draws)));
    methods.add(new Column("CBC-logit", "IB-CAVI", 0.36, 0.64, false, ibCavi(Link.LOGIT, 1, gain)));
    methods.add(
        new Column("CBM-logit", "NUTS", 0.38, 0.64, true, nuts(Link.LOGIT, 0, warmup, draws)));
    methods.add(new Column("CBM-logit", "IB-CAVI", 0.36, 0.64, false, ibCavi(Link.LOGIT, 0, gain)));
    methods.add(
        new Column("CBC-probit", "NUTS", 0.34, 0.65, true, nuts(Link.PROBIT, 1, warmup, draws)));
    methods.add(
        new Column("CBC-probit", "IB-CAVI", 0.35, 0.65, false, ibCavi(Link.PROBIT, 1, gain)));
    methods.add(
        new Column("CBM-probit", "NUTS", 0.41, 0.64, true, nuts(Link.PROBIT, 0, warmup, draws)));
    methods.add(
        new Column("CBM-probit", "IB-CAVI", 0.37, 0.65, false, ibCavi(Link.PROBIT, 0, gain)));
    for (Link link : Link.ALL) {
      methods.add(
          new Column(
              "grid, learned scale, " + link.name(),
              "ibcavi",
              UNPUBLISHED,
              UNPUBLISHED,
              false,
              ours(link)));
    }
    IbCavi defaults = IbCavi.withDefaults();
    methods.add(
        new Column(
            "default (categorical)",
            "ibcavi",
            UNPUBLISHED,
            UNPUBLISHED,
            false,
            (training, test) ->
                defaults.fit(training.trainingData()).probabilities(test.matrix())));
    return methods;
  }

  /** The publication's splits: {@code random.seed(split)}, {@code random.sample} of the rows. */
  private static List<Split> publishedSplits(LabeledTable glass) {
    List<Split> splits = new ArrayList<>();
    for (int split = 0; split < SPLITS; split++) {
      int[] training = PythonRandom.python(split).sample(glass.size(), TRAINING_ROWS);
      Set<Integer> drawn = Arrays.stream(training).boxed().collect(Collectors.toSet());
      int[] test = IntStream.range(0, glass.size()).filter(i -> !drawn.contains(i)).toArray();
      splits.add(new Split(glass.selected(training), glass.selected(test)));
    }
    return splits;
  }

  private static List<Split> otherSplits(LabeledTable glass, int set) {
    List<Split> splits = new ArrayList<>();
    for (int split = 0; split < SPLITS; split++) {
      LabeledTable shuffled = glass.shuffled(1000L * set + split);
      splits.add(
          new Split(
              shuffled.rows(0, TRAINING_ROWS), shuffled.rows(TRAINING_ROWS, shuffled.size())));
    }
    return splits;
  }

  private static SetScore score(List<Split> splits, Predictor predictor) {
    double logLoss = 0;
    double accuracy = 0;
    long nanos = 0;
    for (Split split : splits) {
      long start = System.nanoTime();
      double[][] p = predictor.predict(split.training(), split.test());
      nanos += System.nanoTime() - start;
      ProbabilityScores scores = ProbabilityScores.of(p, split.test().labels());
      logLoss += scores.logLoss() / splits.size();
      accuracy += scores.accuracy() / splits.size();
    }
    return new SetScore(Math.exp(-logLoss), accuracy, nanos * 1e-9 / splits.size());
  }

  @Override
  public Section run(Arguments arguments) throws IOException {
    int sets = arguments.number("sets", 20, 2);
    int draws = arguments.number("draws", 1000, 0);
    String gain = arguments.text("gain", ELBO_GAIN);
    List<Column> methods =
        methods(draws, Double.parseDouble(gain)).stream()
            .filter(method -> draws > 0 || !method.sampled())
            .toList();
    List<Column> repeated = methods.stream().filter(method -> !method.sampled()).toList();
    ProgressBar progress = ProgressBar.of(methods.size() + repeated.size() * sets);
    LabeledTable glass = LabeledTable.named("glass").standardized();
    KeptCells cells = KeptCells.of(name(), arguments);
    String asked = " draws=" + draws + " gain=" + gain;
    Section section = new Section("Experiment 5: glass");
    section.paragraph(
        "Geometric mean likelihood and accuracy of 22 test rows, ten splits to a set. IB-CAVI with "
            + "the published settings, stopped at an ELBO gain of "
            + gain
            + " N/K; the supplement says 0.005."
            + (draws > 0
                ? " NUTS predicts with the posterior mean, as published, of "
                    + draws
                    + " draws in place of 10000."
                : ""));
    section.table(
        "The publication's ten splits, drawn anew with its generator and seeds",
        published(
            methods,
            method ->
                kept(
                    cells,
                    method.model() + " " + method.inference() + asked + " published",
                    () -> score(publishedSplits(glass), method.predictor())),
            progress));
    TextTable table =
        new TextTable(
            "model",
            "inference",
            "sets",
            "likelihood",
            "between sets",
            "published likelihood",
            "accuracy",
            "accuracy between sets",
            "published accuracy");
    List<String> names = new ArrayList<>();
    List<double[]> likelihoods = new ArrayList<>();
    for (Column method : repeated) {
      SetScore[] scores = new SetScore[sets];
      for (int set = 0; set < sets; set++) {
        int number = set;
        scores[set] =
            kept(
                cells,
                method.model() + " " + method.inference() + asked + " set=" + set,
                () -> score(otherSplits(glass, number), method.predictor()));
        progress.step(method.model() + ", " + method.inference());
      }
      addRow(table, method, scores);
      names.add(method.model() + " " + method.inference());
      likelihoods.add(Arrays.stream(scores).mapToDouble(SetScore::likelihood).toArray());
    }
    section.table("Other sets of ten splits: means and standard deviations over sets", table);
    section.figure(
        "Likelihood by method; bars reach two standard deviations between sets of ten splits.",
        picture(names, likelihoods));
    return section.paragraph(cells.toString());
  }

  private static SetScore kept(KeptCells cells, String name, Supplier<SetScore> compute) {
    double[] of =
        cells.get(
            name,
            () -> {
              SetScore score = compute.get();
              return new double[] {score.likelihood(), score.accuracy(), score.seconds()};
            });
    return new SetScore(of[0], of[1], of[2]);
  }

  private static TextTable published(
      List<Column> methods, Function<Column, SetScore> scores, ProgressBar progress) {
    TextTable table =
        new TextTable(
            "model",
            "inference",
            "likelihood",
            "published likelihood",
            "accuracy",
            "published accuracy",
            "seconds per fit");
    for (Column method : methods) {
      SetScore score = scores.apply(method);
      table.row(
          method.model(),
          method.inference(),
          TextTable.fixed(3, score.likelihood()),
          published(method.likelihood()),
          TextTable.fixed(3, score.accuracy()),
          published(method.accuracy()),
          TextTable.brief(score.seconds()));
      progress.step(method.model() + ", published splits");
    }
    return table;
  }

  private static void addRow(TextTable table, Column method, SetScore[] scores) {
    double[] likelihoods = Arrays.stream(scores).mapToDouble(SetScore::likelihood).toArray();
    double[] accuracies = Arrays.stream(scores).mapToDouble(SetScore::accuracy).toArray();
    table.row(
        method.model(),
        method.inference(),
        scores.length,
        TextTable.fixed(3, mean(likelihoods)),
        TextTable.fixed(3, deviation(likelihoods)),
        published(method.likelihood()),
        TextTable.fixed(3, mean(accuracies)),
        TextTable.fixed(3, deviation(accuracies)),
        published(method.accuracy()));
  }

  private static String published(double value) {
    return Double.isNaN(value) ? "–" : TextTable.fixed(2, value);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    double sum = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return values.length < 2 ? 0 : Math.sqrt(sum / (values.length - 1));
  }

  private static String picture(List<String> names, List<double[]> likelihoods) {
    double[] at = new double[names.size()];
    Arrays.setAll(at, i -> i);
    double[] means = likelihoods.stream().mapToDouble(GlassSplits::mean).toArray();
    double[] reach = likelihoods.stream().mapToDouble(values -> 2 * deviation(values)).toArray();
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      numbers.add(String.valueOf(i + 1));
    }
    return new Plot(
            "Glass: geometric mean likelihood",
            "row of the table",
            "likelihood of the true class",
            700,
            340)
        .xNames(numbers)
        .intervals("mean and two deviations", at, means, reach)
        .withoutLegend()
        .toSvg();
  }
}
