// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.comparison;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.evaluation.ReliabilityBin;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.report.Plot;
import org.ibcavi.examples.report.TextTable;

/** Contenders on the same test rows, as a table and a reliability diagram. */
public final class ToolkitComparison {
  private static final int LEAST_ROWS_IN_BIN = 4;

  private final LabeledTable training;
  private final LabeledTable test;
  private final Map<String, ProbabilityScores> scores = new LinkedHashMap<>();
  private final TextTable table;

  /**
   * A comparison without contenders.
   *
   * @param training rows to learn from
   * @param test rows to predict
   * @param table gets a row for each contender
   */
  public ToolkitComparison(LabeledTable training, LabeledTable test, TextTable table) {
    this.training = training;
    this.test = test;
    this.table = table;
  }

  /**
   * An empty table for one or more comparisons.
   *
   * @return with the columns that a contender fills
   */
  public static TextTable emptyTable() {
    return new TextTable(
        "data",
        "toolkit",
        "learner",
        "training rows",
        "accuracy",
        "log loss",
        "Brier",
        "calibration error",
        "time to train");
  }

  /**
   * Lets a contender learn from the first training rows, and scores it on all test rows.
   *
   * @param contender the learner
   * @param rows how many training rows it gets
   * @return what it predicted
   * @throws Exception if the toolkit fails
   */
  public Outcome add(Contender contender, int rows) throws Exception {
    LabeledTable given = rows < training.size() ? training.rows(0, rows) : training;
    Outcome outcome = contender.run(given, test);
    ProbabilityScores score = ProbabilityScores.of(outcome.probabilities(), test.labels());
    String label = contender.toolkit() + " " + contender.name();
    scores.put(rows < training.size() ? label + ", " + rows + " rows" : label, score);
    table.row(
        training.name(),
        contender.toolkit(),
        contender.name(),
        given.size(),
        TextTable.fixed(3, score.accuracy()),
        TextTable.fixed(3, score.logLoss()),
        TextTable.fixed(3, score.brierScore()),
        TextTable.fixed(3, score.expectedCalibrationError()),
        TextTable.fixed(2, outcome.trainingSeconds()) + " s");
    return outcome;
  }

  /**
   * How often predictions of a confidence are right.
   *
   * @return a picture with a line for each contender
   */
  public String reliabilityDiagram() {
    Plot plot =
        new Plot(training.name(), "confidence", "share that is right", 510, 520)
            .xRange(0, 1)
            .yRange(0, 1)
            .legendBelow();
    for (Map.Entry<String, ProbabilityScores> entry : scores.entrySet()) {
      List<ReliabilityBin> bins =
          entry.getValue().reliability().bins().stream()
              .filter(bin -> bin.count() >= LEAST_ROWS_IN_BIN)
              .toList();
      if (!bins.isEmpty()) {
        plot.marks(
            entry.getKey(),
            bins.stream().mapToDouble(ReliabilityBin::confidence).toArray(),
            bins.stream().mapToDouble(ReliabilityBin::accuracy).toArray());
      }
    }
    return plot.reference(new double[] {0, 1}, new double[] {0, 1}).toSvg();
  }
}
