// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.design.Offsets;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.problem.Draws;
import org.ibcavi.settings.PredictionMode;

/**
 * From the posteriors of a row's linear predictors, one a component, to its class probabilities.
 */
final class RowPredictor {
  /** Multiples of it fill [0, 1) evenly: the golden ratio's fractional part. */
  private static final double GOLDEN = 0.6180339887498949;

  /** A thread's linear predictors, as long as the largest model it asked has them. */
  private static final ThreadLocal<double[]> SCRATCH = ThreadLocal.withInitial(() -> new double[0]);

  private final List<ComponentFamily> families;
  private final MeansByBasis means;
  private final int categories;
  private final Prediction prediction;
  private final List<String> names;
  private final String caveat;
  private final UnseenCategories unseen;
  private final int[] order;
  private final Draws noise;

  /**
   * Prepares predictions.
   *
   * @param components the parts that predict
   * @param means their means
   * @param prediction the way to predict
   * @param unseen categories that the components have nothing to say about
   * @param averages whether the mean over draws suits components under wide priors
   * @param names of the categories
   * @param caveat why uncertainties are not to be trusted; null if they are
   */
  RowPredictor(
      List<Component> components,
      MeansByBasis means,
      Prediction prediction,
      UnseenCategories unseen,
      boolean averages,
      List<String> names,
      String caveat) {
    this.families =
        components.stream()
            .map(component -> new ComponentFamily(component, unseen, averages))
            .toList();
    this.means = means;
    this.categories = components.get(0).posterior().categories();
    this.prediction = prediction;
    this.unseen = unseen;
    this.names = names;
    this.caveat = caveat;
    this.order = order(components.get(0).posterior());
    this.noise = asks(PredictionMode.MONTE_CARLO) ? noise(prediction) : null;
  }

  private Draws noise(Prediction prediction) {
    int even = prediction.samples() + prediction.samples() % 2;
    return Draws.common(even, categories, prediction.seed()).inOrder(order);
  }

  /**
   * The categories from the smallest to the largest value of a random combination of their
   * coefficients. Draws go by it, so that the order in which categories are named does not matter.
   */
  private static int[] order(Posterior posterior) {
    SplittableRandom random = new SplittableRandom(posterior.size());
    double[] factors = random.doubles(posterior.size()).toArray();
    double[] ofVectors = new double[posterior.vectors()];
    for (int j = 0; j < ofVectors.length; j++) {
      double[] mean = posterior.mean(j);
      for (int p = 0; p < mean.length; p++) {
        ofVectors[j] += factors[p] * mean[p];
      }
    }
    return IntStream.range(0, posterior.categories())
        .boxed()
        .sorted(Comparator.comparingDouble(k -> ofVectors[posterior.vectorOf(k)]))
        .mapToInt(k -> k)
        .toArray();
  }

  private boolean asks(PredictionMode mode) {
    return families.stream().anyMatch(family -> family.mode(prediction.mode()) == mode);
  }

  /** Whether every component predicts at its means, so that no variances are asked for. */
  boolean atMeans() {
    return IntStream.range(0, families.size()).noneMatch(this::asksForVariances);
  }

  /** Whether a component predicts by more than its means. */
  boolean asksForVariances(int component) {
    return families.get(component).mode(prediction.mode()) != PredictionMode.PLUG_IN;
  }

  /** Whether a category has its base rate in every prediction. */
  boolean isLeftOut(int category) {
    return unseen.contains(category);
  }

  /** The probability of each category. */
  double[] probabilities(List<RowPredictors> row) {
    double[] result = new double[categories];
    for (int c = 0; c < families.size(); c++) {
      families.get(c).addProbabilities(row.get(c), prediction.mode(), noise, result);
    }
    return bounded(result);
  }

  /**
   * Plug-in probabilities of a dense row in linear components: nothing is allocated but the result.
   */
  double[] plugIn(double[] row) {
    double[] eta = SCRATCH.get();
    if (eta.length < means.vectors()) {
      eta = new double[means.vectors()];
      SCRATCH.set(eta);
    }
    means.predictors(row, eta);
    return plugIn(eta, 0);
  }

  /** Plug-in probabilities at linear predictors of all components, from a place on. */
  double[] plugIn(double[] eta, int from) {
    double[] result = new double[categories];
    for (int c = 0; c < families.size(); c++) {
      families.get(c).addAt(eta, from + means.start(c), result);
    }
    return bounded(result);
  }

  /** The same for a row with offsets. */
  double[] plugIn(double[] eta, int from, Offsets offsets, int row) {
    List<RowPredictors> known =
        IntStream.range(0, families.size())
            .mapToObj(c -> RowPredictors.known(eta, from + means.start(c), offsets, row))
            .toList();
    return probabilities(known);
  }

