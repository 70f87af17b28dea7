// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

/** What the values of a column are taken for. */
public enum ColumnKind {
  /** Quantities: one feature, the number itself. */
  NUMBER,
  /** One of some values: a feature for each value. */
  TEXT
}
