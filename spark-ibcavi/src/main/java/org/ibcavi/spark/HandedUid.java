// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

/**
 * The uid of a stage under construction. Spark's constructors make Params and ask {@code uid()} for
 * their owner before a Java subclass can set a field, so the uid is handed over beside them: it is
 * made as an argument of the subclass's constructor, which is evaluated first.
 */
final class HandedUid {
  private static final ThreadLocal<String> PENDING = new ThreadLocal<>();

  private final String value;

  private HandedUid(String value) {
    this.value = value;
  }

  static HandedUid of(String uid) {
    PENDING.set(uid);
    return new HandedUid(uid);
  }

  /** The uid of the stage that is being made by this thread. */
  static String pending() {
    return PENDING.get();
  }

  /** The uid, at the end of Spark's constructors. */
  String taken() {
    PENDING.remove();
    return value;
  }
}
