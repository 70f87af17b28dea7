// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.tribuo.Example;
import org.tribuo.Feature;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;

/** Made-up texts as a {@link Split}: columns are words, classes are topics. */
final class TextSplit {
  private static final int WORDS = 6000;
  private static final int TOPICS = 60;
  private static final int OWN_WORDS = 200;
  private static final double SHARE = 0.12;
  private static final int TEXTS = 8000;
  private static final int LENGTH = 40;
  private static final double TRAINING_SHARE = 0.75;

  private TextSplit() {}

  static Split read() {
    SplittableRandom random = new SplittableRandom(1);
    MutableDataset<Label> texts =
        new TextData(WORDS, TOPICS, OWN_WORDS, SHARE, random).texts(TEXTS, LENGTH, random);
    int[][] columns = new int[TEXTS][];
    double[][] values = new double[TEXTS][];
    int[] labels = new int[TEXTS];
    int row = 0;
    for (Example<Label> text : texts) {
      Map<Integer, Double> words = new TreeMap<>();
      for (Feature word : text) {
        words.put(numberIn(word.getName()), word.getValue());
      }
      columns[row] = words.keySet().stream().mapToInt(Integer::intValue).toArray();
      values[row] = words.values().stream().mapToDouble(Double::doubleValue).toArray();
      labels[row++] = numberIn(text.getOutput().getLabel());
    }
    int training = (int) (TRAINING_SHARE * TEXTS);
    return new Split("text", WORDS, TOPICS, columns, values, labels, training);
  }

  /** The number at the end of a name such as word17. */
  private static int numberIn(String name) {
    return Integer.parseInt(name.replaceAll("\\D", ""));
  }
}
