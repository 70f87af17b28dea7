// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Settings;
import org.ibcavi.structure.GroupedVariances;

/** How the categorical stage goes about it, with its defaults where nothing was set. Immutable. */
public final class CategoricalSettings {
  private final Settings settings;
  private final Prior prior;
  private final Optional<GroupedVariances> structure;
  private final Map<Likelihood, Double> given;

  private CategoricalSettings(
      Settings settings,
      Prior prior,
      Optional<GroupedVariances> structure,
      Map<Likelihood, Double> given) {
    this.settings = settings;
    this.prior = prior;
    this.structure = structure;
    this.given = given;
  }

  /**
   * The stage's settings.
   *
   * @param settings what was set
   * @param prior of the coefficients
   * @return with the likelihoods that link and average ask for
   */
  public static CategoricalSettings of(Settings settings, Prior prior) {
    return of(settings, prior, Optional.empty());
  }

  /**
   * The stage's settings, with a prior of which more is learned than one variance.
   *
   * @param settings what was set
   * @param structure which weights share a variance
   * @return with the likelihoods that link and average ask for
   */
  public static CategoricalSettings of(Settings settings, GroupedVariances structure) {
    return of(settings, structure.common(), Optional.of(structure));
  }

  private static CategoricalSettings of(
      Settings settings, Prior prior, Optional<GroupedVariances> structure) {
    Link link = settings.in(Method.CATEGORICAL, Option.LINK).orElseThrow();
    Map<Likelihood, Double> given = new LinkedHashMap<>();
    settings.in(Method.CATEGORICAL, Option.AVERAGE).ifPresent(average -> put(link, average, given));
    return new CategoricalSettings(settings, prior, structure, given);
  }

  /** The largest α first, since softmax leads: the variance is searched with it. */
  private static void put(Link link, Average average, Map<Likelihood, Double> given) {
    double[] alphas = average.alphas();
    double[] weights = average.priorWeights();
    IntStream.range(0, alphas.length)
        .boxed()
        .sorted(Comparator.reverseOrder())
        .forEach(i -> given.put(new Likelihood(link, alphas[i]), weights[i]));
  }

  /**
   * The same for given likelihoods, of which several may be the same.
   *
   * @param likelihoods what to fit
   * @return changed settings
   */
  public CategoricalSettings with(List<Likelihood> likelihoods) {
    Set<Likelihood> different = new LinkedHashSet<>(likelihoods);
    Map<Likelihood, Double> even = new LinkedHashMap<>();
    different.forEach(likelihood -> even.put(likelihood, 1.0 / different.size()));
    return new CategoricalSettings(settings, prior, structure, even);
  }

  /** The given likelihoods; none if they are left to choose. */
  List<Likelihood> given() {
    return List.copyOf(given.keySet());
  }

  /** How much more or less than evenly a likelihood is believed in before the rows are asked. */
  double priorShare(Likelihood likelihood) {
    return given.isEmpty() ? 1 : given.size() * given.get(likelihood);
  }

  Link link() {
    return settings.in(Method.CATEGORICAL, Option.LINK).orElseThrow();
  }

  Prior prior() {
    return prior;
  }

  /** The norm of the whitened gradient at which a mode is reached, as a share of √Σω. */
  double tolerance() {
    return settings.in(Method.CATEGORICAL, Option.TOLERANCE).orElseThrow();
  }

  int maxPasses() {
    return settings.in(Method.CATEGORICAL, Option.MAX_SWEEPS).orElseThrow();
  }

  double scaleTolerance() {
    return settings.in(Method.CATEGORICAL, Option.SCALE_TOLERANCE).orElseThrow();
  }

  /** Which weights share a variance if there is more than the one of the prior. */
  Optional<GroupedVariances> structure() {
    return structure;
  }

  CovarianceShape covariance() {
    return settings.in(Method.CATEGORICAL, Option.COVARIANCE).orElseThrow();
  }

  /** Which posterior; AUTO if that is left to choose. */
  PosteriorKind posterior() {
    return settings.in(Method.CATEGORICAL, Option.POSTERIOR).orElseThrow();
  }

  /** How the fitted members will predict. */
  PredictionMode prediction() {
    return settings.in(Method.CATEGORICAL, Option.PREDICT).orElseThrow();
  }

  long seed() {
    return settings.in(Method.CATEGORICAL, Option.SEED).orElseThrow();
  }
}
