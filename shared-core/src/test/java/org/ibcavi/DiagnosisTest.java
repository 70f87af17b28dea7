// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ibcavi.averaging.Average;
import org.ibcavi.family.PowerFamily;
import org.ibcavi.fit.FitCancelledException;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.link.Link;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Diagnoses against sums over a grid of the coefficients, which are exact but for rounding. */
class DiagnosisTest {
  private static final double VARIANCE = 0.5;
  private static final RandomData DATA = RandomData.of(3, 14, 1, 2, 1).weighted(5);

  /** One coefficient for each of two categories, so that a grid can hold the posterior. */
  private static IbCavi settings(double alpha) {
    return IbCavi.withDefaults()
        .method(Method.CATEGORICAL)
        .link(Link.LOGIT)
        .average(Average.fixed(alpha))
        .with(Option.PRIOR_VARIANCE, VARIANCE)
        .intercept(false)
        .standardize(false)
        .tolerance(1e-8);
  }

  /** log ∫ prior · Π p(y)^ω over both coefficients, with the weight of one row lessened. */
  private static double logEvidence(double alpha, int leftOut, double lessened) {
    double reach = 9 * Math.sqrt(VARIANCE);
    int cells = 300;
    double step = 2 * reach / cells;
    double sum = 0;
    for (int i = 0; i < cells; i++) {
      for (int j = 0; j < cells; j++) {
        double[] b = {-reach + (i + 0.5) * step, -reach + (j + 0.5) * step};
        double log = -(b[0] * b[0] + b[1] * b[1]) / (2 * VARIANCE);
        for (int row = 0; row < DATA.count(); row++) {
          double[] p = {b[0] * DATA.row(row)[0], b[1] * DATA.row(row)[0]};
          PowerFamily.logProbabilities(Link.LOGIT, alpha, p, p);
          double weight = DATA.weights()[row] - (row == leftOut ? lessened : 0);
          log += weight * p[DATA.labels()[row]];
        }
        sum += Math.exp(log);
      }
    }
    return Math.log(sum * step * step / (2 * Math.PI * VARIANCE));
  }

