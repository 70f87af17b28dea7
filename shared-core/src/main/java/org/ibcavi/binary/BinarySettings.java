// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Optional;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Link;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Settings;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.StoppingRule;
import org.ibcavi.structure.Structure;

/**
 * How the binary stage goes about it, with the method's defaults where nothing was set.
 *
 * @param link the binary link
 * @param prior of the coefficients
 * @param structure what is learned beside the variance of that prior
 * @param average the members of the categorical family
 * @param solver plain or accelerated
 * @param rule when to stop
 * @param maxSweeps sweeps at the most
 * @param covariance full, diagonal or left to choose
 * @param posterior CAVI, Laplace or left to choose
 * @param scaleTolerance of a learned variance's logarithm, if it was set
 * @param seed of everything random
 */
public record BinarySettings(
    Link link,
    Prior prior,
    Optional<Structure> structure,
    Average average,
    Solver solver,
    StoppingRule rule,
    int maxSweeps,
    CovarianceShape covariance,
    PosteriorKind posterior,
    Optional<Double> scaleTolerance,
    long seed) {
  /**
   * The stage as what predicts.
   *
   * @param settings what was set
   * @param method binary or published
   * @param prior of the coefficients
   * @return the stage's settings
   */
  public static BinarySettings of(Settings settings, Method method, Prior prior) {
    return of(settings, method, prior, Optional.empty());
  }

  /**
   * The stage as what predicts, with a prior of which more is learned than one variance.
   *
   * @param settings what was set
   * @param method binary or published
   * @param structure what is learned
   * @return the stage's settings
   */
  public static BinarySettings of(Settings settings, Method method, Structure structure) {
    return of(settings, method, structure.common(), Optional.of(structure));
  }

  private static BinarySettings of(
      Settings settings, Method method, Prior prior, Optional<Structure> structure) {
    return new BinarySettings(
        settings.in(method, Option.LINK).orElseThrow(),
        prior,
        structure,
        settings.in(method, Option.AVERAGE).orElseThrow(),
        settings.in(method, Option.SOLVER).orElseThrow(),
        rule(settings, method),
        settings.in(method, Option.MAX_SWEEPS).orElseThrow(),
        settings.in(method, Option.COVARIANCE).orElseThrow(),
        settings.in(method, Option.POSTERIOR).orElseThrow(),
        settings.get(Option.SCALE_TOLERANCE),
        settings.in(method, Option.SEED).orElseThrow());
  }

  /** A tolerance that was set goes before the published rule. */
  private static StoppingRule rule(Settings settings, Method method) {
    return settings.get(Option.TOLERANCE).isPresent()
            || settings.in(method, Option.ELBO_GAIN).isEmpty()
        ? new StoppingRule.Tolerance(settings.in(method, Option.TOLERANCE).orElseThrow())
        : new StoppingRule.ElboGain(settings.in(method, Option.ELBO_GAIN).orElseThrow());
  }

  /**
   * The stage as the start of the categorical one: with its own link, average, rule to stop and
   * posterior, whatever was set for the stage that follows. Sweeps, seed and what learns the prior
   * are those that were set.
   *
   * @param settings what was set
   * @param prior of the coefficients
   * @return the stage's settings
   */
  public static BinarySettings start(Settings settings, Prior prior) {
    Settings kept =
        settings
            .without(Option.LINK)
            .without(Option.AVERAGE)
            .without(Option.TOLERANCE)
            .without(Option.ELBO_GAIN)
            .without(Option.COVARIANCE)
            .with(Option.POSTERIOR, PosteriorKind.CAVI);
    return of(kept, Method.BINARY, prior);
  }

  /**
   * The same with the link and the average of the model that a fit goes on from.
   *
   * @param earlierLink the link
   * @param earlierAverage its weights as prior weights
   * @return changed settings
   */
  public BinarySettings continuing(Link earlierLink, Average earlierAverage) {
    return new BinarySettings(
        earlierLink,
        prior,
        structure,
        earlierAverage,
        solver,
        rule,
        maxSweeps,
        covariance,
        posterior,
        scaleTolerance,
        seed);
  }

  BinarySettings with(CovarianceShape shape) {
    return new BinarySettings(
        link,
        prior,
        structure,
        average,
        solver,
        rule,
        maxSweeps,
        shape,
        posterior,
        scaleTolerance,
        seed);
  }
}
