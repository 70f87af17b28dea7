// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import java.util.Arrays;
import org.ibcavi.joint.CategoricalPosterior;
import org.ibcavi.joint.JointAscent;
import org.ibcavi.joint.JointCoordinates;
import org.ibcavi.joint.Mode;
import org.ibcavi.link.Likelihood;
import org.ibcavi.local.LocalPass;
import org.ibcavi.local.RowVariances;
import org.ibcavi.local.Spread;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.Laplace;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;

/**
 * Maximises the categorical model's own bound over independent normals per category, q = Π N(μ_k,
 * Σ_k):
 *
 * <pre>
 *   ELBO_CB(q) = E_q[Σᵢ ωᵢ log p_α(yᵢ | xᵢᵀB)] − KL(q ‖ prior)
 * </pre>
 *
 * <p>Where two categories compete under softmax, the divergence is that of their difference, half
 * of both categories' together ({@link org.ibcavi.problem.Shape#contrastShare}): a larger bound,
 * whose posterior of the difference is not twice as wide as it should be.
 *
 * <p>Rounds alternate between the means, climbed at fixed variances of the linear predictors, and
 * the precisions Λ₀ + Xᵀ diag(ω E_q[w]) X (Opper and Archambeau 2009), w the curvature at the label
 * that the row has. The start is the mode with half of Laplace's variances. A row's mean curvature
 * counts as 0 where it is negative, and with few draws it has an error; so precisions that would
 * lower the bound are moved back towards those before, and refused if that does not help. The
 * bound, a deterministic function of q for fixed draws, never falls.
 */
public final class VariationalAscent {
  /** How often a step of the precisions is halved before it is refused. */
  private static final int MOST_HALVINGS = 3;

  /** Sums over many rows are not known better than to this relative error. */
  private static final double ROUNDING = 1e-12;

  private final Problem problem;
  private final Likelihood member;
  private final RegressionPriors priors;
  private final VariationalSettings settings;
  private final LocalPass rows;
  private final double contrastShare;
  private final FitContext context;

  /**
   * Prepares an ascent.
   *
   * @param problem what was fitted
   * @param member the likelihood
   * @param priors of the regressions
   * @param settings how to go about it
   * @param context threads and listener
   */
  public VariationalAscent(
      Problem problem,
      Likelihood member,
      RegressionPriors priors,
      VariationalSettings settings,
      FitContext context) {
    this.problem = problem;
    this.member = member;
    this.priors = priors;
    this.settings = settings;
    this.rows = new LocalPass(problem, context);
    this.contrastShare = problem.shape().contrastShare(member);
    this.context = context;
  }

  /**
   * Climbs from a mode.
   *
   * @param mode of the same posterior
   * @return where the bound is largest
   */
  public VariationalResult climb(Mode mode) {
    Coefficients start = mode.coefficients();
    return climb(start, normals(Spread.none(problem), start).covariance());
  }

  /**
   * Climbs from a mode whose Laplace covariances are known.
   *
   * @param start means of all regressions
   * @param laplace covariances there, as full or diagonal as the settings ask for
   * @return where the bound is largest
   */
  public VariationalResult climb(Coefficients start, PosteriorCovariance laplace) {
    RegressionNormals half = new RegressionNormals(problem, priors, laplace, context).scaled(2);
    return new Rounds(start, half).climb();
  }

  /**
   * The bound of any posterior.
   *
   * @param means of all regressions
   * @param covariance of all regressions, as full or diagonal as the settings ask for
   * @return ELBO_CB with the expectation as the mean over the fixed draws
   */
  public double bound(Coefficients means, PosteriorCovariance covariance) {
    RegressionNormals normals = new RegressionNormals(problem, priors, covariance, context);
    return new Rounds(means, normals).state.bound();
  }

  /** A posterior on its way up. */
  private record State(Coefficients means, RegressionNormals normals, Spread spread, double bound) {
    double rounding() {
      return ROUNDING * Math.abs(bound);
    }
  }