  /** log p(y | the other rows): the row's whole weight is taken away, and it comes back once. */
  private static double leftOutDensity(double alpha, int row) {
    double weight = DATA.weights()[row];
    return logEvidence(alpha, row, weight - 1) - logEvidence(alpha, row, weight);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1})
  void boundsAreBelowTheEvidenceAndTheWeightedOneIsNear(double alpha) {
    double evidence = logEvidence(alpha, -1, 0);
    MemberDiagnosis member = settings(alpha).diagnose(DATA.dense(), 20_000).members().get(0);
    assertTrue(member.elbo() < evidence, member.elbo() + " against " + evidence);
    assertTrue(member.importanceBound() > member.elbo(), member.toString());
    assertEquals(evidence, member.importanceBound(), 0.02);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1})
  void leftOutDensitiesAreNearTheExactOnes(double alpha) {
    Diagnosis diagnosis = settings(alpha).diagnose(DATA.dense(), 20_000);
    double[] found = diagnosis.members().get(0).rowDensities();
    double total = 0;
    double error = 0;
    for (int row = 0; row < found.length; row++) {
      double exact = leftOutDensity(alpha, row);
      total += DATA.weights()[row] * exact;
      error += Math.abs(exact - found[row]) / found.length;
    }
    // The draws are of the variational posterior, not of the exact one.
    assertTrue(error < 0.1, "mean error " + error);
    assertEquals(total, diagnosis.expectedLogDensity(), 0.5 * diagnosis.standardError());
    assertEquals(
        diagnosis.expectedLogDensity(),
        diagnosis.members().get(0).expectedLogDensity(),
        1e-9,
        "one member is the average");
    assertEquals(diagnosis.standardError(), diagnosis.members().get(0).standardError(), 1e-9);
    assertEquals(List.of(), diagnosis.warnings());
  }

  /** Laplace's is farther from the exact posterior, but weighted draws of it find the evidence. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1})
  void laplacesPosteriorsAreDiagnosedToo(double alpha) {
    double evidence = logEvidence(alpha, -1, 0);
    IbCavi laplace = settings(alpha).posterior(PosteriorKind.LAPLACE);
    MemberDiagnosis member = laplace.diagnose(DATA.dense(), 20_000).members().get(0);
    assertEquals(PosteriorKind.LAPLACE, member.member().posterior());
    assertTrue(member.toString().contains("full Laplace posterior"), member.toString());
    double best = settings(alpha).diagnose(DATA.dense(), 20_000).members().get(0).elbo();
    assertTrue(member.elbo() < best, member.elbo() + " where the largest is " + best);
    assertEquals(evidence, member.importanceBound(), 0.02);
  }

  /** Far more coefficients than rows under a wide prior: no normal distribution is right there. */
  @Test
  void whatCannotBeTrustedIsSaid() {
    RandomData wide = RandomData.of(9, 24, 12, 4, 1);
    Diagnosis diagnosis =
        IbCavi.withDefaults().prior(Prior.isotropic(100)).diagnose(wide.dense(), 500);
    boolean found = false;
    for (MemberDiagnosis member : diagnosis.members()) {
      int[] rows = member.unreliableRows();
      double[] shapes = member.rowShapes();
      assertArrayEquals(IntStream.range(0, 24).filter(i -> shapes[i] > 0.7).toArray(), rows);
      int expected = (member.shape() > 0.7 ? 1 : 0) + (rows.length > 0 ? 1 : 0);
      assertEquals(expected, member.warnings().size());
      found |= member.shape() > 0.7;
    }
    assertTrue(found, diagnosis.toString());
    assertTrue(diagnosis.toString().contains("warning: linear, logit"), diagnosis.toString());
  }

  @Test
  void theModelIsTheFittedOneAndThreadsChangeNothing() {
    RandomData data = RandomData.of(8, 80, 3, 3, 0.8);
    double[] weights = new double[80];
    Arrays.fill(weights, 1);
    weights[5] = 0;
    RandomData some = data.withWeights(weights);
    Diagnosis one = IbCavi.withDefaults().diagnose(some.dense(), 300);
    Diagnosis three = IbCavi.withDefaults().threads(3).diagnose(some.dense(), 300);
    assertArrayEquals(
        IbCavi.withDefaults().fit(some.dense()).probabilities(some.rows()),
        one.model().probabilities(some.rows()));
    assertEquals(one.toString(), three.toString());
    assertEquals(one.model().components().size(), one.members().size());
    for (int m = 0; m < one.members().size(); m++) {
      MemberDiagnosis member = one.members().get(m);
      assertEquals(79, member.rowShapes().length);
      assertArrayEquals(member.rowShapes(), three.members().get(m).rowShapes());
      assertArrayEquals(member.rowDensities(), three.members().get(m).rowDensities());
      assertEquals(member.importanceBound(), three.members().get(m).importanceBound());
    }
  }

  @Test
  void membersOnABasisAreDiagnosedOnItsFeatures() {
    RandomData data = RandomData.of(8, 60, 2, 3, 1);
    Diagnosis diagnosis = IbCavi.withDefaults().basis(BasisKind.SMOOTH).diagnose(data.dense(), 200);
    for (MemberDiagnosis member : diagnosis.members()) {
      assertFalse(member.member().basis().equals("linear"), member.toString());
      assertTrue(member.importanceBound() > member.elbo(), member.toString());
      assertTrue(member.expectedLogDensity() < 0, member.toString());
    }
  }

  @Test
  void otherMethodsAreRefused() {
    requireRefused(IbCavi.withDefaults().method(Method.BINARY), "method binary");
    requireRefused(IbCavi.published(), "method published");
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> IbCavi.withDefaults().diagnose(DATA.dense(), 99))
            .getMessage();
    assertEquals("draws 99; must be at least 100", message);
  }

  private static void requireRefused(IbCavi settings, String part) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> settings.diagnose(DATA.dense()))
            .getMessage();
    assertTrue(message.contains("the categorical stage's posteriors"), message);
    assertTrue(message.toLowerCase(java.util.Locale.ROOT).contains(part), message);
  }

  /** Stops after it was asked some number of times. */
  private static final class Patience implements FitListener {
    private final AtomicInteger asked = new AtomicInteger();
    private final int limit;

    Patience(int limit) {
      this.limit = limit;
    }

    @Override
    public void onSweep(FitProgress progress) {
      // Only asked, never told.
    }

    @Override
    public boolean cancelled() {
      return asked.incrementAndGet() > limit;
    }
  }

  @Test
  void drawingCanBeCancelled() {
    Patience fit = new Patience(Integer.MAX_VALUE);
    settings(1).listener(fit).fit(DATA.dense());
    int duringFit = fit.asked.get();
    assertFalse(duringFit == 0);
    for (int further : new int[] {10, 150}) {
      IbCavi cancelled = settings(1).listener(new Patience(duringFit + further));
      assertThrows(FitCancelledException.class, () -> cancelled.diagnose(DATA.dense(), 100));
    }
  }
}
