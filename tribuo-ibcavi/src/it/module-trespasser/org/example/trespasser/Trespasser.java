// SPDX-License-Identifier: Apache-2.0
package org.example.trespasser;

import org.ibcavi.linalg.Cholesky;

/** Names a type of an internal package. */
final class Trespasser {
  private Trespasser() {}

  static int size(Cholesky factor) {
    return factor.size();
  }
}
