// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.Component;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;

/** A model as people read it: what was fitted, how it ended, coefficients, how to use them. */
public final class ModelText {
  private static final double LEVEL = 0.95;

  private static final String AT_MEANS = "at the posterior means";

  /** How the core begins a note about something that is not as it should be. */
  private static final String WARNING = "warning: ";

  /** Coefficients of two classes that differ by less, in deviations, are each other's opposite. */
  private static final double MIRRORED = 1e-3;

  /** Classes and coefficients of a class that are printed unless all are asked for. */
  private static final int SHORT_CLASSES = 12;

  private static final int SHORT_COEFFICIENTS = 10;

  /** Characters of a line. */
  private static final int WIDTH = 100;

  /** Characters before what an entry says. */
  private static final int ENTRY_NAME = 18;

  /** Members of the average below this weight are not printed: they change no printed digit. */
  private static final double LEAST_WEIGHT = 5e-4;

  private final CategoricalModel model;
  private final AttributeEncoder encoder;
  private final int digits;
  private final boolean all;
  private final StringBuilder text = new StringBuilder();

  /**
   * Prepares a text.
   *
   * @param model the model
   * @param encoder where its columns come from
   * @param digits significant digits of a number
   * @param all whether to print every class and coefficient
   */
  public ModelText(CategoricalModel model, AttributeEncoder encoder, int digits, boolean all) {
    this.model = model;
    this.encoder = encoder;
    this.digits = Math.max(1, digits);
    this.all = all;
  }

  /**
   * Writes the text. Equal models have equal texts: no times are in it.
   *
   * @return several lines
   */
  public String write() {
    line("IBCavi: Bayesian multiclass regression, method %s", method(model.report()));
    line("");
    fit();
    coefficients();
    byHand();
    return text.toString();
  }

  /**
   * How the fit of what predicts ended.
   *
   * @param report of the fit
   * @return such as {@code method categorical, converged, 5 models}
   */
  public static String outcome(FitReport report) {
    String how =
        report.members().isEmpty()
            ? ending(report.binary().orElseThrow())
            : count(report.members().size(), "categorical model")
                + (report.converged() ? ", all converged" : ", not all converged");
    return "method " + method(report) + ": " + how;
  }

  private static String ending(BinaryReport stage) {
    return stage.stopReason().description() + " after " + count(stage.sweeps(), "sweep");
  }

  private static String method(FitReport report) {
    return report.method().name().toLowerCase(Locale.ROOT);
  }

