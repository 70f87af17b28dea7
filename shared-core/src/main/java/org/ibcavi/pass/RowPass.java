// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;

/**
 * The rows of a problem as solvers know them: sums over all rows of what likelihoods, their
 * derivatives and curvatures are at given coefficients. Solvers see no row. Here threads sum rows
 * in memory; an engine that holds the rows elsewhere implements the same sums there.
 *
 * <p>Sums must not depend on the number of workers, to the last bit.
 */
public interface RowPass {
  /** A part of a solver's work that takes sums. */
  @FunctionalInterface
  interface Task {
    /**
     * Does the work; called by several threads.
     *
     * @param own sums for this task
     * @param index which task
     */
    void run(RowPass own, int index);
  }

  /**
   * A part of a solver's work that is about one regression, made of plain values, so that it can be
   * done wherever the rows are.
   *
   * @param <R> what it finds
   */
  interface RegressionTask<R extends Serializable> extends Serializable {
    /**
     * Does the work.
     *
     * @param own sums for this task
     * @return what it found
     */
    R run(RowPass own);
  }

  /**
   * What is known without the rows.
   *
   * @return sizes and regressions
   */
  Shape shape();

  /**
   * Runs tasks that do not depend on each other, side by side where that is faster, and returns
   * when all have ended.
   *
   * @param tasks how many
   * @param task gets the numbers 0 … tasks − 1
   */
  void spread(int tasks, Task task);

  /**
   * Does work on regressions that does not depend on that on others, where all the rows are.
   *
   * @param tasks one for each regression
   * @param <R> what each of them finds
   * @return what they found, in their order
   */
  default <R extends Serializable> List<R> onRegressions(List<? extends RegressionTask<R>> tasks) {
    List<R> found = new ArrayList<>(Collections.nCopies(tasks.size(), null));
    spread(tasks.size(), (own, i) -> found.set(i, tasks.get(i).run(own)));
    return found;
  }

  /**
   * How many regressions a call of {@link #block} should have where many are waiting.
   *
   * @param regressions how many are waiting
   * @return at least 1
   */
  int blockWidth(int regressions);

  /**
   * The local bounds of some binary regressions, and their derivatives. Where linear predictors
   * have no variance, the bound is the log likelihood itself.
   *
   * @param link of the regressions
   * @param regressions which ones
   * @param coefficients P × regressions, one vector beside the other
   * @param variances of the coefficients in the same order; null for none
   * @return the sums of each regression
   */
  BlockSums block(Link link, int[] regressions, double[] coefficients, double[] variances);

  /**
   * What the rows say about one binary regression under a posterior with a full covariance.
   *
   * @param link of the regression
   * @param regression which one
   * @param mean of the coefficients
   * @param precision of the coefficients
   * @return sums on demand
   */
  RegressionRows regression(Link link, int regression, double[] mean, Cholesky precision);

  /**
   * What the rows say about one binary regression under a posterior with a diagonal covariance.
   *
   * @param link of the regression
   * @param regression which one
   * @param mean of the coefficients
   * @param variances of the coefficients
   * @return sums on demand
   */
  RegressionRows regression(Link link, int regression, double[] mean, double[] variances);

  /**
   * How curved the log likelihoods of the binary regressions are.
   *
   * @param link of the regressions
   * @return sums on demand
   */
  Curvatures curvatures(Link link);

  /**
   * What the rows say about all regressions together under a categorical likelihood.
   *
   * @param member the likelihood
   * @return sums on demand
   */
  CategoricalRows categorical(Likelihood member);

  /**
   * XᵀΩX.
   *
   * @return P × P, the upper triangle, not copied
   */
  double[] gram();

  /**
   * diag(XᵀΩX).
   *
   * @return one for each coefficient, not copied
   */
  double[] squareSums();

  /**
   * The rows in parts of which one is held out while the others are fitted.
   *
   * @param parts how many; each has its share of every category's rows
   * @param regressions whose rows are looked at when they are held out, in increasing order
   * @param seed decides which rows are in which part
   * @return the parts
   */
  Folds folds(int parts, int[] regressions, long seed);

  /**
   * Brings some of the rows here, for what is computed row by row. Their weights are scaled up to
   * stand for all.
   *
   * @param rows how many; all if there are no more
   * @param seed of the choice
   * @return the same regressions with some rows
   */
  Problem sample(int rows, long seed);
}
