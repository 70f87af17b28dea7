// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.posterior;

/**
 * The normal posteriors of all categories on the fitted scale. Categories without training rows
 * share one, so there may be fewer vectors than categories. What it hands out are copies.
 */
public final class Posterior {
  private final int[] vectorOfCategory;
  private final Coefficients means;
  private final PosteriorCovariance covariance;

  /**
   * Creates the posterior; fits and files do.
   *
   * @param vectorOfCategory which vector each category has
   * @param means a vector for each of the posteriors, not copied: the caller must not change it
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
   * The number of vectors: one for each category that has its own, and one that others share.
   *
   * @return U
   */
  public int vectors() {
    return means.vectors();
  }

  /**
   * The number of coefficients of a vector.
   *
   * @return P
   */
  public int size() {
    return means.size();
  }

  /**
   * The mean of a vector of coefficients.
   *
   * @param vector which vector
   * @return a copy of its P means
   */
  public double[] mean(int vector) {
    return means.vector(vector);
  }

  /**
   * The covariances.
   *
   * @return of the vectors
   */
  public PosteriorCovariance covariance() {
    return covariance;
  }

  /** The sizes. */
  @Override
  public String toString() {
    return "normal posterior of "
        + size()
        + " coefficients of each of "
        + categories()
        + " categories, "
        + (covariance.diagonal() ? "diagonal" : "full")
        + (covariance.shared() ? " covariance for all" : " covariance of each");
  }
}
