// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.ibcavi.IbCavi;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.model.CategoricalModel;

/**
 * Which of hundreds of topics is a short text about? Each topic has a few words of its own; a text
 * has some of them and some of everybody's. Rows stay sparse from end to end.
 */
public final class ManyClasses {
  private static final int WORDS_OF_A_TOPIC = 3;
  private static final int WORDS_OF_A_TEXT = 6;
  private static final double OWN = 0.4;

  private ManyClasses() {}

  /**
   * Runs it.
   *
   * @param args topics (300)
   */
  public static void main(String[] args) {
    int topics = args.length > 0 ? Integer.parseInt(args[0]) : 300;
    int vocabulary = 2 * topics;
    SplittableRandom random = new SplittableRandom(1);
    int[][] words = new int[topics][];
    Arrays.setAll(words, k -> random.ints(WORDS_OF_A_TOPIC, 0, vocabulary).toArray());

    // Twenty texts of each topic train, two test: column numbers and values of what is not zero.
    TrainingData.Builder training = TrainingData.sparse(vocabulary, topics);
    DesignMatrix.Builder test = DesignMatrix.sparse(vocabulary);
    int[] labels = new int[2 * topics];
    for (int text = 0; text < 22 * topics; text++) {
      int topic = text % topics;
      int[] columns = text(words[topic], vocabulary, random);
      double[] values = new double[columns.length];
      Arrays.fill(values, 1);
      if (text < 20 * topics) {
        training.add(columns, values, topic);
      } else {
        test.add(columns, values);
        labels[text - 20 * topics] = topic;
      }
    }

    // A listener sees every sweep and pass, and could cancel the fit.
    FitListener listener =
        progress -> {
          if (progress.phase() == FitPhase.CATEGORICAL) {
            System.out.printf(
                "pass %d, log posterior %.6g%n", progress.sweep(), progress.objective());
          }
        };
    CategoricalModel model =
        IbCavi.withDefaults().threads(2).listener(listener).fit(training.build());
    System.out.println(model.report());

    double[][] probabilities = model.probabilities(test.build());
    int first = 0;
    int firstFive = 0;
    for (int i = 0; i < labels.length; i++) {
      double own = probabilities[i][labels[i]];
      long ahead = Arrays.stream(probabilities[i]).filter(p -> p > own).count();
      first += ahead < 1 ? 1 : 0;
      firstFive += ahead < 5 ? 1 : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "right topic first: %.3f, among the first five: %.3f; by chance %.3f%n",
        (double) first / labels.length,
        (double) firstFive / labels.length,
        1.0 / topics);
  }

  private static int[] text(int[] own, int vocabulary, SplittableRandom random) {
    return random
        .ints(WORDS_OF_A_TEXT, 0, vocabulary)
        .map(any -> random.nextDouble() < OWN ? own[random.nextInt(own.length)] : any)
        .sorted()
        .distinct()
        .toArray();
  }
}
