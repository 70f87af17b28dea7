// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Locale;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.local.LocalCurvatures;
import org.ibcavi.local.LocalPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.Lbfgs;
import org.ibcavi.solver.StoppingRule;
import org.ibcavi.structure.LearnedStructure;
import org.ibcavi.structure.SpikeAndSlab;

/**
 * What the binary stage is going to do where it was left to choose, and what memory that takes. The
 * choices depend on the sizes of the data; memory only decides how many regressions are fitted side
 * by side, which does not change the model.
 */
public final class BinaryPlan {
  /** Gram matrix, posterior factor, work space, and a factor for each level of curvature. */
  private static final double SHARED_MATRICES = 10;

  private final Shape shape;
  private final Cost cost;
  private final BinarySettings asked;
  private final Posterior earlier;
  private final InferenceSettings settings;
  private final PosteriorKind posterior;

  private BinaryPlan(
      Shape shape,
      BinarySettings asked,
      Posterior earlier,
      InferenceSettings settings,
      PosteriorKind posterior) {
    this.shape = shape;
    this.cost = new Cost(shape);
    this.asked = asked;
    this.earlier = earlier;
    this.settings = settings;
    this.posterior = posterior;
  }

  /**
   * Makes the choices.
   *
   * @param shape of what to fit
   * @param asked how
   * @param earlier the posterior that the fit goes on from; null if there is none
   * @return the plan
   */
  public static BinaryPlan of(Shape shape, BinarySettings asked, Posterior earlier) {
    Cost cost = new Cost(shape);
    boolean ownFactorsAfford = cost.affordsFactors(1) && cost.factors(shape.rows()) <= Cost.SECONDS;
    boolean matrix = asked.covariance() == CovarianceShape.FULL || asked.solver() == Solver.CAVI;
    if (matrix && shape.size() > Cholesky.MAX_SIZE) {
      throw new IllegalArgumentException(
          shape.size()
              + " coefficients; a full covariance and plain CAVI take at most "
              + Cholesky.MAX_SIZE
              + ", use the diagonal covariance and the accelerated solver");
    }
    if (asked.structure().orElse(null) instanceof SpikeAndSlab && !cost.affordsSharedMatrix()) {
      throw new IllegalArgumentException(
          "prior spikeslab: "
              + shape.size()
              + " coefficients; it takes whole matrices of them, which are too large, use another"
              + " prior");
    }
    boolean sharedFactor = asked.link().constantWeight() && !ownPrecisions(asked, earlier);
    boolean diagonal =
        switch (asked.covariance()) {
          case FULL -> false;
          case DIAGONAL -> true;
          case AUTO ->
              (sharedFactor && asked.posterior() == PosteriorKind.CAVI)
                  ? !cost.affordsSharedMatrix()
                  : !ownFactorsAfford;
        };
    PosteriorKind chosen = asked.posterior();
    if (chosen == PosteriorKind.AUTO) {
      chosen = diagonal || ownFactorsAfford ? PosteriorKind.LAPLACE : PosteriorKind.CAVI;
    }
    return new BinaryPlan(
        shape,
        asked,
        earlier,
        InferenceSettings.of(
            asked.link(), asked.solver(), asked.rule(), asked.maxSweeps(), diagonal),
        chosen);
  }

  /** Whether regressions differ in the precision of their priors. */
  private static boolean ownPrecisions(BinarySettings asked, Posterior earlier) {
    return earlier == null
        ? asked.structure().orElse(null) instanceof LearnedStructure structure
            && !structure.shared()
        : !earlier.covariance().shared();
  }

  private boolean ownPrecisions() {
    return ownPrecisions(asked, earlier);
  }

  /**
   * How inference is done.
   *
   * @return the settings with everything chosen
   */
  public InferenceSettings settings() {
    return settings;
  }

  /**
   * Which posterior is kept.
   *
   * @return CAVI or Laplace
   */
  public PosteriorKind posterior() {
    return posterior;
  }

  /**
   * What the fit needs beside the data and what is already in use.
   *
   * @param standardize whether a standardized copy of the features is made
   * @param threads how many threads work
   * @return bytes, an estimate from above
   */
  public double bytes(boolean standardize, int threads) {
    int together = Math.min(shape.regressions(), settings.regressionsAtOnce());
    return fixedBytes(standardize, threads) + bytesPerRegression() * together;
  }

  /**
   * What the features take in the forms that the fit keeps of them.
   *
   * @param standardize whether a standardized copy of the features is made
   * @return bytes
   */
  public double dataBytes(boolean standardize) {
    double copies = (standardize ? 1 : 0) + (settings.diagonal() ? 2 : 0);
    if (!settings.diagonal() && !cost.affordsOwnMatrices()) {
      copies++; // Squares, from which regressions get diagonals of their own.
    }
    if (ScaleLearner.holdsOutByItself(shape)) {
      copies += 2; // Rows that are held out and the others, with their indices.
    }
    return (double) Double.BYTES * copies * shape.nonzeros();
  }

