// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.concurrent.Executor;
import org.ibcavi.averaging.Average;
import org.ibcavi.categorical.Finish;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Curvature;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;
import org.ibcavi.settings.StoppingRule;

/** The values behind {@link IbCavi}, with the defaults; changed only before they are shared. */
final class Settings implements Cloneable {
  Link link = Link.PROBIT;
  Prior prior = Prior.learned();
  Average average = Average.grid();
  Finish finish = Finish.auto();
  Solver solver = Solver.ACCELERATED;
  CategoricalModel start;
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
  CategoricalModel earlier;
  FitListener listener = FitListener.none();

  /** What the fit goes on from; null if it starts from a prior. */
  Posterior earlierPosterior() {
    return earlier == null ? null : earlier.posterior();
  }

  /** An earlier model and new data must be about the same features and categories. */
  void requireContinuable(TrainingData data) {
    if (earlier == null) {
      return;
    }
    requireSame("features", data.features().columns(), earlier.features());
    requireSame("categories", data.categories(), earlier.categories());
    requireSame("link", link.name(), earlier.link().name());
    requireSame("intercept", intercept, earlier.hasIntercept());
  }

  private static void requireSame(String what, Object here, Object before) {
    if (!here.equals(before)) {
      throw new IllegalArgumentException(
          what + ": " + here + " here and " + before + " in the earlier model; must be the same");
    }
  }

  Settings copy() {
    try {
      return (Settings) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }
}
