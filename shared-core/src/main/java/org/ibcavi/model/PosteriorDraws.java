// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Offsets;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.problem.Hash;

/**
 * Independent random draws of all coefficients from a model's posterior: each draw first chooses a
 * component, and a power α of its family, by their weights, and then the coefficients of every
 * category from the component's normal distributions.
 *
 * <p>Nothing is held: a draw is computed whenever it is asked for, from the seed, its number and
 * the category alone, so it is the same each time, in any order and with any number of threads. Who
 * wants probabilities of many rows asks for all rows of a draw at once.
 *
 * <p>Categories without rows take no part in the categorical stage. Their coefficients are draws
 * from their prior, and no probability depends on them: such a category has its base rate under
 * every draw. Immutable and safe for use by many threads.
 */
public final class PosteriorDraws {
  private final CategoricalModel model;
  private final RowPredictor predictor;
  private final int count;
  private final long seed;

  PosteriorDraws(CategoricalModel model, RowPredictor predictor, int count, long seed) {
    if (count < 1) {
      throw new IllegalArgumentException("draws " + count + "; must be at least 1");
    }
    this.model = model;
    this.predictor = predictor;
    this.count = count;
    this.seed = seed;
  }

  /**
   * How many draws there are.
   *
   * @return at least 1
   */
  public int count() {
    return count;
  }

  /**
   * The seed of the draws.
   *
   * @return as it was given
   */
  public long seed() {
    return seed;
  }

  /**
   * The model whose posterior they are from.
   *
   * @return the model
   */
  public CategoricalModel model() {
    return model;
  }

  /**
   * What each of a category's coefficients multiplies in a component that is linear in the
   * features.
   *
   * @return the names of the features, and (intercept) in the end if the model has one
   */
  public List<String> coefficientNames() {
    return CoefficientSummary.names(model.featureNames(), model.hasIntercept());
  }

  /**
   * The component that a draw is from.
   *
   * @param draw from 0
   * @return its number in {@link CategoricalModel#components()}
   */
  public int component(int draw) {
    return choice(draw).component();
  }

  /**
   * The power α of the likelihood under a draw.
   *
   * @param draw from 0
   * @return from 0 to 1
   */
  public double alpha(int draw) {
    return predictor.alpha(choice(draw));
  }

  private RowPredictor.Choice choice(int draw) {
    if (draw < 0 || draw >= count) {
      throw new IllegalArgumentException("draw " + draw + "; must be between 0 and " + (count - 1));
    }
    return predictor.choose(random(draw, model.categories()).nextDouble());
  }

  /**
   * The generator of a part of a draw: each category is one, then come the choice of a component
   * and the drawing of categories for rows.
   */
  private SplittableRandom random(int draw, int part) {
    return new SplittableRandom(Hash.of(Hash.of(seed, draw), part));
  }

  /**
   * A category's coefficients under a draw: on the original scale if the draw's component is linear
   * in the features, else those of the columns that its basis makes of standardized features.
   *
   * @param draw from 0
   * @param category from 0
   * @return one for each feature or column, then the intercept if the model has one
   */
  public double[] coefficients(int draw, int category) {
    model.requireCategory(category);
    return coefficients(choice(draw).component(), draw, category);
  }

  /**
   * The coefficients of all categories under a draw; see {@link #coefficients(int, int)}.
   *
   * @param draw from 0
   * @return for each category one for each feature or column, then the intercept if the model has
   *     one
   */
  public double[][] coefficients(int draw) {
    int component = choice(draw).component();
    double[][] all = new double[model.categories()][];
    Arrays.setAll(all, category -> coefficients(component, draw, category));
    return all;
  }

  private double[] coefficients(int component, int draw, int category) {
    Posterior posterior = model.components().get(component).posterior();
    int vector = posterior.vectorOf(category);
    SplittableRandom random = random(draw, category);
    double[] values = new double[posterior.size()];
    Arrays.setAll(values, p -> random.nextGaussian());
    posterior.covariance().color(vector, values);
    double[] mean = posterior.mean(vector);
    Arrays.setAll(values, p -> mean[p] + values[p]);
    if (model.components().get(component).basis().isLinear()) {
      model.standardization().toOriginalScale(values, 1);
    }
    return values;
  }

  /**
   * The class probabilities of a row under a draw.
   *
   * @param draw from 0
   * @param row a finite value for each feature
   * @return one for each category; they sum to 1
   */
  public double[] probabilities(int draw, double[] row) {
    return probabilities(draw, DesignMatrix.ofRow(model.features(), row))[0];
  }

