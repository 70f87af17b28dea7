// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.ibcavi.IbCavi;
import org.ibcavi.examples.comparison.Contender;
import org.ibcavi.examples.comparison.ModelPictures;
import org.ibcavi.examples.comparison.Outcome;
import org.ibcavi.examples.comparison.RowStory;
import org.ibcavi.examples.comparison.ToolkitComparison;
import org.ibcavi.examples.comparison.TribuoContender;
import org.ibcavi.examples.comparison.WekaContender;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.report.HtmlReport;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Solver;
import org.ibcavi.tribuo.IBCaviTrainer;
import org.tribuo.Trainer;
import org.tribuo.classification.Label;
import org.tribuo.classification.sgd.linear.LogisticRegressionTrainer;
import org.tribuo.transform.TransformTrainer;
import org.tribuo.transform.TransformationMap;
import org.tribuo.transform.transformations.MeanStdDevTransformation;
import weka.classifiers.functions.IBCavi;
import weka.classifiers.functions.Logistic;

/**
 * The main job: on two real data sets, trains through Weka and through Tribuo beside each toolkit's
 * own logistic regression, prints one table and the uncertainty of three rows, and writes an HTML
 * report with pictures. Two thirds of the rows are for training; both toolkits see the same.
 */
public final class MainJob {
  /** Held, since a logger nobody holds forgets its level. */
  private static final List<Logger> QUIET =
      List.of(Logger.getLogger("org.tribuo"), Logger.getLogger("org.ibcavi"));

  /** Warns of native libraries that Weka looks for and does without. */
  private static final Logger NATIVE = Logger.getLogger("com.github.fommil.netlib");

  private static final int THREADS = Math.min(4, Runtime.getRuntime().availableProcessors());

  private MainJob() {}

  /**
   * Runs it.
   *
   * @param args the report's file (target/ibcavi-report.html), and training rows of the letters
   *     that Weka's Logistic gets (2000, for it needs minutes for all of them); or a table of one's
   *     own, as {@link OwnData} takes it
   * @throws Exception if a toolkit fails or the report cannot be written
   */
  public static void main(String[] args) throws Exception {
    if (args.length > 0 && !args[0].endsWith(".html")) {
      OwnData.main(args);
      return;
    }
    Path path = Path.of(args.length > 0 ? args[0] : "target/ibcavi-report.html");
    int logisticRows = args.length > 1 ? Integer.parseInt(args[1]) : 2000;
    Section section = run(Integer.MAX_VALUE, logisticRows);
    System.out.printf("%n%s", section);
    new HtmlReport(
            "ibcavi: class probabilities that are meant to be believed",
            "Bayesian multiclass regression beside the logistic regressions of Weka and Tribuo, each "
                + "with its defaults, on two real data sets.")
        .write(path, List.of(section));
    System.out.println("Pictures: " + path.toAbsolutePath().normalize());
  }

  static Section run(int letters, int logisticRows) throws Exception {
    silenceToolkits();
    LabeledTable glass = LabeledTable.named("glass").shuffled(1);
    LabeledTable all = LabeledTable.named("letter").shuffled(1);
    LabeledTable letter = all.rows(0, Math.min(letters, all.size()));
    ProgressBar progress = ProgressBar.of(12);
    TextTable table = ToolkitComparison.emptyTable();
    ToolkitComparison onGlass = comparison(glass, table);
    Outcome first = null;
    for (Contender contender : contenders()) {
      Outcome outcome = onGlass.add(contender, glass.size());
      first = first == null ? outcome : first;
      progress.step("glass, " + contender.name());
    }
    ToolkitComparison onLetter = comparison(letter, table);
    onLetter.add(ours(), logisticRows);
    progress.step("letter, part");
    for (Contender contender : contenders()) {
      boolean slow = contender.name().equals("Logistic");
      onLetter.add(contender, slow ? logisticRows : letter.size());
      progress.step("letter, " + contender.name());
    }
    Section section = new Section("Two toolkits, two data sets");
    section.paragraph(
        "Two thirds of the rows train, one third tests. Lower is better but for accuracy. "
            + "Weka's Logistic needs minutes for all letters, so it gets "
            + logisticRows
            + " of them; a row of IBCavi with the same part stands beside it.");
    section.table("Glass (6 types, 9 measurements) and letters (26, 16 measurements)", table);
    section.figure(
        "Reliability: of predictions with a given confidence, how many are right? On the dashed "
            + "line confidence is what it claims to be.",
        onGlass.reliabilityDiagram(),
        onLetter.reliabilityDiagram());
    addUncertainty(section, first.model(), test(glass));
    addModel(section, first.model(), glass);
    progress.step("pictures");
    return section;
  }

