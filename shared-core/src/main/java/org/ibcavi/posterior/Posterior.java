// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.posterior;

/**
 * The normal posteriors of all categories on the fitted scale. Categories without training rows
 * share one, so there may be fewer vectors than categories.
 */
public final class Posterior {
  private final int[] vectorOfCategory;
  private final Coefficients means;
  private final PosteriorCovariance covariance;

  /**
   * Creates the posterior.
   *
   * @param vectorOfCategory which vector each category has
   * @param means a vector for each of the posteriors, not copied
   * @param covariance their covariances
   */
  public Posterior(int[] vectorOfCategory, Coefficients means, PosteriorCovariance covariance) {
    this.vectorOfCategory = vectorOfCategory.clone();
    this.means = means;
    this.covariance = covariance;
  }

  /**
   * The number of categories.
   *
   * @return K
   */
  public int categories() {
    return vectorOfCategory.length;
  }

  /**
   * Which vector a category has.
   *
   * @param category from 0
   * @return the number of its vector
   */
  public int vectorOf(int category) {
    return vectorOfCategory[category];
  }

  /**
   * The means.
   *
   * @return not copied
   */
  public Coefficients means() {
    return means;
  }

  /**
   * The covariances.
   *
   * @return of the vectors
   */
  public PosteriorCovariance covariance() {
    return covariance;
  }
}
