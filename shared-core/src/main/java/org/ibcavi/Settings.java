// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.concurrent.Executor;
import org.ibcavi.averaging.Average;
import org.ibcavi.inference.CovarianceShape;
import org.ibcavi.inference.Curvature;
import org.ibcavi.inference.FitListener;
import org.ibcavi.inference.Solver;
import org.ibcavi.inference.StoppingRule;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.PredictionMode;
import org.ibcavi.prior.Prior;

/** The values behind {@link IbCavi}, with the defaults; changed only before they are shared. */
final class Settings implements Cloneable {
  Link link = Link.PROBIT;
  Prior prior = Prior.learned();
  Average average = Average.grid();
  Solver solver = Solver.ACCELERATED;
  CategoricalModel earlier;
  StoppingRule rule = StoppingRule.DEFAULT;
  int maxSweeps = 1000;
  CovarianceShape covariance = CovarianceShape.AUTO;
  Curvature curvature = Curvature.AUTO;
  double scaleTolerance = 0.05;
  boolean intercept = true;
  boolean standardize = true;
  PredictionMode predictionMode = PredictionMode.PLUG_IN;
  int samples = 100;
  long seed = 1;
  int threads = 1;
  Executor executor;
  long memoryLimit;
  FitListener listener = FitListener.none();

  Settings copy() {
    try {
      return (Settings) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }
}
