// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.ibcavi.examples.comparison.Contender;
import org.ibcavi.examples.comparison.Outcome;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.table.DataSet;
import org.ibcavi.examples.table.RowEncoding;
import org.ibcavi.examples.table.TableException;

/**
 * Lets learners predict every row from the others: rows are dealt into parts with about the same
 * shares of the classes, and each part is predicted by what was learned from the rest. Means and
 * values of columns are learned anew each time, so nothing of the held-out rows is known.
 */
public final class CrossValidation {
  private static final int USUAL_FOLDS = 10;
  private static final int FEWER_FOLDS = 3;

  /** Rows from which on fewer folds say enough and more would take long. */
  private static final int MANY_ROWS = 5000;

  private final DataSet data;
  private final int[] foldOf;
  private final int folds;

  /** Is told of every part that was predicted. */
  @FunctionalInterface
  public interface FoldListener {
    /**
     * A part was predicted.
     *
     * @param rows that were held out
     * @param test their numbers
     * @param outcome what was predicted
     */
    void predicted(int[] rows, LabeledTable test, Outcome outcome);
  }

  /**
   * Deals the rows, always in the same way.
   *
   * @param data the rows
   * @param folds the number of parts, at least 2
   */
  public CrossValidation(DataSet data, int folds) {
    this.data = data;
    this.folds = Math.min(folds, data.size());
    List<Integer> order = new ArrayList<>(IntStream.range(0, data.size()).boxed().toList());
    Collections.shuffle(order, new Random(1));
    order.sort(Comparator.comparingInt(data::label));
    foldOf = new int[data.size()];
    for (int i = 0; i < foldOf.length; i++) {
      foldOf[order.get(i)] = i % this.folds;
    }
  }

  /**
   * The number of parts unless a user wishes another.
   *
   * @param rows of the data
   * @return 10, for many rows 3
   */
  public static int usualFolds(int rows) {
    return rows < MANY_ROWS ? USUAL_FOLDS : FEWER_FOLDS;
  }

  /**
   * The number of parts.
   *
   * @return at least 2
   */
  public int folds() {
    return folds;
  }

  /**
   * Lets a learner predict every row.
   *
   * @param contender the learner
   * @param mostSeconds if all folds would train for longer, by the first one's time, it is given up
   * @param listener told after each part
   * @return what it predicted, or nothing if it was given up
   * @throws Exception if the toolkit fails
   */
  public Optional<HeldOut> run(Contender contender, double mostSeconds, FoldListener listener)
      throws Exception {
    double[][] probabilities = new double[data.size()][];
    double seconds = 0;
    for (int fold = 0; fold < folds; fold++) {
      int[] held = rows(fold, true);
      int[] others = rows(fold, false);
      RowEncoding encoding = RowEncoding.learn(data, others);
      LabeledTable test = encoding.table(data, held);
      Outcome outcome = contender.run(encoding.table(data, others), test);
      for (int i = 0; i < held.length; i++) {
        probabilities[held[i]] = outcome.probabilities()[i];
      }
      seconds += outcome.trainingSeconds();
      if (fold == 0 && seconds * folds > mostSeconds) {
        return Optional.empty();
      }
      listener.predicted(held, test, outcome);
    }
    return Optional.of(
        new HeldOut(contender.toolkit(), contender.name(), probabilities, data.labels(), seconds));
  }

  private int[] rows(int fold, boolean held) throws TableException {
    int[] rows = IntStream.range(0, foldOf.length).filter(i -> foldOf[i] == fold == held).toArray();
    if (rows.length == 0) {
      throw new TableException(data.name() + ": too few rows for " + folds + " parts");
    }
    return rows;
  }
}
