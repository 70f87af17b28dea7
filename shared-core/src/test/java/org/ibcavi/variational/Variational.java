// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.joint.CategoricalPosterior;
import org.ibcavi.joint.JointAscent;
import org.ibcavi.joint.Mode;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;

/** What tests of variational posteriors have in common. */
public final class Variational {
  public static final Likelihood SOFTMAX = new Likelihood(Link.LOGIT, 1);

  private Variational() {}

  /** Both links with a grid of powers. */
  static Stream<Likelihood> members() {
    return Link.ALL.stream()
        .flatMap(
            link -> Stream.of(0.0, 0.25, 0.5, 0.75, 1.0).map(alpha -> new Likelihood(link, alpha)));
  }

  public static FitContext context() {
    return new FitContext(Workers.sequential(), FitListener.none());
  }

  public static Problem problem(TrainingData data, boolean intercept) {
    return Problem.of(data, data.features(), intercept);
  }

  public static Problem problem(RandomData data) {
    return problem(data.dense(), true);
  }

  public static RegressionPriors priors(Problem problem, double variance) {
    boolean intercept = problem.regressors().hasIntercept();
    int columns = problem.regressors().features().columns();
    return RegressionPriors.shared(Prior.isotropic(variance).over(columns, intercept));
  }

  static Mode mode(
      Problem problem, Likelihood member, RegressionPriors priors, FitContext context) {
    CategoricalPosterior posterior =
        new CategoricalPosterior(new LocalPass(problem, context), member, priors);
    Coefficients zero = new Coefficients(problem.size(), problem.regressions());
    return new JointAscent(posterior, 1e-6, 2000, context).climb(zero);
  }

  /** From the mode, with settings. */
  static VariationalResult fit(
      Problem problem,
      Likelihood member,
      RegressionPriors priors,
      VariationalSettings settings,
      FitContext context) {
    Mode mode = mode(problem, member, priors, context);
    return new VariationalAscent(problem, member, priors, settings, context).climb(mode);
  }

  public static VariationalResult fit(Problem problem, Likelihood member, RegressionPriors priors) {
    return fit(problem, member, priors, VariationalSettings.of(problem.shape(), 1), context());
  }

  /** With all precisions multiplied by a factor. */
  public static PosteriorCovariance scaled(
      Problem problem, RegressionPriors priors, PosteriorCovariance covariance, double factor) {
    return new RegressionNormals(problem, priors, covariance, context())
        .scaled(factor)
        .covariance();
  }

  /** Random vectors, one for each regression. */
  static Coefficients point(Problem problem, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Coefficients point = new Coefficients(problem.size(), problem.regressions());
    for (int regression = 0; regression < problem.regressions(); regression++) {
      double[] vector = new double[problem.size()];
      Arrays.setAll(vector, p -> random.nextGaussian());
      point.set(regression, vector);
    }
    return point;
  }

  /** Random precisions AAᵀ + 1, one for each regression. */
  static FactorPerCategory covariance(Problem problem, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int size = problem.size();
    double[][] packed = new double[problem.regressions()][];
    for (int regression = 0; regression < packed.length; regression++) {
      double[] a = new double[size * size];
      Arrays.setAll(a, at -> random.nextGaussian());
      double[] upper = new double[size * size];
      for (int i = 0; i < size; i++) {
        for (int j = i; j < size; j++) {
          upper[i * size + j] = i == j ? 1 : 0;
          for (int k = 0; k < size; k++) {
            upper[i * size + j] += a[i * size + k] * a[j * size + k];
          }
        }
      }
      packed[regression] = Cholesky.ofUpper(upper, size).orElseThrow().packed();
    }
    return new FactorPerCategory(size, packed);
  }
}
