// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import org.ibcavi.fit.FitPhase;
import org.ibcavi.settings.PosteriorKind;

/** The binary stage. */
class BinaryThreadsTest extends ThreadsSuite {
  @Override
  IbCavi stage() {
    return BinaryFit.withDefaults();
  }

  @Override
  IbCavi ascending() {
    return stage().posterior(PosteriorKind.CAVI);
  }

  @Override
  FitPhase phase() {
    return FitPhase.BINARY;
  }

  @Override
  int manyCategories() {
    return 300;
  }
}
