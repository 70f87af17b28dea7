// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Link;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;

/**
 * An option: a row of the one table that the settings of programs, of toolkits, of command lines
 * and of the documentation are made from. It knows its name, the texts it takes, what it means, in
 * which methods it acts and its default there.
 *
 * @param <T> the type of its values
 */
public final class Option<T> {
  /** What the fit is and how it predicts. */
  public static final Option<Method> METHOD =
      Option.of("method", OptionType.choice(Method.class))
          .sentence(
              "auto (categorical where the size of the data allows it), categorical (a binary"
                  + " regression for each category, and from there on categorical models of all of"
                  + " them together), binary (the regressions alone) or published (these as in the"
                  + " paper: its prior, stopping rule and average)")
          .everywhere(Method.AUTO);

  /** How probabilities are computed from the posterior. */
  public static final Option<PredictionMode> PREDICT =
      Option.of("predict", OptionType.choice(PredictionMode.class))
          .sentence(
              "probabilities at the posterior means (plugin), at means shrunk by their uncertainty"
                  + " (moderated), as the mean over draws of the posterior (montecarlo) or auto"
                  + " (categorical members under wide priors as the mean over draws, all else at"
                  + " the means)")
          .everywhere(PredictionMode.AUTO);

  /** Seed of everything random. */
  public static final Option<Long> SEED =
      Option.of("seed", OptionType.ANY_LONG)
          .sentence(
              "seed of all that is random; the same data, options and seed give the same model")
          .everywhere(1L);

  /** Threads that fit. */
  public static final Option<Integer> THREADS =
      Option.of("threads", OptionType.atLeast(0))
          .sentence("threads that fit, 0 for all cores; the model has the same bits for any number")
          .everywhere(1);

  /** What the members are linear in. */
  public static final Option<BasisKind> BASIS =
      Option.of("basis", OptionType.choice(BasisKind.class))
          .sentence(
              "what the categorical models are linear in: the features (none), the features and"
                  + " steps at their quantiles (thresholds), the features and random waves of all"
                  + " of them (smooth), the features and leaves of random trees (trees), or models"
                  + " of each kind weighed by leave-one-out (auto)")
          .in(Method.CATEGORICAL, BasisKind.NONE);

  /** Link of the regressions and of the categorical likelihoods. */
  public static final Option<Link> LINK =
      Option.of("link", OptionType.named(Link.ALL, Link::name, Link::named))
          .sentence("link of the binary regressions and of the categorical likelihoods")
          .expert()
          .in(Method.BINARY, Link.PROBIT)
          .in(Method.CATEGORICAL, Link.LOGIT)
          .in(Method.PUBLISHED, Link.LOGIT);

  /** Members of the categorical family. */
  public static final Option<Average> AVERAGE =
      Option.of("average", OptionType.text(Average::named, Average.RULE))
          .sentence(
              "likelihoods that predictions are averaged over, by their power alpha from 0 to 1:"
                  + " grid (eleven), bma (the published two, 0 and 1), cbm (0), cbc (1, softmax with"
                  + " link logit) or a number; auto lets the categorical stage choose by cost")
          .expert()
          .in(Method.BINARY, Average.grid())
          .in(Method.CATEGORICAL, null)
          .in(Method.PUBLISHED, Average.bma());

  /** What is learned about the prior. */
  public static final Option<PriorKind> PRIOR =
      Option.of("prior", OptionType.choice(PriorKind.class))
          .sentence(
              "what is learned about the weights' prior: one variance for all (shared), or one for"
                  + " each feature (perfeature), attribute (perattribute), category (percategory)"
                  + " or single weight (heavytailed); in the binary stage also a mean for each"
                  + " feature that the categories share (hierarchical), or which weights are not"
                  + " zero (spikeslab), or the one of shared, hierarchical, perfeature and"
                  + " perattribute that has the evidence for it (evidence)")
          .expert()
          .in(Method.BINARY, PriorKind.SHARED)
          .in(Method.CATEGORICAL, PriorKind.SHARED)
          .in(Method.PUBLISHED, PriorKind.SHARED);

  /** Prior variance of the weights. */
  public static final Option<Double> PRIOR_VARIANCE =
      Option.of("prior-variance", OptionType.positive())
          .sentence(
              "prior variance of the weights, on the scale of the standardized features unless"
                  + " standardize is off; auto learns it from the data")
          .expert()
          .in(Method.BINARY, null)
          .in(Method.CATEGORICAL, null)
          .in(Method.PUBLISHED, 1.0);

