// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.util.Optional;

/**
 * Where the quotes of comma-separated values are wrong.
 *
 * @param line of the opening quote, from 1
 * @param column of the value, from 1
 * @param what is wrong
 */
record QuoteFault(int line, int column, String what) {
  /** The first fault of a text, if there is one. */
  static Optional<QuoteFault> find(String text, char separator) {
    int line = 1;
    int column = 1;
    boolean begins = true;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (begins && c == '"') {
        int close = closing(text, at + 1);
        if (close < 0) {
          return Optional.of(new QuoteFault(line, column, "the quote has no end"));
        }
        int next = afterBlanks(text, close + 1);
        if (next < text.length()
            && "\r\n".indexOf(text.charAt(next)) < 0
            && text.charAt(next) != separator) {
          return Optional.of(
              new QuoteFault(
                  line,
                  column,
                  "'"
                      + text.charAt(next)
                      + "' after the end of the quote; a quote within quotes is written twice"));
        }
        line += (int) text.substring(at, close).chars().filter(letter -> letter == '\n').count();
        at = next - 1;
        begins = false;
      } else if (c == separator) {
        column++;
        begins = true;
      } else if (c == '\n') {
        line++;
        column = 1;
        begins = true;
      } else {
        begins = begins && c == ' ';
      }
    }
    return Optional.empty();
  }

  /**
   * The place of the quote that ends a value; two quotes side by side are one that belongs to it.
   */
  private static int closing(String text, int from) {
    int at = text.indexOf('"', from);
    while (at >= 0 && at + 1 < text.length() && text.charAt(at + 1) == '"') {
      at = text.indexOf('"', at + 2);
    }
    return at;
  }

  private static int afterBlanks(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at;
  }
}