  /** The rounds of one climb. */
  private final class Rounds {
    private final RowVariancesPlan plan =
        new RowVariancesPlan(problem, member, settings.diagonal(), context);
    private final Spread draws = Spread.of(problem, settings.draws(), settings.seed(), context);
    private final double[] trace = new double[settings.maxRounds() + 1];
    private JointCoordinates coordinates;
    private State state;
    private int passes;

    Rounds(Coefficients start, RegressionNormals normals) {
      state = at(start, normals);
      trace[0] = state.bound();
    }

    VariationalResult climb() {
      int rounds = 0;
      boolean arrived = false;
      while (!arrived && rounds < settings.maxRounds()) {
        boolean meansArrived = climbMeans();
        double change = moveCovariances();
        arrived = meansArrived && change <= settings.tolerance();
        rounds++;
        trace[rounds] = Math.max(trace[rounds - 1], state.bound());
      }
      return new VariationalResult(
          state.means(),
          state.normals().covariance(),
          Arrays.copyOf(trace, rounds + 1),
          passes,
          settings.draws(),
          arrived,
          plan.exact());
    }

    /**
     * A few passes for the means. They are kept unless moving the start to the prior's centre has
     * cost more than the passes have won.
     *
     * @return whether the top was reached
     */
    private boolean climbMeans() {
      JointAscent ascent = ascent(state.spread());
      if (coordinates == null || !settings.diagonal()) {
        coordinates = coordinates(ascent, state);
      }
      Mode moved = ascent.climb(state.means(), coordinates);
      passes += moved.trace().length;
      double bound = moved.logJoint() + contrastShare * state.normals().bound();
      if (bound >= state.bound()) {
        state = new State(moved.coefficients(), state.normals(), state.spread(), bound);
      }
      return moved.converged();
    }

    /**
     * New covariances at the means, or as far towards them as the bound allows. The means move to
     * the prior's centre on the way, which the ascent finds late.
     *
     * @return how much the deviations of the linear predictors have changed
     */
    private double moveCovariances() {
      State from = state;
      Coefficients means = posterior(from.spread()).centred(from.means());
      RegressionNormals wanted = normals(from.spread(), from.means());
      State tried = at(means, wanted);
      double step = 1;
      for (int halving = 0; halving < MOST_HALVINGS && falls(from, tried); halving++) {
        step /= 2;
        tried = at(means, from.normals().towards(wanted, step));
      }
      if (falls(from, tried)) {
        return 0;
      }
      state = tried;
      return RowVariances.change(
          problem, tried.spread().variances(), from.spread().variances(), context);
    }

    private boolean falls(State from, State to) {
      return !(to.bound() >= from.bound() - from.rounding());
    }

    private State at(Coefficients means, RegressionNormals normals) {
      Spread spread = draws.with(plan.of(means, normals.covariance()));
      Coefficients slopes = new Coefficients(problem.size(), problem.regressions());
      double value = posterior(spread).valueAndGradient(means, slopes);
      passes++;
      return new State(means, normals, spread, value + contrastShare * normals.bound());
    }
  }

  private CategoricalPosterior posterior(Spread spread) {
    return new CategoricalPosterior(
        problem.shape(), member, priors, rows.categorical(member, spread));
  }

  /** The norm of the whitened gradient is about the distance to the top in posterior deviations. */
  private JointAscent ascent(Spread spread) {
    double dimension = (double) problem.regressions() * problem.size();
    double share = settings.tolerance() * Math.sqrt(dimension / problem.totalWeight());
    return new JointAscent(posterior(spread), share, settings.maxPasses(), context);
  }

  private JointCoordinates coordinates(JointAscent ascent, State state) {
    return settings.diagonal()
        ? ascent.coordinates(state.means())
        : state.normals().coordinates(context);
  }

  private RegressionNormals normals(Spread spread, Coefficients means) {
    Laplace laplace = posterior(spread).laplace(means);
    PosteriorCovariance covariance =
        settings.diagonal()
            ? laplace.diagonal(Mode.vectors(means))
            : laplace.full(Mode.vectors(means), settings.curvatureRows(), settings.seed());
    return new RegressionNormals(problem, priors, covariance, context);
  }
}