  /** Prior variance of the intercepts. */
  public static final Option<Double> INTERCEPT_VARIANCE =
      Option.of("intercept-variance", OptionType.positive())
          .sentence("prior variance of the intercepts; broad, so that rare categories fit")
          .expert()
          .in(Method.BINARY, Prior.DEFAULT_INTERCEPT_VARIANCE)
          .in(Method.CATEGORICAL, Prior.DEFAULT_INTERCEPT_VARIANCE)
          .in(Method.PUBLISHED, 1.0);

  /** What variances are compared by. */
  public static final Option<LearnedScale.Evidence> SCALE_EVIDENCE =
      Option.of("scale-evidence", OptionType.choice(LearnedScale.Evidence.class))
          .sentence(
              "what a learned prior variance is chosen by: laplace (Laplace's evidence), elbo (the"
                  + " bound; binary stage), heldout (rows held out) or auto (laplace where rows"
                  + " outnumber coefficients)")
          .expert()
          .in(Method.BINARY, LearnedScale.Evidence.AUTO)
          .in(Method.CATEGORICAL, LearnedScale.Evidence.AUTO);

  /** How precisely a learned variance is found. */
  public static final Option<Double> SCALE_TOLERANCE =
      Option.of("scale-tolerance", OptionType.between(0, 10))
          .sentence("how precisely a learned prior variance is found, a difference of logarithms")
          .expert()
          .in(Method.BINARY, 0.05)
          .in(Method.CATEGORICAL, 1.0);

  /** The shape of the posterior. */
  public static final Option<CovarianceShape> COVARIANCE =
      Option.of("covariance", OptionType.choice(CovarianceShape.class))
          .sentence("posterior covariance: full, diagonal or auto (full where it is affordable)")
          .expert()
          .everywhere(CovarianceShape.AUTO);

  /** The posterior around the means. */
  public static final Option<PosteriorKind> POSTERIOR =
      Option.of("posterior", OptionType.choice(PosteriorKind.class))
          .sentence(
              "where the posterior's variances are from: laplace (the curvature of the log"
                  + " posterior), cavi (the binary stage's bound, as published; too narrow for rare"
                  + " categories), variational (the normals under which the categorical stage's"
                  + " bound is largest) or auto (by size and left-out rows)")
          .expert()
          .in(Method.BINARY, PosteriorKind.AUTO)
          .in(Method.CATEGORICAL, PosteriorKind.AUTO)
          .in(Method.PUBLISHED, PosteriorKind.CAVI);

  /** How the binary optimum is approached. */
  public static final Option<Solver> SOLVER =
      Option.of("solver", OptionType.choice(Solver.class))
          .sentence("solver of the binary stage: accelerated, or cavi as published")
          .expert()
          .in(Method.BINARY, Solver.ACCELERATED)
          .in(Method.PUBLISHED, Solver.CAVI);

  /** Sweeps or passes at the most. */
  public static final Option<Integer> MAX_SWEEPS =
      Option.of("max-sweeps", OptionType.atLeast(1))
          .sentence(
              "sweeps of the binary stage, and passes of each categorical member, at the most")
          .expert()
          .everywhere(1000);

  /** When an ascent has arrived. */
  public static final Option<Double> TOLERANCE =
      Option.of("tolerance", OptionType.between(0, 1))
          .sentence(
              "relative gradient at which a regression of the binary stage, or a categorical"
                  + " member, has converged")
          .expert()
          .in(Method.BINARY, 1e-5)
          .in(Method.CATEGORICAL, 3e-3)
          .in(Method.PUBLISHED, null);

  /** The published stopping rule. */
  public static final Option<Double> ELBO_GAIN =
      Option.of("elbo-gain", OptionType.positive())
          .sentence(
              "instead of by tolerance, stop the binary stage when a sweep's gain of the ELBO,"
                  + " times categories/rows, is below this")
          .expert()
          .in(Method.BINARY, null)
          .in(Method.PUBLISHED, 0.1);

  /** Draws of a Monte Carlo prediction. */
  public static final Option<Integer> SAMPLES =
      Option.of("samples", OptionType.atLeast(2))
          .sentence(
              "draws of a Monte Carlo prediction, and of an auto one where it averages; an odd"
                  + " number is rounded up, since draws come in pairs")
          .expert()
          .everywhere(64);

  /** Whether there is an intercept. */
  public static final Option<Boolean> INTERCEPT =
      Option.of("intercept", OptionType.FLAG)
          .sentence("whether each category has an intercept")
          .expert()
          .everywhere(true);

  /** Whether features are brought to one scale. */
  public static final Option<Boolean> STANDARDIZE =
      Option.of("standardize", OptionType.FLAG)
          .sentence(
              "bring features to one scale for the fit: dense ones are centred and divided by their"
                  + " deviation, sparse ones divided by their largest values, those of one order by"
                  + " the same number")
          .expert()
          .in(Method.BINARY, true)
          .in(Method.CATEGORICAL, true)
          .in(Method.PUBLISHED, false);

