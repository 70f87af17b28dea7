// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.examples.baselines.CategoricalTarget;
import org.ibcavi.examples.baselines.Nuts;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.finish.Finish;
import org.ibcavi.inference.Solver;
import org.ibcavi.link.Link;
import org.ibcavi.model.PredictionMode;
import org.ibcavi.prior.Prior;

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
  private record Method(
      String model,
      String inference,
      double likelihood,
      double accuracy,
      boolean sampled,
      Predictor predictor) {}

  /** Scores of a set of splits. */
  private record SetScore(double likelihood, double accuracy, double seconds) {}

  /** Runs it from the command line. */
  public GlassSplits() {}

  /**
   * Runs it.
   *
   * @param args {@code --quick}, {@code --sets=20}, {@code --nuts-sets=1}, {@code --draws=1000},
   *     {@code --gain=0.005}, the threshold of the published rule, {@code --out=file}
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Experiment.main(new GlassSplits(), args);
  }

  @Override
  public String name() {
    return "glass";
  }

  private static Predictor ibCavi(Link link, double alpha, double gain) {
    IbCavi settings = PublishedMethod.with(link, gain).average(Average.fixed(alpha));
    return (training, test) -> settings.fit(training.trainingData()).probabilities(test.matrix());
  }

  private static Predictor ours(Link link) {
    IbCavi settings =
        IbCavi.withDefaults()
            .finish(Finish.none())
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

  private static List<Method> methods(int draws, double gain) {
    int warmup = draws / 3;
    List<Method> methods = new ArrayList<>();
    methods.add(
        new Method("softmax", "NUTS", 0.38, 0.64, true, nuts(Link.LOGIT, 1, warmup, draws)));
    methods.add(new Method("CBC-logit", "IB-CAVI", 0.36, 0.64, false, ibCavi(Link.LOGIT, 1, gain)));
    methods.add(
        new Method("CBM-logit", "NUTS", 0.38, 0.64, true, nuts(Link.LOGIT, 0, warmup, draws)));
    methods.add(new Method("CBM-logit", "IB-CAVI", 0.36, 0.64, false, ibCavi(Link.LOGIT, 0, gain)));
    methods.add(
        new Method("CBC-probit", "NUTS", 0.34, 0.65, true, nuts(Link.PROBIT, 1, warmup, draws)));
    methods.add(
        new Method("CBC-probit", "IB-CAVI", 0.35, 0.65, false, ibCavi(Link.PROBIT, 1, gain)));
    methods.add(
        new Method("CBM-probit", "NUTS", 0.41, 0.64, true, nuts(Link.PROBIT, 0, warmup, draws)));
    methods.add(
        new Method("CBM-probit", "IB-CAVI", 0.37, 0.65, false, ibCavi(Link.PROBIT, 0, gain)));
    for (Link link : Link.ALL) {
      methods.add(
          new Method(
              "grid, learned scale, " + link.name(),
              "ibcavi",
              UNPUBLISHED,
              UNPUBLISHED,
              false,
              ours(link)));
    }
    return methods;
  }

  private static SetScore score(LabeledTable glass, int set, Predictor predictor) {
    double logLoss = 0;
    double accuracy = 0;
    long nanos = 0;
    for (int split = 0; split < SPLITS; split++) {
      LabeledTable shuffled = glass.shuffled(1000L * set + split);
      LabeledTable test = shuffled.rows(TRAINING_ROWS, shuffled.size());
      long start = System.nanoTime();
      double[][] p = predictor.predict(shuffled.rows(0, TRAINING_ROWS), test);
      nanos += System.nanoTime() - start;
      ProbabilityScores scores = ProbabilityScores.of(p, test.labels());
      logLoss += scores.logLoss() / SPLITS;
      accuracy += scores.accuracy() / SPLITS;
    }
    return new SetScore(Math.exp(-logLoss), accuracy, nanos * 1e-9 / SPLITS);
  }

  @Override
  public Section run(Arguments arguments) throws IOException {
    int sets = arguments.number("sets", 20, 2);
    int sampledSets = arguments.number("nuts-sets", 1, 0);
    String gain = arguments.text("gain", ELBO_GAIN);
    List<Method> methods = methods(arguments.number("draws", 1000, 100), Double.parseDouble(gain));
    LabeledTable glass = LabeledTable.named("glass").standardized();
    int steps = methods.stream().mapToInt(method -> method.sampled() ? sampledSets : sets).sum();
    ProgressBar progress = ProgressBar.of(steps);
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
            "published accuracy",
            "seconds per fit");
    List<String> names = new ArrayList<>();
    List<double[]> likelihoods = new ArrayList<>();
    for (Method method : methods) {
      int count = method.sampled() ? sampledSets : sets;
      if (count > 0) {
        SetScore[] scores = new SetScore[count];
        for (int set = 0; set < count; set++) {
          scores[set] = score(glass, set, method.predictor());
          progress.step(method.model() + ", " + method.inference());
        }
        addRow(table, method, scores);
        names.add(method.model() + " " + method.inference());
        likelihoods.add(Arrays.stream(scores).mapToDouble(SetScore::likelihood).toArray());
      }
    }
    Section section = new Section("Experiment 5: glass");
    section.paragraph(
        "Geometric mean likelihood and accuracy of 22 test rows, ten splits to a set; means and "
            + "standard deviations over sets. IB-CAVI with the published settings, stopped at an ELBO gain "
            + "of "
            + gain
            + " N/K; the supplement says 0.005. NUTS predicts with the posterior mean, as published.");
    section.table("Glass, beside the published table", table);
    section.figure(
        "Likelihood by method; bars reach two standard deviations between sets of ten splits.",
        picture(names, likelihoods));
    return section;
  }

  private static void addRow(TextTable table, Method method, SetScore[] scores) {
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
        published(method.accuracy()),
        TextTable.brief(Arrays.stream(scores).mapToDouble(SetScore::seconds).average().orElse(0)));
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
