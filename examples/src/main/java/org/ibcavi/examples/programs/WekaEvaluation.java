// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import java.util.Random;
import org.ibcavi.examples.comparison.WekaContender;
import org.ibcavi.examples.data.LabeledTable;
import weka.classifiers.Evaluation;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;

/** Weka: the classifier in a cross-validation, then its text. */
public final class WekaEvaluation {
  private WekaEvaluation() {}

  /**
   * Runs it.
   *
   * @param args none
   * @throws Exception if Weka fails
   */
  public static void main(String[] args) throws Exception {
    Instances glass = WekaContender.instances(LabeledTable.named("glass"));

    // The same options as on the command line and in the Explorer.
    IBCavi classifier = new IBCavi();
    classifier.setOptions(new String[] {"-link", "probit", "-num-slots", "2"});

    // Weka's own evaluation; log loss, Brier score and calibration error come with the package.
    Evaluation evaluation = new Evaluation(glass);
    evaluation.crossValidateModel(classifier, glass, 5, new Random(1));
    System.out.println(evaluation.toSummaryString());

    // The text of a fitted classifier: coefficients with intervals, the most certain first.
    classifier.buildClassifier(glass);
    System.out.println(classifier);
  }
}