  /** Sums of weighted probabilities may exceed 1 by rounding. */
  private double[] bounded(double[] probabilities) {
    for (int k = 0; k < probabilities.length; k++) {
      probabilities[k] = Math.min(1, probabilities[k]);
    }
    return unseen.complete(probabilities);
  }

  /**
   * Each draw is of linear predictors, a component and a member, so that spread counts all. The
   * prediction is at the centre, whichever way it is computed, and every interval holds it.
   */
  Uncertainty uncertainty(List<RowPredictors> row, double level) {
    int count = Math.max(Draws.LEAST, Math.min(Draws.USUAL, Draws.MOST_VALUES / categories));
    double[][] byCategory = new double[categories][count];
    double expectedEntropy = 0;
    ComponentFamily.RandomDraws[] draws = new ComponentFamily.RandomDraws[families.size()];
    Arrays.setAll(
        draws, c -> families.get(c).new RandomDraws(row.get(c), order, prediction.seed()));
    for (int draw = 0; draw < count; draw++) {
      double[] p = new double[categories];
      addDraw(draw, draws, p);
      bounded(p);
      expectedEntropy += entropy(p) / count;
      for (int k = 0; k < categories; k++) {
        byCategory[k][draw] = p[k];
      }
    }
    return summary(probabilities(row), byCategory, expectedEntropy, level);
  }

  /** Components and members in turn, each as often as its weight says. */
  private void addDraw(int draw, ComponentFamily.RandomDraws[] draws, double[] probabilities) {
    double at = (draw + 0.5) * GOLDEN;
    Choice choice = choose(at - Math.floor(at));
    ComponentFamily family = families.get(choice.component());
    family.addMember(choice.member(), draws[choice.component()].next(), probabilities);
  }

  /**
   * One component and one member of its family.
   *
   * @param component from 0, the one with the largest weight first
   * @param member from 0
   */
  record Choice(int component, int member) {}

  /** Cuts [0, 1) into parts as long as the weights and finds the part that holds a number. */
  Choice choose(double number) {
    double rest = number;
    int c = 0;
    while (c < families.size() - 1 && rest >= families.get(c).weight()) {
      rest -= families.get(c++).weight();
    }
    ComponentFamily family = families.get(c);
    int member = 0;
    double share = family.weight() * family.members().weight(0);
    while (member < family.members().size() - 1 && rest >= share) {
      rest -= share;
      share = family.weight() * family.members().weight(++member);
    }
    return new Choice(c, member);
  }

  /** The power α of a member. */
  double alpha(Choice choice) {
    return families.get(choice.component()).members().alpha(choice.member());
  }

  /** Probabilities of one member at linear predictors of every category, which are overwritten. */
  double[] probabilities(Choice choice, double[] eta) {
    ComponentFamily family = families.get(choice.component());
    double[] result = new double[categories];
    family.leaveOutUnseen(eta);
    family.addMember(choice.member(), eta, result);
    return bounded(result);
  }

  private Uncertainty summary(
      double[] predicted, double[][] byCategory, double expectedEntropy, double level) {
    int count = byCategory[0].length;
    double[] mean = new double[categories];
    double[] deviation = new double[categories];
    double[] lower = new double[categories];
    double[] upper = new double[categories];
    for (int k = 0; k < categories; k++) {
      double center = 0;
      for (double p : byCategory[k]) {
        center += p / count;
      }
      double squares = 0;
      for (double p : byCategory[k]) {
        squares += (p - center) * (p - center);
      }
      mean[k] = center;
      deviation[k] = Math.sqrt(squares / (count - 1));
      Arrays.sort(byCategory[k]);
      lower[k] = Math.min(predicted[k], quantile(byCategory[k], 0.5 - 0.5 * level));
      upper[k] = Math.max(predicted[k], quantile(byCategory[k], 0.5 + 0.5 * level));
    }
    unseen.widen(lower, upper);
    normalize(mean);
    // The entropy of a mean is at least the mean of the entropies, but for rounding.
    double information = Math.max(0, entropy(mean) - expectedEntropy);
    return new Uncertainty(
        names, level, predicted, deviation, lower, upper, entropy(predicted), information, caveat);
  }

  /** A sum over draws is 1 only but for rounding; none of its terms is above the sum itself. */
  private static void normalize(double[] mean) {
    double sum = Arrays.stream(mean).sum();
    Arrays.setAll(mean, k -> Math.min(1, mean[k] / sum));
  }

  /** Linear between the order statistics (type 7 of Hyndman and Fan 1996). */
  private static double quantile(double[] sorted, double p) {
    double at = p * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  /** The entropy of probabilities that are at most 1, so that no term is negative. */
  private static double entropy(double[] p) {
    double sum = 0;
    for (double value : p) {
      sum -= value > 0 ? value * Math.log(value) : 0;
    }
    return sum;
  }
}
