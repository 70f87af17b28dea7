// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.examples.comparison.ClassShares;
import org.ibcavi.examples.comparison.Contender;
import org.ibcavi.examples.comparison.CoreContender;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.report.HtmlReport;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.examples.table.Column;
import org.ibcavi.examples.table.ColumnKind;
import org.ibcavi.examples.table.DataSet;
import org.ibcavi.examples.table.RowEncoding;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Option;

/** The report page on a user's own data. */
public final class OwnDataReport {
  /** A learner beside the model may train for this time in all folds. */
  private static final double MOST_SECONDS = 120;

  /** Rows that effects are averaged over. */
  private static final int SAMPLE = 100;

  /** Classes, coefficients and columns in pictures; the others would make them unreadable. */
  private static final int SHOWN_CLASSES = 6;

  private static final int SHOWN_TOGETHER = 4;

  private static final int SHOWN_COEFFICIENTS = 10;
  private static final int SHOWN_EFFECTS = 6;

  private final DataSet data;
  private final IbCavi settings;
  private final List<Contender> others;
  private final int folds;
  private final List<String> givenUp = new ArrayList<>();

  /**
   * A report that has not been made.
   *
   * @param data the rows
   * @param settings of the model
   * @param others learners that it is compared with, beside what the core has
   * @param folds parts of the cross-validation
   */
  public OwnDataReport(DataSet data, IbCavi settings, List<Contender> others, int folds) {
    this.data = data;
    this.settings = settings;
    this.others = List.copyOf(others);
    this.folds = folds;
  }

  /**
   * Makes the report.
   *
   * @param path the page
   * @param out gets a short form of it
   * @throws Exception if a learner fails or the page cannot be written
   */
  public void write(Path path, PrintStream out) throws Exception {
    List<Section> sections = sections();
    sections.subList(0, 2).forEach(out::println);
    new HtmlReport(
            data.name() + ": what tells " + data.className(),
            String.format(
                "%d rows, %d columns, %d classes. Every figure about predictions is of rows that"
                    + " the model had not seen.",
                data.size(), data.used().size(), data.classes().size()))
        .write(path, sections);
  }

  List<Section> sections() throws Exception {
    CrossValidation validation = new CrossValidation(data, folds);
    boolean linear = settings.settings().get(Option.BASIS).orElse(BasisKind.NONE) == BasisKind.NONE;
    int learning = 2 + (linear ? 1 : 0) + others.size();
    ProgressBar bar = ProgressBar.of(learning * validation.folds() + 2);
    Uncertainty[] uncertainty = new Uncertainty[data.size()];
    List<HeldOut> learners = new ArrayList<>();
    learners.add(predictHeldOut(validation, bar, uncertainty));
    for (Contender rival : rivals(bar, linear)) {
      compare(validation, rival, bar).ifPresent(learners::add);
    }
    int[] all = IntStream.range(0, data.size()).toArray();
    RowEncoding encoding = RowEncoding.learn(data, all);
    CategoricalModel model = watched(bar, "all rows").fit(encoding.trainingData(data, all));
    bar.step("all rows");
    LabeledTable table = encoding.table(data, all);
    LabeledTable sample = table.shuffled(1).rows(0, Math.min(SAMPLE, table.size()));
    Map<Column, Double> influence = influence(model, encoding, sample);
    LookedAt rows =
        new LookedAt(data, learners.get(0), uncertainty, List.copyOf(influence.keySet()));
    Section steps = new Section("What to do next");
    new NextSteps(data, learners, rows, influence).sentences().forEach(steps::paragraph);
    List<Section> sections =
        List.of(
            comparison(learners, validation.folds()),
            steps,
            columns(),
            effects(model, encoding, sample, influence),
            lookedAt(rows),
            fitted(model, uncertainty[0]));
    bar.step("pictures");
    return sections;
  }

  private IbCavi watched(ProgressBar bar, String what) {
    return settings.listener(bar.watching(what));
  }

