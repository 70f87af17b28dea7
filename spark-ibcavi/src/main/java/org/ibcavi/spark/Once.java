// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.function.Supplier;

/** A value that is computed when it is first asked for, and only then. For one thread. */
final class Once<T> implements Supplier<T> {
  private final Supplier<T> computation;
  private T value;

  Once(Supplier<T> computation) {
    this.computation = computation;
  }

  @Override
  public T get() {
    if (value == null) {
      value = computation.get();
    }
    return value;
  }
}
