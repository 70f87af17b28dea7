// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.comparison;

import org.ibcavi.examples.data.LabeledTable;

/** A learner that takes part in a comparison. */
public interface Contender {
  /**
   * The toolkit it belongs to.
   *
   * @return such as Weka
   */
  String toolkit();

  /**
   * The learner's name.
   *
   * @return such as Logistic
   */
  String name();

  /**
   * Trains and predicts.
   *
   * @param training rows to learn from
   * @param test rows to predict
   * @return probabilities and times
   * @throws Exception if the toolkit fails
   */
  Outcome run(LabeledTable training, LabeledTable test) throws Exception;
}