  private static String count(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /** Steps of the objective of what has the most weight in predictions. */
  static int passes(FitReport report) {
    return report
        .leadingMember()
        .map(MemberReport::passes)
        .orElseGet(() -> report.binary().orElseThrow().sweeps());
  }

  /** The last value of this objective. */
  static double objective(FitReport report) {
    double[] trace = report.objectiveTrace();
    return trace[trace.length - 1];
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
  }

  private void entry(String name, String format, Object... arguments) {
    wrapped(String.format("%-" + ENTRY_NAME + "s", name), ENTRY_NAME, format, arguments);
  }

  /** In lines that the Explorer's window shows whole, the second and the others indented. */
  private void wrapped(String start, int indent, String format, Object... arguments) {
    StringBuilder current = new StringBuilder(start);
    int words = 0;
    for (String word : String.format(Locale.ROOT, format, arguments).split(" ", -1)) {
      if (words > 0 && current.length() + 1 + word.length() > WIDTH) {
        line("%s", current);
        current = new StringBuilder(" ".repeat(indent));
        words = 0;
      }
      current.append(words++ == 0 ? "" : " ").append(word);
    }
    line("%s", current);
  }

  private void fit() {
    FitReport report = model.report();
    entry(
        "Data",
        "%s, %s, %s of '%s', %d of them seen",
        count(report.rows(), "instance"),
        count(report.features(), "column"),
        count(report.categories(), "value"),
        encoder.className(),
        report.categoriesWithRows());
    if (!encoder.dropped().isEmpty()) {
      entry("Left out", "%s", shortened(encoder.dropped()));
    }
    if (!encoder.replacements().isEmpty()) {
      entry("Missing values", "replaced by %s", shortened(encoder.replacements()));
      entry("", "a column 'attribute=?' is 1 where the value was missing");
    }
    if (!encoder.missingOrNot().isEmpty()) {
      entry("Missing or not", "is all that counts of %s", shortened(encoder.missingOrNot()));
    }
    entry("Method", "%s, %s", method(report), report.reason());
    report
        .binary()
        .ifPresent(stage -> entry(stage.isStart() ? "Start" : "Regressions", "%s", stage));
    int others = 0;
    for (MemberReport member : report.members()) {
      if (all || member.weight() >= LEAST_WEIGHT) {
        entry("Model", "%s", member);
      } else {
        others++;
      }
    }
    if (others > 0) {
      entry("", "%s of weight 0; -print-all prints all", count(others, "more model"));
    }
    entry("Average", "mean alpha %.2f", model.meanAlpha());
    entry("Predictions", "%s", prediction());
    for (String note : report.notes()) {
      boolean warning = note.startsWith(WARNING);
      entry(warning ? "Warning" : "Note", "%s", warning ? note.substring(WARNING.length()) : note);
    }
    line("");
  }

  private String shortened(List<String> items) {
    int shown = all ? items.size() : Math.min(items.size(), SHORT_COEFFICIENTS);
    String joined = String.join(", ", items.subList(0, shown));
    int others = items.size() - shown;
    return others == 0 ? joined : joined + " and " + others + " more (-print-all prints all)";
  }

  private String prediction() {
    int samples = model.prediction().samples();
    return switch (model.prediction().mode()) {
      case AUTO ->
          model.predictsAtMeans()
              ? AT_MEANS
              : AT_MEANS
                  + "; models under a wider prior by the mean over "
                  + samples
                  + " draws from the posterior";
      case PLUG_IN -> AT_MEANS;
      case MODERATED -> AT_MEANS + ", shrunk by their uncertainty";
      case MONTE_CARLO -> "mean over " + samples + " draws from the posterior";
    };
  }

  private void coefficients() {
    List<Integer> linear =
        IntStream.range(0, model.components().size())
            .filter(c -> model.components().get(c).basis().isLinear())
            .boxed()
            .toList();
    if (linear.isEmpty()) {
      line("No model is linear in the attributes, so there are no coefficients to read.");
      line("");
      return;
    }
    line("Coefficients in the attributes' own units, the most certain sign first;");
    line("with probability 95 %% a coefficient is in its interval; * marks those without zero.");
    if (model.components().get(linear.get(0)).hasOddsRatios()) {
      line("One unit more of the attribute multiplies the odds of the class against the");
      line(
          "%s by the odds ratio.",
          model.categories() == 2 ? "other" : "geometric mean of the others");
    }
    List<Component> components = model.components();
    int shown = all ? linear.size() : 1;
    for (int c : linear.subList(0, shown)) {
      line("");
      String which = "Model " + (c + 1) + " of " + components.size();
      wrapped(which, 2, "%s", description(components.get(c)));
      tables(c);
    }
    if (shown < components.size()) {
      line("");
      line("... %s; -print-all prints all", count(components.size() - shown, "more model"));
    }
    line("");
  }

  private String description(Component component) {
    AlphaWeights alphas = component.alphas();
    return String.format(
        Locale.ROOT,
        ": %s%s link, %s, prior %s, weight %.4f%s",
        model.bases().size() == 1 ? "" : component.basis() + ", ",
        component.link().name(),
        alphas.size() == 1 ? "alpha " + alphas.alpha(0) : "several alphas",
        component.prior(),
        component.weight(),
        model.components().size() > 1 && component == model.components().get(0)
            ? ", the largest"
            : "");
  }

  private void tables(int component) {
    if (!all && mirrored(component)) {
      line("");
      line(
          "Class %s; those of class %s are the same with opposite signs",
          encoder.classValue(0), encoder.classValue(1));
      table(component, 0, nameWidth());
      return;
    }
    int classes = all ? model.categories() : Math.min(model.categories(), SHORT_CLASSES);
    for (int k = 0; k < classes; k++) {
      line("");
      line("Class %s", encoder.classValue(k));
      table(component, k, nameWidth());
    }
    int others = model.categories() - classes;
    if (others > 0) {
      line("");
      line("... %d more %s; -print-all prints all", others, others == 1 ? "class" : "classes");
    }
  }

  /** Whether there are two classes, and a table of the second would be that of the first again. */
  private boolean mirrored(int component) {
    if (model.categories() != 2) {
      return false;
    }
    CoefficientSummary first = model.coefficients(component, 0, LEVEL);
    CoefficientSummary second = model.coefficients(component, 1, LEVEL);
    return IntStream.range(0, first.size())
        .allMatch(
            p -> Math.abs(first.mean(p) + second.mean(p)) <= MIRRORED * first.standardDeviation(p));
  }

  private int nameWidth() {
    return IntStream.range(0, encoder.size())
        .map(column -> encoder.columnName(column).length())
        .reduce("(intercept)".length(), Math::max);
  }

  private void table(int component, int category, int width) {
    CoefficientSummary summary = model.coefficients(component, category, LEVEL);
    int features = model.features();
    List<Integer> order = new ArrayList<>(IntStream.range(0, features).boxed().toList());
    order.sort(Comparator.comparingDouble(c -> -certainty(summary, c)));
    int shown = all ? features : Math.min(features, SHORT_COEFFICIENTS);
    Optional<double[]> odds = model.oddsRatios(component, category);
    boolean included = features > 0 && summary.inclusion(0).isPresent();
    String header = "  %-" + width + "s %12s %12s %26s%s";
    line(
        header,
        "Attribute",
        "Mean",
        "SD",
        "95 % interval       ",
        odds.isPresent() ? "       Odds ratio" : included ? "     P(not zero)" : "");
    for (int column : order.subList(0, shown)) {
      String last =
          included
              ? String.format(Locale.ROOT, "%.3f", summary.inclusion(column).orElseThrow())
              : odds.map(all -> number(all[column])).orElse("");
      coefficient(encoder.columnName(column), width, summary, column, last);
    }
    if (shown < features) {
      line("  ... %d more, less certain; -print-all prints all", features - shown);
    }
    if (model.hasIntercept()) {
      coefficient("(intercept)", width, summary, features, "");
    }
  }

  private static double certainty(CoefficientSummary summary, int column) {
    return Math.abs(summary.mean(column)) / summary.standardDeviation(column);
  }

  private void coefficient(
      String name, int width, CoefficientSummary summary, int column, String last) {
    boolean withoutZero = summary.lower(column) > 0 || summary.upper(column) < 0;
    line(
        "  %-" + width + "s %12s %12s %12s .. %-12s %1s %12s",
        name,
        number(summary.mean(column)),
        number(summary.standardDeviation(column)),
        number(summary.lower(column)),
        number(summary.upper(column)),
        withoutZero ? "*" : "",
        last);
  }

  private String number(double value) {
    return String.format(Locale.ROOT, "%." + digits + "g", value);
  }

  private void byHand() {
    if (model.bases().stream().anyMatch(basis -> !basis.isLinear())) {
      line("Probabilities cannot be computed by hand: models are linear not in the attributes");
      line("but in steps, waves or trees of them. The bases are:");
      model.bases().forEach(basis -> line("  %s", basis));
      return;
    }
    line("How to compute a probability by hand");
    line("  1. x is 1 for 'attribute=value' if the instance has that value, else 0; any other x");
    line("     is the attribute's value, a date in milliseconds since 1970. A missing value is");
    line("     replaced by the training data's mean or most frequent value; where the training");
    line("     data had such, 'attribute=?' is then 1, else 0. If all values are missing, the");
    line("     probabilities are the classes' shares of the training data.");
    line(
        "  2. For each class: eta = %ssum of Mean * x over all coefficients.",
        model.hasIntercept() ? "(intercept) + " : "");
    line(
        "  3. For each class: s = H(eta) / (1 - H(eta))^alpha, where H(eta) = %s.", inverseLinks());
    boolean someLeftOut = leftOut().length > 0;
    line("  4. p = s / (sum of s over all classes%s).", someLeftOut ? " with instances" : "");
    average();
    if (someLeftOut) {
      withoutInstances();
    }
    moreThanMeans();
    line("  Print all digits needed by -print-all -num-decimal-places 10.");
  }

  private int[] leftOut() {
    return IntStream.range(0, model.categories()).filter(model::isLeftOut).toArray();
  }

  /** Classes that had no instances have the same probability whatever the instance is. */
  private void withoutInstances() {
    int[] classes = leftOut();
    double rate = model.baseRates()[classes[0]];
    line(
        "  6. p = %s for each class without training instances; multiply all other p by %s.",
        number(rate), number(1 - classes.length * rate));
  }

  /** What this model does instead of, or after, the steps above. */
  private void moreThanMeans() {
    String plugIn = "  This is what -predict plugin gives. ";
    switch (model.prediction().mode()) {
      case PLUG_IN -> {}
      case AUTO -> {
        if (!model.predictsAtMeans()) {
          line("%s-predict auto repeats these steps with", plugIn);
          line("  eta drawn from its posterior in models under a wider prior, and takes the");
          line("  mean, because there are few instances for each coefficient.");
        }
      }
      case MODERATED -> {
        line("%s-predict moderated first shrinks each eta by its", plugIn);
        line("  uncertainty, which is more cautious.");
      }
      case MONTE_CARLO -> {
        line("%s-predict montecarlo repeats these steps with", plugIn);
        line("  eta drawn from its posterior and takes the mean, which is more cautious.");
      }
    }
  }

  /** Such as {@code 1 / (1 + exp(-eta))}, with its name if another link is used beside it. */
  private String inverseLinks() {
    List<String> names =
        model.components().stream().map(part -> part.link().name()).distinct().toList();
    return names.size() == 1
        ? inverseLink(names.get(0))
        : String.join(
            " or ", names.stream().map(name -> inverseLink(name) + " (" + name + ")").toList());
  }

  private static String inverseLink(String name) {
    return switch (name) {
      case "probit" -> "the standard normal cdf";
      case "logit" -> "1 / (1 + exp(-eta))";
      default -> "the cdf of link " + name;
    };
  }

  /** The last step, over the members of all components. */
  private void average() {
    List<Member> members = members();
    if (members.size() == 1) {
      line("  Here alpha = %s.", members.get(0).alpha());
      return;
    }
    StringJoiner components = new StringJoiner(" ", "     model     ", "");
    StringJoiner alphas = new StringJoiner(" ", "     alpha     ", "");
    StringJoiner weights = new StringJoiner(" ", "     weight    ", "");
    for (Member member : members) {
      components.add(String.format(Locale.ROOT, "%6d", member.component()));
      alphas.add(String.format(Locale.ROOT, "%6.3g", member.alpha()));
      weights.add(String.format(Locale.ROOT, "%6.4f", member.weight()));
    }
    if (model.components().size() == 1) {
      line("  5. Average p over alpha with these weights:");
    } else {
      line("  5. Do so with each model's coefficients and alpha, and average p with these");
      line("     weights:");
      line("%s", components);
    }
    line("%s", alphas);
    line("%s", weights);
  }

  /** A likelihood that predicts, in the component of a number from 1. */
  private record Member(int component, double alpha, double weight) {}

  private List<Member> members() {
    List<Member> members = new ArrayList<>();
    List<Component> components = model.components();
    for (int c = 0; c < components.size(); c++) {
      Component component = components.get(c);
      AlphaWeights alphas = component.alphas().without(LEAST_WEIGHT);
      for (int i = 0; i < alphas.size(); i++) {
        members.add(new Member(c + 1, alphas.alpha(i), component.weight() * alphas.weight(i)));
      }
    }
    return members;
  }
}
