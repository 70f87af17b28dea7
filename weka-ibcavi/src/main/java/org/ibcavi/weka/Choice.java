// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import weka.core.SelectedTag;
import weka.core.Tag;

/** The words an option takes: for the command line by name, for the property sheet as a menu. */
public final class Choice {
  private final List<String> words;

  /**
   * Lists the words.
   *
   * @param words in lower case, in the order they are offered
   */
  public Choice(String... words) {
    this.words = List.of(words);
  }

  /**
   * Checks a word.
   *
   * @param text in any case
   * @return the word in lower case
   * @throws IllegalArgumentException if it is not offered
   */
  public String check(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    if (!words.contains(word)) {
      throw new IllegalArgumentException("must be " + String.join(" or ", words));
    }
    return word;
  }

  /**
   * The words as Weka's tags.
   *
   * @return a tag for each
   */
  public Tag[] tags() {
    Tag[] tags = new Tag[words.size()];
    Arrays.setAll(tags, i -> new Tag(i, words.get(i), words.get(i), false));
    return tags;
  }

  /**
   * A word as a selected tag.
   *
   * @param word one that is offered
   * @return for the property sheet
   */
  public SelectedTag select(String word) {
    return new SelectedTag(words.indexOf(check(word)), tags());
  }

  /**
   * The word of a selected tag.
   *
   * @param tag selected in the property sheet
   * @return the word
   * @throws IllegalArgumentException if it is not offered
   */
  public String word(SelectedTag tag) {
    return check(tag.getSelectedTag().getReadable());
  }
}
