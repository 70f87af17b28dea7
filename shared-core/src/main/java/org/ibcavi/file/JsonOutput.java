// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Writes JSON value by value, so that nothing of it is held. */
final class JsonOutput {
  private final Appendable out;
  private boolean first = true;

  JsonOutput(Appendable out) {
    this.out = out;
  }

  /** Writes the values of an array, or the named ones of an object. */
  @FunctionalInterface
  interface Content {
    void write() throws IOException;
  }

  /** Begins a value that another one may precede. */
  private Appendable next() throws IOException {
    if (!first) {
      out.append(',');
    }
    first = false;
    return out;
  }

  private void enclosed(char begin, Content content, char end) throws IOException {
    next().append(begin);
    first = true;
    content.write();
    out.append(end);
    first = false;
  }

  void object(Content content) throws IOException {
    enclosed('{', content, '}');
  }

  void array(Content content) throws IOException {
    enclosed('[', content, ']');
  }

  /** The name of the value that comes next. */
  JsonOutput name(String name) throws IOException {
    string(name);
    out.append(':');
    first = true;
    return this;
  }

  void number(double value) throws IOException {
    next().append(Double.toString(value));
  }

  void number(long value) throws IOException {
    next().append(Long.toString(value));
  }

  void numbers(double[] values) throws IOException {
    array(
        () -> {
          for (double value : values) {
            number(value);
          }
        });
  }

  void numbers(int[] values) throws IOException {
    array(
        () -> {
          for (int value : values) {
            number(value);
          }
        });
  }

  void strings(List<String> values) throws IOException {
    array(
        () -> {
          for (String value : values) {
            string(value);
          }
        });
  }

  void string(String value) throws IOException {
    next().append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