  /** Memory that a fit may take. */
  public static final Option<Long> MEMORY_LIMIT =
      Option.of("memory-limit", OptionType.MEGABYTES)
          .sentence("megabytes that a fit may take beside the data; 0 for what the heap has left")
          .expert()
          .everywhere(0L);

  private static final List<Option<?>> TABLE =
      List.of(
          METHOD,
          PREDICT,
          BASIS,
          THREADS,
          SEED,
          LINK,
          AVERAGE,
          PRIOR,
          PRIOR_VARIANCE,
          INTERCEPT_VARIANCE,
          SCALE_EVIDENCE,
          SCALE_TOLERANCE,
          COVARIANCE,
          POSTERIOR,
          SOLVER,
          TOLERANCE,
          ELBO_GAIN,
          MAX_SWEEPS,
          SAMPLES,
          INTERCEPT,
          STANDARDIZE,
          MEMORY_LIMIT);

  private final String name;
  private final OptionType<T> type;
  private final Map<Method, Optional<T>> defaults = new EnumMap<>(Method.class);
  private String sentence;
  private boolean expert;

  private Option(String name, OptionType<T> type) {
    this.name = name;
    this.type = type;
  }

  private static <T> Option<T> of(String name, OptionType<T> type) {
    return new Option<>(name, type);
  }

  private Option<T> sentence(String text) {
    sentence = text;
    return this;
  }

  private Option<T> expert() {
    expert = true;
    return this;
  }

  private Option<T> in(Method method, T value) {
    defaults.put(method, Optional.ofNullable(value));
    return this;
  }

  private Option<T> everywhere(T value) {
    return in(Method.BINARY, value).in(Method.CATEGORICAL, value).in(Method.PUBLISHED, value);
  }

  /**
   * All options, those a beginner understands first.
   *
   * @return the table
   */
  public static List<Option<?>> table() {
    return TABLE;
  }

  /**
   * The option of a name.
   *
   * @param name as in the table, such as {@code max-sweeps}
   * @return the option
   * @throws IllegalArgumentException if there is none
   */
  public static Option<?> named(String name) {
    return TABLE.stream()
        .filter(option -> option.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "option '"
                        + name
                        + "'; must be one of "
                        + String.join(", ", TABLE.stream().map(Option::name).toList())));
  }

  /**
   * The name, with words joined by hyphens.
   *
   * @return such as {@code max-sweeps}
   */
  public String name() {
    return name;
  }

  /**
   * What the option means.
   *
   * @return a phrase that starts in lower case and ends without a full stop
   */
  public String sentence() {
    return sentence;
  }

  /**
   * Which texts the option takes.
   *
   * @return such as {@code a number above 0}
   */
  public String rule() {
    return type.rule();
  }

  /**
   * The texts of an option with a few values to choose from.
   *
   * @return in order; empty for numbers and the like
   */
  public List<String> choices() {
    return type.choices();
  }

  /**
   * Whether the option is a flag, on or off.
   *
   * @return true if so
   */
  public boolean isFlag() {
    return type == OptionType.FLAG;
  }

  /**
   * Whether hardly anybody needs the option.
   *
   * @return true for those that belong behind the others
   */
  public boolean isExpert() {
    return expert;
  }

  /**
   * The methods in which the option acts; in others it is refused.
   *
   * @return some of binary, categorical and published
   */
  public Set<Method> methods() {
    return EnumSet.copyOf(defaults.keySet());
  }

  /**
   * The default in a method.
   *
   * @param method one that the option acts in
   * @return empty if the fit chooses by what it finds
   */
  public Optional<T> defaultIn(Method method) {
    return defaults.getOrDefault(method, Optional.empty());
  }

  /**
   * A value from its text.
   *
   * @param text as users write it
   * @return the value
   * @throws IllegalArgumentException with name, text and rule if it is none
   */
  public T parse(String text) {
    try {
      return check(type.parse(text));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(name + " '" + text + "'; must be " + rule(), e);
    }
  }

  /**
   * A value as users write it.
   *
   * @param value the value
   * @return a text that {@link #parse} takes
   */
  public String write(T value) {
    return type.write(value);
  }

  /** The value if it is valid. */
  T check(T value) {
    if (!type.valid(value)) {
      throw new IllegalArgumentException(
          name + " " + (value == null ? "null" : write(value)) + "; must be " + rule());
    }
    return value;
  }

  @Override
  public String toString() {
    return name;
  }
}
