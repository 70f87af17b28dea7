// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The learned scale where coefficients outnumber rows: sets of words, of which a third are from a
 * vocabulary of the category. Judged by fresh rows.
 */
class WideDataTest {
  private static final int WORDS = 800;
  private static final int CATEGORIES = 4;
  private static final int OWN_WORDS = 60;

  private final RandomData training = texts(1, 300);
  private final RandomData fresh = texts(2, 1000);

  private static RandomData texts(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][WORDS];
    int[] labels = new int[count];
    double[] weights = new double[count];
    Arrays.fill(weights, 1);
    for (int i = 0; i < count; i++) {
      labels[i] = random.nextInt(CATEGORIES);
      for (int word = 0; word < 15; word++) {
        boolean own = random.nextInt(3) == 0;
        rows[i][own ? labels[i] * OWN_WORDS + random.nextInt(OWN_WORDS) : random.nextInt(WORDS)] =
            1;
      }
    }
    return new RandomData(rows, labels, weights, CATEGORIES);
  }

  private CategoricalModel fit(Prior prior) {
    return IbCavi.withDefaults().method(Method.BINARY).prior(prior).fit(training.sparse());
  }

  private double logLoss(CategoricalModel model) {
    return logLoss(model, fresh);
  }

  private static double logLoss(CategoricalModel model, RandomData rows) {
    double[][] probabilities = model.probabilities(rows.sparseMatrix());
    double sum = 0;
    for (int i = 0; i < probabilities.length; i++) {
      sum -= Math.log(probabilities[i][rows.labels()[i]]);
    }
    return sum / probabilities.length;
  }

  @Test
  void theLearnedScalePredictsFreshRowsAboutAsWellAsTheBestOfMany() {
    double best =
        DoubleStream.of(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
            .map(variance -> logLoss(fit(Prior.isotropic(variance))))
            .min()
            .orElseThrow();
    double learned = logLoss(fit(Prior.learned()));
    double byLaplace = logLoss(fit(Prior.learned().by(LearnedScale.Evidence.LAPLACE)));
    assertTrue(learned <= 1.05 * best, learned + " where the best is " + best);
    assertTrue(byLaplace >= 1.1 * best, byLaplace + " where the best is " + best);
  }

  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"BINARY", "CATEGORICAL"})
  void theReportSaysThatRowsWereHeldOut(Method method) {
    String note =
        "the prior variance is the one that predicted 300 held-out rows best; the log evidence is"
            + " theirs";
    CategoricalModel model = IbCavi.withDefaults().method(method).fit(training.sparse());
    assertTrue(model.report().notes().contains(note), () -> model.report().notes().toString());
  }

  @Test
  void moreRowsThanCoefficientsGoByLaplacesEvidence() {
    RandomData tall = RandomData.of(1, 300, 5, 3, 1);
    CategoricalModel auto = IbCavi.withDefaults().method(Method.BINARY).fit(tall.dense());
    CategoricalModel laplace =
        IbCavi.withDefaults()
            .method(Method.BINARY)
            .prior(Prior.learned().by(LearnedScale.Evidence.LAPLACE))
            .fit(tall.dense());
    assertEquals(laplace.report().prior().weightVariance(), auto.report().prior().weightVariance());
  }

  @Test
  void moreRowsThanCoefficientsGoByLaplacesEvidenceInTheCategoricalStageToo() {
    RandomData tall = RandomData.of(1, 300, 5, 3, 1);
    IbCavi stage = IbCavi.withDefaults().method(Method.CATEGORICAL);
    CategoricalModel auto = stage.fit(tall.dense());
    CategoricalModel laplace =
        stage.prior(Prior.learned().by(LearnedScale.Evidence.LAPLACE)).fit(tall.dense());
    assertEquals(laplace.report().prior().weightVariance(), auto.report().prior().weightVariance());
  }

  private double categoricalLogLoss(Prior prior, IbCavi settings) {
    return logLoss(settings.prior(prior).fit(training.sparse()));
  }

  @Test
  void theCategoricalStageTakesTheVarianceThatHeldOutRowsChose() {
    IbCavi softmax =
        IbCavi.withDefaults()
            .method(Method.CATEGORICAL)
            .average(Average.fixed(1))
            .posterior(PosteriorKind.LAPLACE);
    double best =
        DoubleStream.of(0.03, 0.1, 0.3, 1, 3)
            .map(variance -> categoricalLogLoss(Prior.isotropic(variance), softmax))
            .min()
            .orElseThrow();
    double learned = categoricalLogLoss(Prior.learned(), softmax);
    double byDefault = categoricalLogLoss(Prior.learned(), IbCavi.withDefaults());
    double byLaplace =
        categoricalLogLoss(Prior.learned().by(LearnedScale.Evidence.LAPLACE), softmax);
    assertTrue(learned <= 1.1 * best, learned + " where the best is " + best);
    assertTrue(byDefault <= 1.1 * best, byDefault + " where the best is " + best);
    assertTrue(byLaplace > learned, byLaplace + " by Laplace's evidence, " + learned);
  }

  /**
   * With 2100 columns curvature matrices of four categories have 1.76e7 values, above 2²⁴. Three
   * likelihoods and the binary stage's regressions are compared by rows held out.
   */
  @Test
  void membersWithoutWeightOnHeldOutRowsAreNotFittedToAllRows() {
    TrainingData.Builder wide = TrainingData.sparse(2100, CATEGORIES);
    for (int i = 0; i < training.rows().length; i++) {
      double[] row = training.rows()[i];
      int[] words = IntStream.range(0, WORDS).filter(word -> row[word] > 0).toArray();
      wide.add(words, IntStream.of(words).mapToDouble(w -> row[w]).toArray(), training.labels()[i]);
    }
    FitReport report = IbCavi.withDefaults().method(Method.CATEGORICAL).fit(wide.build()).report();
    int left = 4 - report.members().size();
    assertTrue(left > 0);
    String note =
        left
            + " of 4 members had too little weight on the held-out rows and were not fitted to all"
            + " rows";
    assertTrue(report.notes().contains(note), () -> report.notes().toString());
    double sum = report.members().stream().mapToDouble(MemberReport::weight).sum();
    assertEquals(1, sum, 1e-12);
  }

  /** Left-out rows decide whether variational posteriors are kept; fresh rows say it was right. */
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void variationalPosteriorsAreKeptWhereTheyPredictFreshRowsWell(long seed) {
    RandomData all = RandomData.of(seed, 1040, 60, 4, 1);
    RandomData few = all.select(IntStream.range(0, 40).toArray());
    RandomData others = all.select(IntStream.range(40, 1040).toArray());
    IbCavi stage = IbCavi.withDefaults().method(Method.CATEGORICAL);
    double byDefault = logLoss(stage.fit(few.dense()), others);
    double atModes = logLoss(stage.posterior(PosteriorKind.LAPLACE).fit(few.dense()), others);
    assertTrue(byDefault <= 1.02 * atModes, byDefault + " where modes have " + atModes);
  }
}
