// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.solver;

import java.util.Arrays;

/** A regression on its way up, in coordinates that it shares with others or has for itself. */
public final class Climber {
  private final int regression;
  private Whitening whitening;
  private RegressionAscent ascent;

  public Climber(int regression, Whitening whitening, RegressionAscent ascent) {
    this.regression = regression;
    this.whitening = whitening;
    this.ascent = ascent;
  }

  public int regression() {
    return regression;
  }

  public RegressionAscent ascent() {
    return ascent;
  }

  public Whitening whitening() {
    return whitening;
  }

  public boolean climbs() {
    return !ascent.done();
  }

  /** Goes on from the same point in coordinates of its own; plain CAVI has only those it has. */
  public void moveTo(Whitening own) {
    if (ascent instanceof Lbfgs lbfgs) {
      ascent = lbfgs.in(whitening, own);
      whitening = own;
    }
  }

  /** The coefficients at the best point so far. */
  public double[] coefficients(int size) {
    double[] result = Arrays.copyOf(ascent.point(), size);
    whitening.toCoefficients(result, 1);
    return result;
  }
}