  /** The bytes of the features, of what regressions share, of work space and of the result. */
  private double fixedBytes(boolean standardize, int threads) {
    double size = shape.size();
    double regressions = shape.regressions();
    boolean full = !settings.diagonal();
    boolean matrix = full || settings.solver() == Solver.CAVI || cost.sharedMatrixPays();
    double matrices = matrix ? SHARED_MATRICES * size * size : 0;
    double perThread =
        Inference.oneByOne(settings) || (posterior == PosteriorKind.LAPLACE && full)
            ? 3 * size * size + (3.0 + LocalCurvatures.GROUP) * shape.rows()
            : 5 * climbing() * Math.min(LocalPass.MAX_WIDTH, regressions);
    double rowsAtOnce = 2.0 * DesignMatrix.CHUNK_ROWS * shape.categories();
    double result = 3 * regressions * size + priorValues(full);
    if (posterior == PosteriorKind.LAPLACE || Inference.oneByOne(settings)) {
      result += full ? cost.factorValues() : regressions * size;
    }
    double working = Math.min(threads, shape.segments() * regressions);
    return dataBytes(standardize)
        + (double) Double.BYTES * (matrices + working * (perThread + rowsAtOnce) + result);
  }

  /**
   * Values of priors that regressions have of their own, and of posteriors that differ only for
   * them.
   */
  private double priorValues(boolean full) {
    if (earlier == null && !ownPrecisions()) {
      return 0;
    }
    double size = shape.size();
    double regressions = shape.regressions();
    double perPrecision = earlier == null || earlier.covariance().diagonal() ? size : size * size;
    double values = regressions * size + (ownPrecisions() ? regressions : 1) * perPrecision;
    if (ownPrecisions() && !Inference.oneByOne(settings)) {
      values += full ? regressions * size * size + cost.factorValues() : regressions * size;
    }
    return values;
  }

  /** The bytes of a regression while it climbs. */
  private double bytesPerRegression() {
    double size = shape.size();
    if (Inference.oneByOne(settings)) {
      return (double) Double.BYTES * (size + (settings.diagonal() ? size : size * (size + 1) / 2));
    }
    // Coordinates of its own: a matrix, or a diagonal made from its point and square roots of it.
    double matrix = Math.min(size * size, Cost.MATRIX_VALUES / shape.regressions());
    double own = climbing() > size ? 0 : Math.max(3 * size, matrix);
    double coordinates = 0;
    if (ownPrecisions()) {
      coordinates = cost.affordsOwnMatrices() ? size * size : size;
    }
    return (double) Double.BYTES * (coordinates + climbing() * (2 * Lbfgs.HISTORY + 5) + own);
  }

  /** Numbers that climb for a regression. */
  private double climbing() {
    boolean variancesToo = settings.diagonal() && !settings.link().constantWeight();
    return (variancesToo ? 2.0 : 1.0) * shape.size();
  }

  /**
   * The plan with as many regressions at once as memory allows; with diagonal covariances where
   * full ones do not fit and were not asked for.
   *
   * @param standardize whether a standardized copy of the features is made
   * @param threads how many threads work
   * @param available bytes
   * @return a plan that fits
   * @throws MemoryLimitException with the figures and the ways out if there is none
   */
  public BinaryPlan within(boolean standardize, int threads, double available) {
    double left = available - fixedBytes(standardize, threads);
    double affordable = Math.floor(left / bytesPerRegression());
    boolean together = settings.rule() instanceof StoppingRule.ElboGain;
    int least =
        together ? shape.regressions() : Math.min(shape.regressions(), Coefficients.MAX_WIDTH);
    if (affordable >= least) {
      return with(settings.with((int) Math.min(shape.regressions(), affordable)));
    }
    if (asked.covariance() == CovarianceShape.AUTO && !settings.diagonal()) {
      return of(shape, asked.with(CovarianceShape.DIAGONAL), earlier)
          .within(standardize, threads, available);
    }
    double needed = with(settings.with(least)).bytes(standardize, threads);
    throw new MemoryLimitException(
        "the fit needs about "
            + megabytes(needed)
            + " of memory and "
            + megabytes(available)
            + " are available; "
            + waysOut());
  }

  private BinaryPlan with(InferenceSettings changed) {
    return new BinaryPlan(shape, asked, earlier, changed, posterior);
  }

  /**
   * What may help against a lack of memory.
   *
   * @return advice
   */
  public String waysOut() {
    StringBuilder advice = new StringBuilder();
    if (!settings.diagonal()) {
      if (!settings.link().constantWeight() || posterior == PosteriorKind.LAPLACE) {
        advice.append(
            String.format(
                Locale.ROOT,
                "full covariances of %d categories with %d coefficients take %s: ",
                shape.regressions(),
                shape.size(),
                megabytes((double) Double.BYTES * cost.factorValues())));
      }
      advice.append("use the diagonal covariance, ");
      if (settings.link().constantWeight() && posterior == PosteriorKind.LAPLACE) {
        advice.append("or the CAVI posterior, ");
      }
    }
    return advice.append("fewer threads, features or categories, or a larger heap").toString();
  }

  private static String megabytes(double bytes) {
    return String.format(Locale.ROOT, "%.0f MB", Math.ceil(bytes / 1e6));
  }
}
