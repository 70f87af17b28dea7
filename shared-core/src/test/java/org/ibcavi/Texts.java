// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;

/**
 * The NLU intents of the test resources as tf-idf values, which are those of scikit-learn: words of
 * two letters or more that are in at least two training texts, (1 + log count)·(1 + log((1 + N)/(1
 * + texts with the word))), divided by the text's norm.
 */
final class Texts {
  private static final Pattern WORD = Pattern.compile("\\b\\w\\w+\\b");

  private final List<String[]> training = read("nlu-intents-train.tsv");
  private final List<String[]> test = read("nlu-intents-test.tsv");
  private final Map<String, Integer> columnOfWord = new TreeMap<>();
  private final Map<String, Integer> textsWithWord = new TreeMap<>();
  private final List<String> intents;

  Texts() {
    for (String[] line : training) {
      counts(line[1]).keySet().forEach(word -> textsWithWord.merge(word, 1, Integer::sum));
    }
    textsWithWord.values().removeIf(texts -> texts < 2);
    textsWithWord.keySet().forEach(word -> columnOfWord.put(word, columnOfWord.size()));
    TreeSet<String> names = new TreeSet<>();
    training.forEach(line -> names.add(line[0]));
    intents = List.copyOf(names);
  }

  private static List<String[]> read(String name) {
    try (InputStream in = Texts.class.getResourceAsStream("/texts/" + name)) {
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return all.lines().map(line -> line.split("\t", 2)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Integer> counts(String text) {
    Map<String, Integer> counts = new TreeMap<>();
    WORD.matcher(text.toLowerCase(Locale.ROOT))
        .results()
        .map(MatchResult::group)
        .forEach(word -> counts.merge(word, 1, Integer::sum));
    return counts;
  }

  private double value(Map.Entry<String, Integer> count) {
    double rarity = (1.0 + training.size()) / (1 + textsWithWord.get(count.getKey()));
    return (1 + Math.log(count.getValue())) * (1 + Math.log(rarity));
  }

  /** Hands over a text's columns, in increasing order, and values. */
  private void encode(String text, BiConsumer<int[], double[]> row) {
    List<Map.Entry<String, Integer>> known = new ArrayList<>(counts(text).entrySet());
    known.removeIf(count -> !columnOfWord.containsKey(count.getKey()));
    double[] values = known.stream().mapToDouble(this::value).toArray();
    double norm = Math.sqrt(Arrays.stream(values).map(value -> value * value).sum());
    row.accept(
        known.stream().mapToInt(count -> columnOfWord.get(count.getKey())).toArray(),
        Arrays.stream(values).map(value -> value / norm).toArray());
  }

  TrainingData training() {
    TrainingData.Builder builder = TrainingData.sparse(columnOfWord.size(), intents.size());
    for (String[] line : training) {
      int intent = intents.indexOf(line[0]);
      encode(line[1], (columns, values) -> builder.add(columns, values, intent));
    }
    return builder.build();
  }

  DesignMatrix test() {
    DesignMatrix.Builder builder = DesignMatrix.sparse(columnOfWord.size());
    for (String[] line : test) {
      encode(line[1], builder::add);
    }
    return builder.build();
  }

  /** The mean negative log probability of the test texts' intents. */
  double logLoss(double[][] probabilities) {
    double sum = 0;
    for (int i = 0; i < probabilities.length; i++) {
      sum -= Math.log(probabilities[i][intents.indexOf(test.get(i)[0])]);
    }
    return sum / probabilities.length;
  }
}
