// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.report;

import java.util.Locale;
import java.util.Objects;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.prior.Prior;

/**
 * The prior of the coefficients that a posterior was found with.
 *
 * @param kind where it is from
 * @param weightVariance the variance of all weights on the fitted scale, the squared scale of a
 *     prior with heavy tails, or about which the features' own variances lie; NaN if the prior has
 *     no such variance
 * @param interceptVariance the variance of the intercepts; NaN if there is none for all
 */
public record PriorReport(Kind kind, double weightVariance, double interceptVariance) {
  /** Where a prior is from. */
  public enum Kind {
    /** The user gave it. */
    GIVEN,
    /** Normal, its variance learned from the data. */
    LEARNED,
    /** Normal, with a multiple of the learned variance. */
    WIDER,
    /** Cauchy, its scale learned from the data. */
    HEAVY_TAILED,
    /** Normal, with a learned variance for each feature. */
    PER_FEATURE,
    /** Normal, with a learned variance for each attribute, of which features were made. */
    PER_ATTRIBUTE,
    /** Normal, with a learned variance for each category. */
    PER_CATEGORY,
    /** Normal about a mean for each feature that the categories share, all learned. */
    HIERARCHICAL,
    /** Zero for some weights, normal for the others, whose share and variance were learned. */
    SPIKE_SLAB,
    /** Normal, its variance learned by the binary stage, whose regressions the member is. */
    BINARY,
    /** The posterior of an earlier fit. */
    CONTINUED,
    /** The posterior of an earlier member, whose binary regressions this member goes on with. */
    BINARY_CONTINUED,
    /** The posterior of an earlier member whose prior was wider than the learned one. */
    WIDER_CONTINUED,
    /** Normal, with a variance of the right order: of a start, after which it is learned. */
    PROVISIONAL
  }

  /**
   * Checks the kind.
   *
   * @param kind where it is from
   * @param weightVariance of all weights, or NaN
   * @param interceptVariance of the intercepts, or NaN
   */
  public PriorReport {
    Objects.requireNonNull(kind, "kind of prior");
  }

  /**
   * What is told of a prior.
   *
   * @param kind where it is from
   * @param prior the belief; only one with a variance for all weights has figures to tell
   * @param features how many weights there are
   * @param intercept whether there is an intercept
   * @return the report
   */
  public static PriorReport of(Kind kind, Prior prior, int features, boolean intercept) {
    if (!(prior instanceof IsotropicPrior known)) {
      return new PriorReport(kind, Double.NaN, Double.NaN);
    }
    return new PriorReport(
        kind,
        features > 0 ? known.weightVariance() : Double.NaN,
        intercept ? known.interceptVariance() : Double.NaN);
  }

  /**
   * A prior with the intercepts of this one.
   *
   * @param other where it is from
   * @param variance of its weights
   * @return the report
   */
  public PriorReport with(Kind other, double variance) {
    return new PriorReport(other, variance, interceptVariance);
  }

  /**
   * The prior of a fit that goes on from an earlier one.
   *
   * @return the report
   */
  public static PriorReport continued() {
    return new PriorReport(Kind.CONTINUED, Double.NaN, Double.NaN);
  }

  /**
   * The prior of a member that goes on from the posterior found with this one, and predicts as the
   * earlier member did.
   *
   * @return what is told of it
   */
  public PriorReport continuing() {
    Kind next =
        isOfRegressions()
            ? Kind.BINARY_CONTINUED
            : isWide() ? Kind.WIDER_CONTINUED : Kind.CONTINUED;
    return new PriorReport(next, Double.NaN, Double.NaN);
  }

  /**
   * Whether the prior is the posterior of an earlier fit.
   *
   * @return true if so
   */
  public boolean isContinued() {
    return switch (kind) {
      case CONTINUED, BINARY_CONTINUED, WIDER_CONTINUED -> true;
      default -> false;
    };
  }

  /**
   * Whether the prior is wider than the learned one, or that of the first of several fits was.
   * Members under such priors predict by the mean over draws where rows are few.
   *
   * @return true if so
   */
  public boolean isWide() {
    return kind == Kind.WIDER || kind == Kind.WIDER_CONTINUED;
  }

  /**
   * Whether the member has the binary stage's regressions, each fitted by itself.
   *
   * @return false if all categories were fitted together
   */
  public boolean isOfRegressions() {
    return kind == Kind.BINARY || kind == Kind.BINARY_CONTINUED;
  }

  /** Such as {@code variance 0.53, learned} or {@code Cauchy of scale 0.21, learned}. */
  @Override
  public String toString() {
    return switch (kind) {
      case GIVEN ->
          Double.isNaN(weightVariance) ? "given" : "variance " + figure(weightVariance) + ", given";
      case LEARNED ->
          Double.isNaN(weightVariance)
              ? "nothing to learn"
              : "variance " + figure(weightVariance) + ", learned";
      case WIDER -> "variance " + figure(weightVariance) + ", wider than the learned one";
      case HEAVY_TAILED -> "Cauchy of scale " + figure(Math.sqrt(weightVariance)) + ", learned";
      case PER_FEATURE ->
          "a variance for each feature about " + figure(weightVariance) + ", learned";
      case PER_ATTRIBUTE ->
          "a variance for each attribute about " + figure(weightVariance) + ", learned";
      case PER_CATEGORY ->
          "a variance for each category about " + figure(weightVariance) + ", learned";
      case SPIKE_SLAB ->
          "variance " + figure(weightVariance) + " of the weights that are not zero, learned";
      case HIERARCHICAL ->
          "variance " + figure(weightVariance) + " about means that the categories share, learned";
      case BINARY ->
          "variance "
              + figure(weightVariance)
              + ", learned by the binary stage, whose regressions it has";
      case CONTINUED -> "the posterior of an earlier fit";
      case BINARY_CONTINUED -> "the posterior of an earlier fit, whose binary regressions go on";
      case WIDER_CONTINUED -> "the posterior of an earlier fit, wider than the learned one";
      case PROVISIONAL ->
          Double.isNaN(weightVariance)
              ? "nothing to learn"
              : "variance " + figure(weightVariance) + " for a start";
    };
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }
}