  /** The shares of the classes come first, since the advice compares with them. */
  private List<Contender> rivals(ProgressBar bar, boolean linear) {
    List<Contender> rivals = new ArrayList<>();
    rivals.add(new ClassShares());
    if (linear) {
      String name = "ibcavi, basis auto";
      // Beside its bases it has the defaults, since other options may not act together with them.
      IbCavi auto =
          IbCavi.withDefaults()
              .basis(BasisKind.AUTO)
              .threads(settings.settings().get(Option.THREADS).orElse(1));
      rivals.add(new CoreContender(name, auto.listener(bar.watching(name))));
    }
    rivals.addAll(others);
    return rivals;
  }

  private HeldOut predictHeldOut(
      CrossValidation validation, ProgressBar bar, Uncertainty[] uncertainty) throws Exception {
    Contender ours = new CoreContender("ibcavi", watched(bar, "ibcavi"));
    return validation
        .run(
            ours,
            Double.POSITIVE_INFINITY,
            (rows, test, outcome) -> {
              Uncertainty[] found = outcome.model().uncertainty(test.matrix(), 0.9);
              IntStream.range(0, rows.length).forEach(i -> uncertainty[rows[i]] = found[i]);
              bar.step(ours.name());
            })
        .orElseThrow();
  }

  private Optional<HeldOut> compare(CrossValidation validation, Contender rival, ProgressBar bar)
      throws Exception {
    bar.say(rival.name());
    Optional<HeldOut> result =
        validation.run(rival, MOST_SECONDS, (rows, test, outcome) -> bar.step(rival.name()));
    if (result.isEmpty()) {
      givenUp.add(rival.name());
      IntStream.range(0, validation.folds()).forEach(i -> bar.step(rival.name()));
    }
    return result;
  }

  private Section comparison(List<HeldOut> learners, int parts) {
    Section section = new Section("How good are the probabilities?");
    section.paragraph(
        "Each row was predicted by what was learned from the others, in "
            + parts
            + " parts. Lower is better but for accuracy; every learner with its defaults"
            + changed()
            + ".");
    section.table("Learners on the same rows", scores(learners));
    if (!givenUp.isEmpty()) {
      section.paragraph(
          String.format(
              "Left out, since they would train for more than %.0f seconds: %s.",
              MOST_SECONDS, String.join(", ", givenUp)));
    }
    section.figure(
        "Of predictions with a given confidence, how many are right? On the dashed line confidence"
            + " is what it claims to be.",
        Pictures.reliability(learners, Math.max(4, data.size() / 100)));
    return section;
  }

  /** What the first learner was told beside the number of threads, which changes no figure. */
  private String changed() {
    String options = settings.settings().without(Option.THREADS).toString();
    return options.isEmpty() ? "" : ", but for ibcavi's " + options;
  }

  /**
   * The scores of learners.
   *
   * @param learners what they predicted
   * @return a row for each
   */
  public static TextTable scores(List<HeldOut> learners) {
    TextTable table =
        new TextTable(
            "learner", "toolkit", "log loss", "Brier", "accuracy", "calibration error", "seconds");
    for (HeldOut learner : learners) {
      ProbabilityScores scores = learner.scores();
      table.row(
          learner.learner(),
          learner.toolkit(),
          TextTable.fixed(3, scores.logLoss()),
          TextTable.fixed(3, scores.brierScore()),
          TextTable.fixed(3, scores.accuracy()),
          TextTable.fixed(3, scores.expectedCalibrationError()),
          TextTable.fixed(1, learner.seconds()));
    }
    return table;
  }

  private Section columns() {
    Section section = new Section("Your columns");
    data.notes().forEach(section::paragraph);
    section.table("What each was taken for", columnTable(data));
    TextTable classes = new TextTable("class", "rows");
    int[] counts = data.counts();
    IntStream.range(0, counts.length).forEach(k -> classes.row(data.classes().get(k), counts[k]));
    return section.table("Classes of '" + data.className() + "'", classes);
  }

  /**
   * What the columns were taken for.
   *
   * @param data the data
   * @return a row for each column
   */
  public static TextTable columnTable(DataSet data) {
    TextTable table = new TextTable("column", "taken for", "values", "missing", "left out");
    for (Column column : data.columns()) {
      table.row(
          column.name(),
          column.kind() == ColumnKind.NUMBER ? "numbers" : "names",
          column.summary(),
          column.missing(),
          column.isUsed() ? "" : column.leftOut());
    }
    return table;
  }