  /**
   * The class probabilities of rows under a draw.
   *
   * @param draw from 0
   * @param rows the rows
   * @return for each row one for each category
   */
  public double[][] probabilities(int draw, DesignMatrix rows) {
    return probabilities(draw, rows, Workers.sequential());
  }

  /**
   * The class probabilities of rows with offsets under a draw.
   *
   * @param draw from 0
   * @param rows the rows
   * @param offsets of as many rows, added to their linear predictors
   * @return for each row one for each category
   */
  public double[][] probabilities(int draw, DesignMatrix rows, Offsets offsets) {
    return probabilities(draw, rows, offsets, Workers.sequential());
  }

  /**
   * The class probabilities of rows under a draw, computed by several threads.
   *
   * @param draw from 0
   * @param rows the rows
   * @param workers the threads
   * @return for each row one for each category
   */
  @SuppressWarnings("exports") // For adapters, which share threads among batches.
  public double[][] probabilities(int draw, DesignMatrix rows, Workers workers) {
    return probabilities(draw, rows, Offsets.none(), workers);
  }

  private double[][] probabilities(int draw, DesignMatrix rows, Offsets offsets, Workers workers) {
    RowsToPredict forms = model.forms(rows);
    Offsets added = offsets.over(rows.rows(), model.categories());
    RowPredictor.Choice choice = choice(draw);
    Coefficients drawn = stacked(choice.component(), draw, workers);
    FittedBasis basis = model.components().get(choice.component()).basis();
    double[][] result = new double[rows.rows()][];
    workers.run(
        rows.chunks(),
        Cancellation.never(),
        chunk -> fill(choice, products(drawn, forms, basis, chunk), rows, added, chunk, result));
    return result;
  }

  /**
   * A category for each row, drawn from the row's class probabilities under a draw: what other data
   * from the same source might look like (a posterior predictive draw).
   *
   * @param draw from 0
   * @param probabilities those of the rows under the same draw
   * @return a category for each row, from 0
   */
  public int[] categories(int draw, double[][] probabilities) {
    choice(draw);
    SplittableRandom random = random(draw, model.categories() + 1);
    return Arrays.stream(probabilities).mapToInt(p -> category(p, random.nextDouble())).toArray();
  }

  /** Cuts [0, 1) into parts as long as the probabilities and finds the part that holds a number. */
  private static int category(double[] probabilities, double number) {
    double sum = probabilities[0];
    int k = 0;
    while (k < probabilities.length - 1 && number >= sum) {
      sum += probabilities[++k];
    }
    return k;
  }

  /** A vector for each category. */
  private Coefficients stacked(int component, int draw, Workers workers) {
    double[][] vectors = new double[model.categories()][];
    workers.run(
        vectors.length,
        Cancellation.never(),
        category -> vectors[category] = coefficients(component, draw, category));
    Coefficients stacked = new Coefficients(vectors[0].length, vectors.length);
    for (int k = 0; k < vectors.length; k++) {
      stacked.set(k, vectors[k]);
    }
    return stacked;
  }

  /** The linear predictors of a chunk's rows, chunk rows × categories. */
  private static double[] products(
      Coefficients drawn, RowsToPredict forms, FittedBasis basis, int chunk) {
    double[] products = new double[forms.original().features().chunkSize(chunk) * drawn.vectors()];
    if (basis.isLinear()) {
      drawn.product(forms.original(), chunk, products);
    } else {
      RowsToPredict.Chunk mapped = forms.chunk(basis, chunk);
      drawn.product(mapped.form().regressors(), mapped.number(), products);
    }
    return products;
  }

  private void fill(
      RowPredictor.Choice choice,
      double[] products,
      DesignMatrix rows,
      Offsets offsets,
      int chunk,
      double[][] result) {
    int categories = model.categories();
    for (int i = 0; i < rows.chunkSize(chunk); i++) {
      int row = rows.chunkStart(chunk) + i;
      double[] eta = Arrays.copyOfRange(products, i * categories, (i + 1) * categories);
      Arrays.setAll(eta, k -> StackedMeans.bounded(row, eta[k] + offsets.get(row, k)));
      result[row] = predictor.probabilities(choice, eta);
    }
  }

  /** How many draws of how many coefficients, and the seed. */
  @Override
  public String toString() {
    return count
        + " draws of the coefficients of "
        + model.categories()
        + " categories, seed "
        + seed;
  }
}
