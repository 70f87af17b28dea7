// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

/** How the optimum is approached; both solvers have the same one. */
public enum Solver {
  /** Quasi-Newton or Newton steps that never lower the ELBO: tens of passes over the data. */
  ACCELERATED,
  /** Coordinate ascent as published: simple, and slow where categories are rare. */
  CAVI
}
