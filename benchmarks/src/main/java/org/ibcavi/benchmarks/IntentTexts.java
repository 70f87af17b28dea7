// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibcavi.design.TrainingData;

/**
 * Short texts with intents as sparse rows. A word that occurs in enough training texts is a column;
 * its value in a text is (1 + log count) · (1 + log((1 + N)/(1 + texts with the word))), and each
 * row is divided by its length, as scikit-learn's TfidfVectorizer does it with sublinear counts.
 */
final class IntentTexts {
  private static final Pattern WORD = Pattern.compile("\\w\\w+");

  private final Map<String, Integer> columns = new HashMap<>();
  private final List<Double> rarity = new ArrayList<>();
  private final List<String> intents;
  private final boolean weighted;

  /** One line of a file: an intent, a tab, a text. */
  record Text(String intent, String words) {}

  /**
   * Learns words, their rarities and the intents from the texts to train with.
   *
   * @param training the texts
   * @param leastTexts in how many of them a word must be
   * @param weighted whether values are tf-idf, or else 1 for every word of a text
   */
  IntentTexts(List<Text> training, int leastTexts, boolean weighted) {
    this.weighted = weighted;
    TreeMap<String, Integer> textsWith = new TreeMap<>();
    for (Text text : training) {
      counts(text).keySet().forEach(word -> textsWith.merge(word, 1, Integer::sum));
    }
    textsWith.forEach(
        (word, count) -> {
          if (count >= leastTexts) {
            columns.put(word, columns.size());
            rarity.add(1 + Math.log((1.0 + training.size()) / (1 + count)));
          }
        });
    intents = List.copyOf(new TreeSet<>(training.stream().map(Text::intent).toList()));
  }

  static List<Text> read(Path file) throws IOException {
    List<Text> texts = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] cells = line.split("\t", 2);
      texts.add(new Text(cells[0], cells[1].toLowerCase(Locale.ROOT)));
    }
    return texts;
  }

  private static Map<String, Integer> counts(Text text) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    Matcher matcher = WORD.matcher(text.words());
    while (matcher.find()) {
      counts.merge(matcher.group(), 1, Integer::sum);
    }
    return counts;
  }

  int words() {
    return columns.size();
  }

  /** Texts as labelled rows; all their intents must be known. */
  TrainingData rows(List<Text> texts) {
    TrainingData.Builder rows = TrainingData.sparse(columns.size(), intents.size());
    for (Text text : texts) {
      TreeMap<Integer, Double> values = new TreeMap<>();
      counts(text)
          .forEach(
              (word, count) -> {
                Integer column = columns.get(word);
                if (column != null) {
                  double value = (1 + Math.log(count)) * rarity.get(column);
                  values.put(column, weighted ? value : 1);
                }
              });
      double norm = Math.sqrt(values.values().stream().mapToDouble(v -> v * v).sum());
      double length = weighted ? norm : 1;
      rows.add(
          values.keySet().stream().mapToInt(column -> column).toArray(),
          values.values().stream().mapToDouble(value -> value / length).toArray(),
          intents.indexOf(text.intent()));
    }
    return rows.build();
  }
}
