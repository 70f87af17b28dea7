// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.ibcavi.settings.Option;

/**
 * The core's options as Params: {@link Option#table()} with names in camel case. One that is not
 * set is left to the method, which {@code clear} brings back. A value that an option does not take
 * is refused when it is set, and the fit refuses options that could not act.
 */
public interface IBCaviOptions extends Params {

  /**
   * Which stages run, and with whose defaults.
   *
   * @return the Param
   */
  default Param<String> method() {
    return OptionParams.text(this, Option.METHOD);
  }

  /**
   * How probabilities are computed from the posterior.
   *
   * @return the Param
   */
  default Param<String> predict() {
    return OptionParams.text(this, Option.PREDICT);
  }

  /**
   * Prior variance of the weights; learned where it is not set.
   *
   * @return the Param
   */
  default DoubleParam priorVariance() {
    return OptionParams.number(this, Option.PRIOR_VARIANCE);
  }

  /**
   * What is learned about the weights' prior.
   *
   * @return the Param
   */
  default Param<String> prior() {
    return OptionParams.text(this, Option.PRIOR);
  }

  /**
   * What the categorical models are linear in.
   *
   * @return the Param
   */
  default Param<String> basis() {
    return OptionParams.text(this, Option.BASIS);
  }

  /**
   * Threads of the task that fits where rows are gathered.
   *
   * @return the Param
   */
  default IntParam threads() {
    return OptionParams.count(this, Option.THREADS);
  }

  /**
   * Seed of everything random.
   *
   * @return the Param
   */
  default LongParam seed() {
    return OptionParams.whole(this, Option.SEED);
  }

  /**
   * Link of the regressions and of the categorical likelihoods.
   *
   * @return the Param
   */
  default Param<String> link() {
    return OptionParams.text(this, Option.LINK);
  }

  /**
   * Members of the categorical family that predictions are averaged over.
   *
   * @return the Param
   */
  default Param<String> average() {
    return OptionParams.text(this, Option.AVERAGE);
  }

  /**
   * Prior variance of the intercepts.
   *
   * @return the Param
   */
  default DoubleParam interceptVariance() {
    return OptionParams.number(this, Option.INTERCEPT_VARIANCE);
  }

  /**
   * What a learned prior variance is chosen by.
   *
   * @return the Param
   */
  default Param<String> scaleEvidence() {
    return OptionParams.text(this, Option.SCALE_EVIDENCE);
  }

  /**
   * How precisely a learned prior variance is found.
   *
   * @return the Param
   */
  default DoubleParam scaleTolerance() {
    return OptionParams.number(this, Option.SCALE_TOLERANCE);
  }

  /**
   * The shape of the posterior covariance.
   *
   * @return the Param
   */
  default Param<String> covariance() {
    return OptionParams.text(this, Option.COVARIANCE);
  }

  /**
   * Where the posterior's variances are from.
   *
   * @return the Param
   */
  default Param<String> posterior() {
    return OptionParams.text(this, Option.POSTERIOR);
  }

  /**
   * Solver of the binary stage.
   *
   * @return the Param
   */
  default Param<String> solver() {
    return OptionParams.text(this, Option.SOLVER);
  }

  /**
   * When an ascent has arrived.
   *
   * @return the Param
   */
  default DoubleParam tolerance() {
    return OptionParams.number(this, Option.TOLERANCE);
  }

  /**
   * The published stopping rule.
   *
   * @return the Param
   */
  default DoubleParam elboGain() {
    return OptionParams.number(this, Option.ELBO_GAIN);
  }

  /**
   * Sweeps or passes at the most.
   *
   * @return the Param
   */
  default IntParam maxSweeps() {
    return OptionParams.count(this, Option.MAX_SWEEPS);
  }

  /**
   * Draws of a Monte Carlo prediction.
   *
   * @return the Param
   */
  default IntParam samples() {
    return OptionParams.count(this, Option.SAMPLES);
  }

  /**
   * Whether each category has an intercept.
   *
   * @return the Param
   */
  default BooleanParam intercept() {
    return OptionParams.flag(this, Option.INTERCEPT);
  }

  /**
   * Whether features are brought to one scale for the fit.
   *
   * @return the Param
   */
  default BooleanParam standardize() {
    return OptionParams.flag(this, Option.STANDARDIZE);
  }

  /**
   * Megabytes that a fit may take beside the data.
   *
   * @return the Param
   */
  default DoubleParam memoryLimit() {
    return OptionParams.number(this, Option.MEMORY_LIMIT);
  }
}
