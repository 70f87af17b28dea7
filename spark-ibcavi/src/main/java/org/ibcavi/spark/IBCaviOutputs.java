// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * Params of the estimator and of its models: columns beside Spark's own, each made only if it has a
 * name, and what is done with rows that have null, NaN or infinite values.
 */
public interface IBCaviOutputs extends Params {
  /**
   * What is done with rows that have null, NaN or infinite values: {@code error} refuses them,
   * {@code skip} leaves them out, {@code keep} leaves them out of a fit and predicts the
   * categories' base rates for them.
   *
   * @return the Param; {@code error} unless set
   */
  default Param<String> handleInvalid() {
    return OwnParams.choice(
        this,
        "handleInvalid",
        "what is done with rows that have null, NaN or infinite values: error, skip (leave them"
            + " out) or keep (leave them out of the fit, and predict base rates for them)",
        Words.all(InvalidRows.class));
  }

  /**
   * The probability that a credible interval holds.
   *
   * @return the Param; 0.9 unless set
   */
  default DoubleParam level() {
    return OwnParams.level(this);
  }

  /**
   * How many categories the columns of the most probable ones have.
   *
   * @return the Param; 5 unless set
   */
  default IntParam topCount() {
    return OwnParams.atLeast(
        this, "topCount", 1, "how many of the most probable categories their columns have");
  }

  /**
   * The column of lower ends of the probabilities' credible intervals, a vector.
   *
   * @return the Param; no column unless set
   */
  default Param<String> lowerCol() {
    return OwnParams.column(
        this, "lowerCol", "lower ends of the probabilities' credible intervals, a vector");
  }

  /**
   * The column of upper ends of the probabilities' credible intervals, a vector.
   *
   * @return the Param; no column unless set
   */
  default Param<String> upperCol() {
    return OwnParams.column(
        this, "upperCol", "upper ends of the probabilities' credible intervals, a vector");
  }

  /**
   * The column of the uncertainty that more data would not remove, in nats.
   *
   * @return the Param; no column unless set
   */
  default Param<String> noiseCol() {
    return OwnParams.column(
        this, "noiseCol", "the uncertainty that more data would not remove, in nats");
  }

  /**
   * The column of the uncertainty that more data would remove, in nats.
   *
   * @return the Param; no column unless set
   */
  default Param<String> lackOfDataCol() {
    return OwnParams.column(
        this, "lackOfDataCol", "the uncertainty that more data would remove, in nats");
  }

  /**
   * The column of names of the most probable categories, best first.
   *
   * @return the Param; no column unless set
   */
  default Param<String> topCategoriesCol() {
    return OwnParams.column(
        this, "topCategoriesCol", "names of the most probable categories, best first");
  }

  /**
   * The column of probabilities of the most probable categories, best first.
   *
   * @return the Param; no column unless set
   */
  default Param<String> topProbabilitiesCol() {
    return OwnParams.column(
        this, "topProbabilitiesCol", "probabilities of the most probable categories, best first");
  }
}
