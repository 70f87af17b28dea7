// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;

/** Lists of names: given ones, which are checked, and generated ones, which take no memory. */
final class Names {
  private Names() {}

  /** An unchangeable copy of names that somebody gave. */
  static List<String> checked(String what, List<String> names, int count) {
    Objects.requireNonNull(names, what);
    if (names.size() != count) {
      throw new IllegalArgumentException(
          names.size() + " " + what + "; there must be " + count + ", one for each");
    }
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < count; i++) {
      String name = names.get(i);
      if (name == null) {
        throw new IllegalArgumentException(what + ": number " + i + " is null; must be a text");
      }
      Integer before = places.put(name, i);
      if (before != null) {
        throw new IllegalArgumentException(
            what + ": '" + name + "' is number " + before + " and " + i + "; must be there once");
      }
    }
    return List.copyOf(names);
  }

  /** A prefix and a number for each. */
  static List<String> generated(String prefix, int count) {
    return new Generated(prefix, count);
  }

  private static final class Generated extends AbstractList<String> implements RandomAccess {
    private final String prefix;
    private final int count;

    Generated(String prefix, int count) {
      this.prefix = prefix;
      this.count = count;
    }

    @Override
    public String get(int index) {
      return prefix + Objects.checkIndex(index, count);
    }

    @Override
    public int size() {
      return count;
    }
  }
}
