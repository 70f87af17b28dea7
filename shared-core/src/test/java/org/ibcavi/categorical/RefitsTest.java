// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.RandomData;
import org.ibcavi.family.PowerFamily;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.Settings;
import org.junit.jupiter.api.Test;

/** Leave-one-out densities beside the truth, which many fresh rows tell. */
class RefitsTest {
  private static final int CATEGORIES = 6;
  private static final int FRESH = 4000;

  /** Few features of many, each seen a few times by a category, or few features in all. */
  private static final Kind RARE = new Kind(500, 120, 6, 7);

  private static final Kind USUAL = new Kind(500, 4, 4, 8);

  /**
   * Softmax data.
   *
   * @param rows to learn from
   * @param columns in all
   * @param used columns of a row that are not 0
   * @param seed of weights and rows
   */
  private record Kind(int rows, int columns, int used, long seed) {
    RandomData training() {
      return all().select(IntStream.range(0, rows).toArray());
    }

    RandomData fresh() {
      return all().select(IntStream.range(rows, rows + FRESH).toArray());
    }

    private RandomData all() {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] weights = new double[CATEGORIES][columns];
      for (double[] vector : weights) {
        Arrays.setAll(vector, m -> random.nextGaussian());
      }
      double[][] x = new double[rows + FRESH][columns];
      int[] labels = new int[x.length];
      double[] ones = new double[x.length];
      Arrays.fill(ones, 1);
      for (int i = 0; i < x.length; i++) {
        double[] row = x[i];
        random.ints(0, columns).distinct().limit(used).forEach(m -> row[m] = 1);
        labels[i] = label(weights, row, random);
      }
      return new RandomData(x, labels, ones, CATEGORIES);
    }

