// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

/** What is done with rows that have null, NaN or infinite values. */
enum InvalidRows {
  /** They are refused. */
  ERROR,
  /** They are left out. */
  SKIP,
  /** They are left out of a fit, and predictions give them base rates. */
  KEEP
}
