// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import com.oracle.labs.mlrg.olcut.config.Option;
import org.tribuo.classification.ClassificationOptions;

/** Command line options that describe an {@link IBCaviTrainer}. */
public final class IBCaviOptions implements ClassificationOptions<IBCaviTrainer> {
  /** Link of the binary regressions: probit or logit. */
  @Option(longName = "ibcavi-link", usage = "Link of the binary regressions: probit or logit.")
  public String link = "probit";

  /** Categorical likelihoods to average over: grid, bma, cbm, cbc or an α from 0 to 1. */
  @Option(
      longName = "ibcavi-average",
      usage =
          "Categorical likelihoods to average over: grid, bma, cbm, cbc or an alpha from 0 to 1.")
  public String average = "grid";

  /** What follows the binary regressions: none, categorical or auto (by size). */
  @Option(
      longName = "ibcavi-finish",
      usage = "What follows the binary regressions: none, categorical or auto (by size).")
  public String finish = "auto";

  /** Prior variance of the weights: auto (learned) or a number. */
  @Option(
      longName = "ibcavi-prior-variance",
      usage = "Prior variance of the weights: auto (learned) or a number.")
  public String priorVariance = "auto";

  /** How precisely a learned prior variance is found, as a difference of logarithms. */
  @Option(
      longName = "ibcavi-scale-tolerance",
      usage = "How precisely a learned prior variance is found, as a difference of logarithms.")
  public double scaleTolerance = 0.05;

  /** Whether a finish learns a prior variance for each feature. */
  @Option(
      longName = "ibcavi-scale-per-feature",
      usage = "Whether a finish learns a prior variance for each feature.")
  public boolean scalePerFeature;

  /** How a finish weighs its members: stacking or evidence. */
  @Option(
      longName = "ibcavi-weighing",
      usage = "How a finish weighs its members: stacking or evidence.")
  public String weighing = "stacking";

  /** Prior variance of the intercepts. */
  @Option(longName = "ibcavi-intercept-variance", usage = "Prior variance of the intercepts.")
  public double interceptVariance = 25;

  /** Posterior covariance: full, diagonal or auto. */
  @Option(longName = "ibcavi-covariance", usage = "Posterior covariance: full, diagonal or auto.")
  public String covariance = "auto";

  /** What the posterior variances without a finish are from: laplace, cavi or auto. */
  @Option(
      longName = "ibcavi-curvature",
      usage = "What the posterior variances without a finish are from: laplace, cavi or auto.")
  public String curvature = "auto";

  /** Solver: accelerated or cavi. */
  @Option(longName = "ibcavi-solver", usage = "Solver: accelerated or cavi.")
  public String solver = "accelerated";

  /** Largest number of sweeps. */
  @Option(longName = "ibcavi-max-sweeps", usage = "Largest number of sweeps.")
  public int maxSweeps = 1000;

  /** Relative tolerance of convergence. */
  @Option(longName = "ibcavi-tolerance", usage = "Relative tolerance of convergence.")
  public double tolerance = 1e-5;

  /** Stop by the gain of the ELBO instead of the tolerance; 0 for off. */
  @Option(
      longName = "ibcavi-elbo-gain",
      usage = "Stop by the gain of the ELBO instead of the tolerance; 0 for off.")
  public double elboGain;

  /** How probabilities are computed: plugin, moderated or montecarlo. */
  @Option(
      longName = "ibcavi-predict",
      usage = "How probabilities are computed: plugin, moderated or montecarlo.")
  public String predict = "plugin";

  /** Draws of a Monte Carlo prediction. */
  @Option(longName = "ibcavi-samples", usage = "Draws of a Monte Carlo prediction.")
  public int samples = 100;

  /** Whether to bring the features to one scale for the fit: true or false. */
  @Option(
      longName = "ibcavi-standardize",
      usage = "Whether to bring the features to one scale for the fit: true or false.")
  public boolean standardize = true;

  /** Seed of everything random. */
  @Option(longName = "ibcavi-seed", usage = "Seed of everything random.")
  public long seed = 1;

  /** Threads that train; 0 for all cores. */
  @Option(longName = "ibcavi-num-threads", usage = "Threads that train; 0 for all cores.")
  public int numThreads = 1;

  /** Megabytes that training may take beside the data; 0 for what the heap has left. */
  @Option(
      longName = "ibcavi-memory-limit",
      usage = "Megabytes that training may take beside the data; 0 for what the heap has left.")
  public long memoryLimit;

  /** The default of every option. */
  public IBCaviOptions() {}

  @Override
  public String getOptionsDescription() {
    return "Options for Bayesian multiclass regression by IB-CAVI.";
  }

  @Override
  public IBCaviTrainer getTrainer() {
    return new IBCaviTrainer(this);
  }
}
