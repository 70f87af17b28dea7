// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/**
 * Made-up texts. Words have Zipfian frequencies, and each topic has a vocabulary of its own, with
 * Zipfian frequencies too: any words of the language, so that topics share some. A text of a topic
 * draws some of its words from that vocabulary and the others from the language. Topics are Zipfian
 * as well. The value of a word is 1 + log(how often it occurs). The same seed makes the same texts.
 */
final class TextData {
  private final String[] names;
  private final double[] language;
  private final double[] topics;
  private final double[] vocabulary;
  private final int[][] words;
  private final double share;

  /**
   * Makes a language.
   *
   * @param words how many words it has
   * @param topics how many topics texts have
   * @param ownWords how many words a topic has of its own
   * @param share of a text's words that are from its topic's vocabulary
   * @param random draws the vocabularies
   */
  TextData(int words, int topics, int ownWords, double share, SplittableRandom random) {
    this.names = new String[words];
    Arrays.setAll(names, word -> "word" + word);
    this.language = zipf(words, 1);
    this.topics = zipf(topics, 0.5);
    this.vocabulary = zipf(ownWords, 1);
    this.share = share;
    this.words = new int[topics][ownWords];
    for (int[] own : this.words) {
      Arrays.setAll(own, i -> random.nextInt(words));
    }
  }

  /** Sums of i^(−exponent) for i = 1, 2, …, divided by the last. */
  private static double[] zipf(int count, double exponent) {
    double[] sums = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Math.pow(i + 1.0, -exponent);
      sums[i] = sum;
    }
    double total = sum;
    Arrays.setAll(sums, i -> sums[i] / total);
    return sums;
  }

  private static int draw(double[] cumulative, SplittableRandom random) {
    int found = Arrays.binarySearch(cumulative, random.nextDouble());
    return Math.min(cumulative.length - 1, found >= 0 ? found + 1 : -found - 1);
  }

  /**
   * Draws texts.
   *
   * @param count how many
   * @param length words of a text on average; at least half of it, at most one and a half
   * @param random draws topics and words
   * @return labelled with their topics
   */
  MutableDataset<Label> texts(int count, int length, SplittableRandom random) {
    SimpleDataSourceProvenance source =
        new SimpleDataSourceProvenance(
            "made-up texts",
            OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC),
            new LabelFactory());
    MutableDataset<Label> data = new MutableDataset<>(source, new LabelFactory());
    for (int i = 0; i < count; i++) {
      data.add(text(length, random));
    }
    return data;
  }

  private ArrayExample<Label> text(int length, SplittableRandom random) {
    int topic = draw(topics, random);
    int size = length / 2 + random.nextInt(length + 1);
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      int word =
          random.nextDouble() < share
              ? words[topic][draw(vocabulary, random)]
              : draw(language, random);
      counts.merge(names[word], 1, Integer::sum);
    }
    String[] occurring = counts.keySet().toArray(String[]::new);
    double[] values = counts.values().stream().mapToDouble(times -> 1 + Math.log(times)).toArray();
    return new ArrayExample<>(new Label("topic" + topic), occurring, values);
  }
}