  /** Tribuo's trainers speak at INFO, which would hide the tables. */
  static void silenceToolkits() {
    QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
    NATIVE.setLevel(Level.SEVERE);
  }

  private static LabeledTable training(LabeledTable table) {
    return table.rows(0, table.size() * 2 / 3);
  }

  private static LabeledTable test(LabeledTable table) {
    return table.rows(table.size() * 2 / 3, table.size());
  }

  private static ToolkitComparison comparison(LabeledTable data, TextTable table) {
    return new ToolkitComparison(training(data), test(data), table);
  }

  private static Contender ours() {
    return new WekaContender(
        "IBCavi",
        () -> {
          IBCavi classifier = new IBCavi();
          classifier.setNumSlots(THREADS);
          return classifier;
        });
  }

  private static List<Contender> contenders() {
    List<Contender> contenders = new ArrayList<>();
    contenders.add(ours());
    contenders.add(new WekaContender("Logistic", Logistic::new));
    contenders.add(
        new TribuoContender("IBCaviTrainer", () -> new IBCaviTrainer().numThreads(THREADS)));
    contenders.add(
        new TribuoContender("LogisticRegressionTrainer", LogisticRegressionTrainer::new));
    contenders.add(
        new TribuoContender(
            "LogisticRegressionTrainer, standardized",
            () -> standardized(new LogisticRegressionTrainer())));
    return contenders;
  }

  static Trainer<Label> standardized(Trainer<Label> trainer) {
    return new TransformTrainer<>(
        trainer, new TransformationMap(List.of(new MeanStdDevTransformation())));
  }

  private static void addUncertainty(Section section, CategoricalModel model, LabeledTable test) {
    List<RowStory> stories = RowStory.ofThree(model, test);
    stories.forEach(story -> section.paragraph(story.toString().strip()));
    section.figure(
        "Posterior of the class probabilities of these three rows; the true class in orange, the "
            + "mean as a bar. A wide violin is doubt that more data would remove; several tall narrow "
            + "ones are noise that it would not.",
        stories.stream().map(RowStory::violins).toArray(String[]::new));
  }

  private static void addModel(Section section, CategoricalModel model, LabeledTable glass) {
    int headlamps = glass.classes().indexOf("7");
    IbCavi published =
        IbCavi.withDefaults().method(Method.BINARY).prior(Prior.isotropic(1)).tolerance(1e-8);
    Map<String, CategoricalModel> fits = new LinkedHashMap<>();
    for (Solver solver : Solver.values()) {
      String name = solver == Solver.CAVI ? "coordinate ascent, as published" : "accelerated";
      fits.put(name, published.solver(solver).fit(training(glass).trainingData()));
    }
    section.figure(
        "Left: what speaks for headlamp glass, with 95 % intervals. Right: the objective, sweep by "
            + "sweep, with plain and with accelerated inference.",
        ModelPictures.coefficients(
            model, glass.features(), headlamps, "Glass: coefficients of type 7 (headlamps)"),
        ModelPictures.objectiveTraces(fits, "Glass: distance to the best ELBO"));
  }
}