  /** How much each column changes the probabilities, the most influential first. */
  private Map<Column, Double> influence(
      CategoricalModel model, RowEncoding encoding, LabeledTable sample) {
    Map<Column, Double> found = new LinkedHashMap<>();
    for (Column column : data.used()) {
      found.put(column, ColumnEffect.influence(model, data, encoding, sample, column));
    }
    Map<Column, Double> sorted = new LinkedHashMap<>();
    found.entrySet().stream()
        .sorted(Map.Entry.<Column, Double>comparingByValue().reversed())
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  private Section effects(
      CategoricalModel model,
      RowEncoding encoding,
      LabeledTable sample,
      Map<Column, Double> influence) {
    Section section = new Section("What the columns do");
    TextTable table = new TextTable("column", "changes probabilities by");
    influence.forEach((column, change) -> table.row(column.name(), TextTable.fixed(3, change)));
    int[] together = largestClasses(SHOWN_TOGETHER);
    section.figure(
        "The class probabilities if a column alone is changed, averaged over "
            + sample.size()
            + " rows, with the average of their 90 % intervals"
            + (together.length < data.classes().size() ? "; the most frequent classes." : "."),
        influence.keySet().stream()
            .limit(SHOWN_EFFECTS)
            .map(column -> ColumnEffect.of(model, data, encoding, sample, column))
            .map(effect -> Pictures.effect(effect, data.classes(), together))
            .toArray(String[]::new));
    if (model.hasLinear()) {
      section.figure(
          "What speaks for a class: coefficients of one standard deviation of each feature with 95"
              + " % intervals, the largest "
              + SHOWN_COEFFICIENTS
              + ". Beyond the dashed line to the right a feature speaks for the class, to the left"
              + " against it.",
          IntStream.of(largestClasses(SHOWN_CLASSES))
              .mapToObj(k -> coefficients(model, k))
              .toArray(String[]::new));
    }
    return section.table(
        "The largest change of a row's class probabilities between low, middle and high numbers, or"
            + " between the most frequent names; average over rows",
        table);
  }

  private String coefficients(CategoricalModel model, int category) {
    CoefficientSummary summary = model.standardizedCoefficients(category, 0.95);
    int[] largest =
        IntStream.range(0, model.features())
            .boxed()
            .sorted(Comparator.comparingDouble(m -> -Math.abs(summary.mean(m))))
            .limit(SHOWN_COEFFICIENTS)
            .mapToInt(Integer::intValue)
            .toArray();
    return Pictures.coefficients(data.classes().get(category), summary, largest);
  }

  private int[] largestClasses(int most) {
    int[] counts = data.counts();
    return IntStream.range(0, counts.length)
        .boxed()
        .sorted(Comparator.comparingInt(k -> -counts[k]))
        .limit(most)
        .mapToInt(Integer::intValue)
        .sorted()
        .toArray();
  }

  private Section lookedAt(LookedAt rows) {
    Section section = new Section("Rows to look at");
    section.paragraph(
        "Doubt about a row's class is measured in nats and split: noise is what rows like this"
            + " differ in by themselves, lack of data is what more rows like it would remove. All"
            + " were predicted without having been seen.");
    section.table("The most doubtful rows", rows.doubtful());
    section.table("Rows that most lack others like them", rows.lackingData());
    String usual =
        String.format(
            Locale.ROOT,
            "Labels that the model doubts: %d rows below %.2f; %.1f would be usual if all is right",
            rows.doubtedCount(),
            LookedAt.DOUBTED_BELOW,
            rows.doubtedExpected());
    TextTable doubted = rows.doubtedLabels();
    return doubted.size() == 0 ? section.paragraph(usual + ".") : section.table(usual, doubted);
  }

  private static Section fitted(CategoricalModel model, Uncertainty any) {
    Section section = new Section("The model");
    any.caveat().ifPresent(section::paragraph);
    return section.paragraph(model.report().toString());
  }
}
