// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.solver.Climber;
import org.ibcavi.solver.GradientStep;
import org.ibcavi.solver.Whitening;

/**
 * The precisions Λ₀ + XᵀΩX that regressions have where the working weight is 1, one for each kind.
 */
final class WorkingPosteriors {
  private final GramMatrix gram;
  private final InferenceSettings settings;
  private final RegressionPriors priors;
  private final Map<Integer, Cholesky> factors = new HashMap<>();
  private final Map<Integer, Whitening> whitenings = new HashMap<>();
  private final Map<Integer, Double> logDeterminants = new HashMap<>();

  WorkingPosteriors(GramMatrix gram, InferenceSettings settings, RegressionPriors priors) {
    this.gram = gram;
    this.settings = settings;
    this.priors = priors;
  }

  private Cholesky factor(int regression) {
    return factors.computeIfAbsent(
        priors.kind(regression), kind -> gram.factor(priors.of(regression), 1));
  }

  private double[] precisions(int regression) {
    return gram.precisions(priors.of(regression), 1);
  }

  private double[] variances(int regression) {
    return gram.variances(priors.of(regression), 1);
  }

  Climber plainClimber(int regression, double[] start) {
    Whitening whitening =
        whitenings.computeIfAbsent(
            priors.kind(regression), kind -> new Whitening.Full(factor(regression)));
    whitening.toWhitened(start, 1);
    GradientStep ascent = new GradientStep(start, settings.rule().categoryTolerance());
    return new Climber(regression, whitening, ascent);
  }

  double logDeterminant(int regression) {
    return logDeterminants.computeIfAbsent(
        priors.kind(regression),
        kind ->
            settings.diagonal()
                ? Arrays.stream(precisions(regression)).map(Math::log).sum()
                : factor(regression).logDeterminant());
  }

  PosteriorCovariance covariance(int[] regressions) {
    if (priors.samePrecision()) {
      return settings.diagonal()
          ? PosteriorCovariance.sharedDiagonal(variances(regressions[0]))
          : PosteriorCovariance.shared(factor(regressions[0]));
    }
    int size = priors.of(regressions[0]).size();
    if (settings.diagonal()) {
      Coefficients variances = new Coefficients(size, regressions.length);
      for (int i = 0; i < regressions.length; i++) {
        variances.set(i, variances(regressions[i]));
      }
      return PosteriorCovariance.eachDiagonal(variances);
    }
    Map<Integer, double[]> packed = new HashMap<>();
    double[][] each = new double[regressions.length][];
    for (int i = 0; i < regressions.length; i++) {
      int regression = regressions[i];
      each[i] =
          packed.computeIfAbsent(priors.kind(regression), kind -> factor(regression).packed());
    }
    return PosteriorCovariance.each(size, each);
  }
}
