// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.inference;

import java.util.Arrays;

/** A unit on its way up, in coordinates that it shares with others or has for itself. */
final class Climber {
  private final int unit;
  private Whitening whitening;
  private UnitAscent ascent;

  Climber(int unit, Whitening whitening, UnitAscent ascent) {
    this.unit = unit;
    this.whitening = whitening;
    this.ascent = ascent;
  }

  int unit() {
    return unit;
  }

  UnitAscent ascent() {
    return ascent;
  }

  Whitening whitening() {
    return whitening;
  }

  boolean climbs() {
    return !ascent.done();
  }

  /** Goes on from the same point in coordinates of its own; plain CAVI has only those it has. */
  void moveTo(Whitening own) {
    if (ascent instanceof Lbfgs lbfgs) {
      ascent = lbfgs.in(whitening, own);
      whitening = own;
    }
  }

  /** The coefficients at the best point so far. */
  double[] coefficients(int size) {
    double[] result = Arrays.copyOf(ascent.point(), size);
    whitening.toCoefficients(result, 1);
    return result;
  }
}
