// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.List;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.RowPass;
import org.ibcavi.problem.Problem;

/**
 * Who sums over rows that are in memory: threads, as {@link LocalPass} does, or an engine that has
 * copies of the rows elsewhere.
 */
@FunctionalInterface
public interface PassMaker {
  /**
   * Prepares sums.
   *
   * @param problem whose rows
   * @param context threads and who may cancel
   * @return the pass
   */
  RowPass over(Problem problem, FitContext context);

  /**
   * What the report is to say about who summed, asked when the fit has ended.
   *
   * @return sentences
   */
  default List<String> notes() {
    return List.of();
  }
}
