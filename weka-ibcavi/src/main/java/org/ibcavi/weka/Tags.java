// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.settings.Option;
import weka.core.SelectedTag;
import weka.core.Tag;

/** The words of an option as Weka's menus. */
public final class Tags {
  private Tags() {}

  /**
   * The menu with a word selected.
   *
   * @param option which has words to choose from
   * @param word one of these
   * @return for the property sheet
   */
  public static SelectedTag select(Option<?> option, String word) {
    List<String> words = OptionWords.choices(option);
    Tag[] tags = new Tag[words.size()];
    Arrays.setAll(tags, i -> new Tag(i, words.get(i), words.get(i), false));
    return new SelectedTag(words.indexOf(word), tags);
  }

  /**
   * The word that is selected.
   *
   * @param tag from the property sheet
   * @return the word
   */
  public static String word(SelectedTag tag) {
    return tag.getSelectedTag().getReadable();
  }
}
