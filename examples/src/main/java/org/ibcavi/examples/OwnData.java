// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ibcavi.examples.cli.Main;
import org.ibcavi.examples.comparison.Contender;
import org.ibcavi.examples.comparison.TribuoContender;
import org.ibcavi.examples.comparison.WekaContender;
import org.ibcavi.examples.table.DataSet;
import org.tribuo.classification.sgd.linear.LogisticRegressionTrainer;
import weka.classifiers.functions.Logistic;
import weka.classifiers.trees.RandomForest;

/**
 * The report on a table of one's own, beside classifiers of Weka and Tribuo. It takes a file and
 * the flags of the executable jar's report.
 */
public final class OwnData {
  /**
   * Numbers times classes above which Weka's Logistic is left out: it needs minutes for the
   * letters, which have five million.
   */
  private static final double MOST_FOR_LOGISTIC = 2e6;

  private OwnData() {}

  /**
   * Writes the report and ends the process.
   *
   * @param args a CSV or ARFF file, and flags such as --class species
   */
  public static void main(String[] args) {
    MainJob.silenceToolkits();
    // Maven runs examples in their own folder; a user's files are where the command was typed.
    Path folder = Path.of(System.getProperty("example.folder", ""));
    String[] words = Stream.concat(Stream.of("report"), Stream.of(args)).toArray(String[]::new);
    System.exit(new Main(System.out, folder, OwnData::rivals).run(System.err, words));
  }

  static List<Contender> rivals(DataSet data) {
    List<Contender> rivals = new ArrayList<>();
    double size = (double) data.size() * data.used().size() * data.classes().size();
    if (size <= MOST_FOR_LOGISTIC) {
      rivals.add(new WekaContender("Logistic", Logistic::new));
    }
    rivals.add(new WekaContender("RandomForest", RandomForest::new));
    rivals.add(
        new TribuoContender(
            "LogisticRegressionTrainer, standardized",
            () -> MainJob.standardized(new LogisticRegressionTrainer())));
    return rivals;
  }
}
