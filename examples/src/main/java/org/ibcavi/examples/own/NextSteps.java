// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.examples.table.Column;
import org.ibcavi.examples.table.ColumnKind;
import org.ibcavi.examples.table.DataSet;

/** What the figures say and what to do about it, in plain sentences. */
final class NextSteps {
  /** A difference of log losses, in nats, below which another learner is not worth the change. */
  private static final double WORTH = 0.01;

  /** Rows below which a class is called rare. */
  private static final int RARE = 10;

  /** The share of doubt by lack of data from which on more rows are advised. */
  private static final double MUCH_LACK = 0.15;

  /** Accuracy from which on one should ask whether a column gives the class away. */
  private static final double SUSPICIOUS = 0.995;

  private final DataSet data;
  private final List<HeldOut> learners;
  private final LookedAt rows;
  private final Map<Column, Double> influence;
  private final List<String> sentences = new ArrayList<>();

  /** The first learner is the model of the report, the second what it must beat. */
  NextSteps(DataSet data, List<HeldOut> learners, LookedAt rows, Map<Column, Double> influence) {
    this.data = data;
    this.learners = learners;
    this.rows = rows;
    this.influence = influence;
  }

  List<String> sentences() {
    quality();
    calibration();
    otherLearners();
    doubt();
    rareClasses();
    labels();
    leftOut();
    givesAway();
    weakColumns();
    missing();
    return List.copyOf(sentences);
  }

  private void say(String format, Object... values) {
    sentences.add(String.format(Locale.ROOT, format, values));
  }

  private void quality() {
    ProbabilityScores scores = learners.get(0).scores();
    ProbabilityScores shares = learners.get(1).scores();
    // Not what the learner of shares gets: where classes have as many rows each, the class of the
    // rows held out is always the rarest among the others.
    double largest = Arrays.stream(data.counts()).max().orElseThrow();
    say(
        "Of rows that it had not seen, the model gets %.1f %% right; always saying the most"
            + " frequent class gets %.1f %%.",
        100 * scores.accuracy(), 100 * largest / data.size());
    if (learners.get(1).lossAbove(learners.get(0)).isAboveZero()) {
      say(
          "The columns take away %.0f %% of the uncertainty about '%s' (log loss %.3f instead of"
              + " %.3f).",
          100 * (1 - scores.logLoss() / shares.logLoss()),
          data.className(),
          scores.logLoss(),
          shares.logLoss());
    } else {
      say(
          "The columns say no more about '%s' than its shares do (log loss %.3f against %.3f). Look"
              + " for other columns before anything else.",
          data.className(), scores.logLoss(), shares.logLoss());
    }
  }

  private void calibration() {
    Difference over = learners.get(0).overconfidence();
    if (over.isAboveZero() || over.isBelowZero()) {
      say(
          "Its confidence is %.1f points too %s on average (standard error %.1f).",
          100 * Math.abs(over.mean()), over.mean() > 0 ? "high" : "low", 100 * over.error());
    } else {
      say(
          "Its confidence is on average what it claims to be (off by %.1f points, standard error"
              + " %.1f): its probabilities may be used as they are.",
          100 * Math.abs(over.mean()), 100 * over.error());
    }
  }

  private void otherLearners() {
    HeldOut ours = learners.get(0);
    List<HeldOut> better =
        learners.subList(2, learners.size()).stream()
            .filter(other -> other.lossAbove(ours).isBelowZero())
            .filter(other -> other.lossAbove(ours).mean() < -WORTH)
            .sorted(Comparator.comparingDouble(other -> other.scores().logLoss()))
            .toList();
    for (HeldOut other : better) {
      Difference difference = other.lossAbove(ours);
      say(
          "%s predicts better (log loss lower by %.3f, standard error %.3f)%s",
          other.learner(),
          -difference.mean(),
          difference.error(),
          other.toolkit().equals("core")
              ? ": the classes are told apart by thresholds or interactions. Say --basis auto."
              : ".");
    }
    if (better.isEmpty() && learners.size() > 2) {
      say("No other learner predicts better by more than chance and a hundredth of a nat.");
    }
  }

  private void doubt() {
    double share = rows.shareOfLackOfData();
    if (share >= MUCH_LACK) {
      say(
          "%.0f %% of the doubt is lack of data: more rows would help, those like the rows listed"
              + " under lack of data most.",
          100 * share);
    } else {
      say(
          "Only %.0f %% of the doubt is lack of data: more rows of the same columns would help"
              + " little, other columns might.",
          100 * share);
    }
  }

  private void rareClasses() {
    int[] counts = data.counts();
    List<String> rare =
        IntStream.range(0, counts.length)
            .filter(k -> counts[k] < RARE)
            .mapToObj(k -> data.classes().get(k) + " (" + counts[k] + ")")
            .toList();
    if (!rare.isEmpty()) {
      say(
          "Classes with few rows: %s. Little can be known of them; collect more, or join them.",
          shortList(rare));
    }
  }

  private void labels() {
    int count = rows.doubtedCount();
    double expected = rows.doubtedExpected();
    // The number of such rows varies by about the square root of what is expected.
    if (count > expected + 2 * Math.sqrt(expected) + 1) {
      say(
          "%d rows have a label to which the model gives less than %.0f %%; %.1f would be usual."
              + " Look at them: labels may be wrong.",
          count, 100 * LookedAt.DOUBTED_BELOW, expected);
    }
  }

  private void leftOut() {
    List<String> names =
        data.columns().stream().filter(column -> !column.isUsed()).map(Column::name).toList();
    if (!names.isEmpty()) {
      say("Left out: %s (why is in the table of columns).", shortList(names));
    }
  }

  private void givesAway() {
    List<String> names =
        data.used().stream()
            .filter(column -> column.kind() == ColumnKind.TEXT && determinesClass(column))
            .map(Column::name)
            .toList();
    if (!names.isEmpty()) {
      say(
          "Each value of %s comes with one class only. Is it known when you predict? If not, leave"
              + " it out by --leave-out.",
          shortList(names));
    } else if (learners.get(0).scores().accuracy() > SUSPICIOUS) {
      say("This is almost perfect. Make sure that all columns are known when you predict.");
    }
  }

  private boolean determinesClass(Column column) {
    Map<String, Integer> classOf = new HashMap<>();
    for (int i = 0; i < data.size(); i++) {
      String cell = data.cell(i, column);
      if (cell != null && classOf.merge(cell, data.label(i), (a, b) -> a.equals(b) ? a : -1) < 0) {
        return false;
      }
    }
    return true;
  }

  private void weakColumns() {
    List<String> weak =
        influence.entrySet().stream()
            .filter(entry -> entry.getValue() < 0.01)
            .map(entry -> entry.getKey().name())
            .toList();
    if (!weak.isEmpty()) {
      say("Columns that change the probabilities by less than a point: %s.", shortList(weak));
    }
  }

  private void missing() {
    List<String> names =
        data.used().stream()
            .filter(column -> 2 * column.missing() > data.size())
            .map(Column::name)
            .toList();
    if (!names.isEmpty()) {
      say("More than half of the values are missing in %s.", shortList(names));
    }
  }

  private static String shortList(List<String> names) {
    int most = 8;
    String shown = String.join(", ", names.subList(0, Math.min(most, names.size())));
    return names.size() > most ? shown + " and " + (names.size() - most) + " more" : shown;
  }
}
