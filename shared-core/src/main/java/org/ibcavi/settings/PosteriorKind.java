// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

/** Which normal posterior stands around the means. */
public enum PosteriorKind {
  /** The stage's own choice; the report says which. */
  AUTO,
  /**
   * The binary stage's variational posterior, as published: with the probit link too narrow for
   * rare categories.
   */
  CAVI,
  /** The inverse curvature of the log posterior at the means. */
  LAPLACE,
  /**
   * The categorical stage's: the normals under which its own bound is largest, which lean away from
   * where the data rule coefficients out. Its means are not modes.
   */
  VARIATIONAL
}
