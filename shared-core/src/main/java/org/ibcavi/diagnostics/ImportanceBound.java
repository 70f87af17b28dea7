// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import java.util.Arrays;
import org.ibcavi.special.Softmax;

/**
 * The importance-weighted bound of the log probability of the labels (Burda, Grosse and
 * Salakhutdinov 2016): E log (1/S) Σ_s p(y, B_s)/q(B_s) with S draws of q. One draw gives ELBO_CB;
 * it rises with S towards the log evidence. The same ratios, smoothed, tell whether q may be
 * trusted.
 */
public final class ImportanceBound {
  private final double[] logRatios;

  /**
   * Weighs draws.
   *
   * @param sample draws of q
   */
  public ImportanceBound(PosteriorSample sample) {
    logRatios = sample.logRatios();
  }

  /**
   * The bound for some number of draws, estimated by the mean over as many groups of that size as
   * there are.
   *
   * @param group draws in a group, at most as many as there are
   * @return the bound
   */
  public double bound(int group) {
    int groups = logRatios.length / group;
    double sum = 0;
    for (int g = 0; g < groups; g++) {
      sum += Softmax.logSum(Arrays.copyOfRange(logRatios, g * group, (g + 1) * group));
    }
    return sum / groups - Math.log(group);
  }

  /**
   * The ratios smoothed.
   *
   * @return weights, and the shape k̂ of their tail
   */
  public Psis smoothed() {
    return Psis.of(logRatios);
  }

  /**
   * log p(y, B) − log q(B) of each draw.
   *
   * @return a copy
   */
  public double[] logRatios() {
    return logRatios.clone();
  }
}