    /** The largest of linear predictor plus Gumbel noise is a draw from the softmax. */
    private static int label(double[][] weights, double[] row, SplittableRandom random) {
      double[] noisy = new double[CATEGORIES];
      for (int k = 0; k < CATEGORIES; k++) {
        noisy[k] = -Math.log(-Math.log(1 - random.nextDouble()));
        for (int m = 0; m < row.length; m++) {
          noisy[k] += weights[k][m] * row[m];
        }
      }
      return IntStream.range(0, CATEGORIES).reduce(0, (a, b) -> noisy[b] > noisy[a] ? b : a);
    }
  }

  /** Modes under three variances and, under the largest, with two more likelihoods. */
  private static final class Modes {
    private final MemberFitter fitter;
    private final FitContext context = new FitContext(Workers.sequential(), FitListener.none());
    private final CategoricalPlan plan;
    private final List<FittedMember> members;

    Modes(RandomData data) {
      Problem problem = Problem.of(data.dense(), data.denseMatrix(), true);
      CategoricalSettings settings = CategoricalSettings.of(Settings.none(), Prior.learned());
      plan = CategoricalPlan.whole(problem.shape(), settings);
      fitter = new MemberFitter(new LocalPass(problem, context), settings, plan, context);
      members = List.of(mode(1, 1), mode(1, 8), mode(1, 64), mode(0.5, 64), mode(0, 64));
    }

    private FittedMember mode(double alpha, double variance) {
      Likelihood likelihood = new Likelihood(Link.LOGIT, alpha);
      RegressionPriors priors =
          RegressionPriors.shared(Prior.isotropic(variance).over(fitter.shape().columns(), true));
      Coefficients start = new Coefficients(fitter.shape().size(), fitter.shape().regressions());
      return fitter.fitted(
          likelihood,
          priors,
          new PriorReport(PriorReport.Kind.WIDER, variance, 25),
          fitter.ascent(likelihood, priors).climb(start));
    }

    double[][] oneStep() {
      return new LeftOutRows(fitter, plan, fitter.shape().rows(), context).logDensities(members);
    }

    double[][] corrected(double[][] logDensities) {
      return Refits.corrected(logDensities, members, members.get(0), fitter, context);
    }

    double[][] correctedWithoutFirst(double[][] logDensities) {
      List<FittedMember> others = members.subList(1, members.size());
      return Refits.corrected(logDensities, others, members.get(0), fitter, context);
    }

    /** The mean log density of fresh rows. */
    double truth(int member, RandomData fresh) {
      FittedMember mode = members.get(member);
      double sum = 0;
      double[] eta = new double[CATEGORIES];
      for (int i = 0; i < fresh.count(); i++) {
        double[] row = Arrays.copyOf(fresh.row(i), fresh.columns() + 1);
        row[fresh.columns()] = 1;
        for (int k = 0; k < CATEGORIES; k++) {
          double[] beta = mode.means().vector(k);
          eta[k] = IntStream.range(0, row.length).mapToDouble(p -> row[p] * beta[p]).sum();
        }
        PowerFamily.logProbabilities(Link.LOGIT, mode.likelihood().alpha(), eta, eta);
        sum += eta[fresh.labels()[i]];
      }
      return sum / fresh.count();
    }
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** With 100 rows held out a mean has a standard error of up to 0.3 under the widest prior. */
  @Test
  void whereFeaturesAreRareAFlatteredMemberIsBroughtNearItsTruth() {
    Modes modes = new Modes(RARE.training());
    double[][] oneStep = modes.oneStep();
    double[][] corrected = modes.corrected(oneStep);
    RandomData fresh = RARE.fresh();
    for (int wide = 2; wide < corrected.length; wide++) {
      double truth = modes.truth(wide, fresh);
      double flattery = mean(oneStep[wide]) - truth;
      assertTrue(flattery > 0.5, "one step is off by " + flattery);
      assertEquals(truth, mean(corrected[wide]), 0.5 * flattery, "member " + wide);
    }
    assertArrayEquals(oneStep[0], corrected[0]);
  }

  @Test
  void whereRowsAreManyNothingChanges() {
    Modes modes = new Modes(USUAL.training());
    double[][] oneStep = modes.oneStep();
    double[][] corrected = modes.corrected(oneStep);
    for (int m = 0; m < corrected.length; m++) {
      assertArrayEquals(oneStep[m], corrected[m]);
    }
  }

  @Test
  void theOrderOfRowsDoesNotMatter() {
    RandomData data = RARE.training();
    List<Integer> order =
        Arrays.asList(IntStream.range(0, data.count()).boxed().toArray(Integer[]::new));
    Collections.shuffle(order, new Random(3));
    double[][] zeros = new double[5][1];
    double[][] inOrder = new Modes(data).corrected(zeros);
    int[] shuffled = order.stream().mapToInt(i -> i).toArray();
    double[][] otherwise = new Modes(data.select(shuffled)).corrected(zeros);
    for (int m = 0; m < zeros.length; m++) {
      assertEquals(inOrder[m][0], otherwise[m][0], 0.02 * Math.abs(inOrder[m][0]) + 1e-12);
    }
    assertTrue(inOrder[2][0] < 0);
  }

  /** It may have had too little weight, but tells what the lack of rows costs. */
  @Test
  void theFirstModeNeedNotBeAMember() {
    Modes modes = new Modes(RARE.training());
    double[][] all = modes.corrected(new double[5][1]);
    assertArrayEquals(Arrays.copyOfRange(all, 1, 5), modes.correctedWithoutFirst(new double[4][1]));
  }

  /** Of five rows of a category one is held out, of four none. */
  @Test
  void aSingleRowSaysNothing() {
    RandomData data = RARE.training();
    for (int most = 4; most <= 5; most++) {
      List<Integer> chosen = new ArrayList<>();
      for (int k = 0; k < CATEGORIES; k++) {
        int category = k;
        IntStream.range(0, data.count())
            .filter(i -> data.labels()[i] == category)
            .limit(category == 0 ? most : 4)
            .forEach(chosen::add);
      }
      RandomData few = data.select(chosen.stream().mapToInt(i -> i).toArray());
      double[][] zeros = new double[5][1];
      for (double[] correction : new Modes(few).corrected(zeros)) {
        assertArrayEquals(new double[1], correction);
      }
    }
  }
}
