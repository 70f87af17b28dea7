// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.ibcavi.averaging.Average;
import org.ibcavi.binary.BinaryPlan;
import org.ibcavi.categorical.CategoricalPlan;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is chosen for sizes alone: no data of these sizes are made. */
class PlanTest {
  /** 1000 dense rows, 21 coefficients, 1000 categories. */
  private static final Shape MANY = dense(1000, 21, 1000);

  /** A standardized copy of the features, in doubles, as all sums here. */
  private static final long DATA = 20_000;

  private static final long CLIMBING = 30 * 21_000;
  private static final long MATRICES = 1000 * 441;
  private static final long FACTORS = 1000 * 231;
  private static final long CHUNK = 2 * 128 * 1000;

  /**
   * What three likelihoods take with one thread: five members of Laplace's posteriors, one of them
   * with heavy tails; and modes of three variances.
   */
  private static final long WHOLE =
      (CLIMBING + 2 * MATRICES + FACTORS + 4 * 21_000)
          + (CHUNK + 21_000 + 3 * 441 + 8 * 1000)
          + 5 * (2 * 21_000 + FACTORS)
          + 1000 * 12
          + 3 * 21_000
          + 2 * 1000;

  /**
   * One likelihood with diagonal covariances, for which squares of the features are needed, and
   * modes of three variances.
   */
  private static final long LEAST =
      CLIMBING + MATRICES + (CHUNK + 21_000) + 6 * 21_000 + 20_000 + 1000 * 4 + 2 * 1000;

  private static final Settings CATEGORICAL =
      Settings.none().with(Option.METHOD, Method.CATEGORICAL);

  private static Shape dense(int rows, int size, int categories) {
    double[] weights = new double[categories];
    Arrays.fill(weights, 1);
    return new Shape(rows, size - 1, true, (long) rows * (size - 1), weights, category -> 0);
  }

  private static Choices limited(Settings settings, long bytes) {
    return new Choices(settings.with(Option.MEMORY_LIMIT, bytes), null, null, null, null);
  }

  private static Plan plan(Settings settings, long bytes) {
    return Plan.of(limited(settings, bytes), MANY, 1, true);
  }

  private static Shape shape(int rows, long values) {
    TrainingData few = RandomData.of(1, 60, 20, 30, 1).sparse();
    return Problem.of(few, few.features(), true, category -> 0).shape().withRows(rows, values);
  }

  private static Choices choices(Settings settings) {
    return new Choices(settings.with(Option.MEMORY_LIMIT, 1L << 40), null, null, null, null);
  }

  @Test
  void whatWouldTakeMoreThanMinutesIsLeftToTheBinaryStage() {
    // 60 passes · 30 categories · (4·21 + 100) operations are 3.3e5 a row: 1e13 at thirty million.
    Plan large = Plan.of(choices(Settings.none()), shape(30_000_000, 600_000_000L), 2, true);
    Plan larger = Plan.of(choices(Settings.none()), shape(31_000_000, 620_000_000L), 2, true);
    assertEquals(Method.CATEGORICAL, large.method());
    assertEquals(Method.BINARY, larger.method());
    assertTrue(larger.reason().contains("operations, more than 1.00e+13"), larger.reason());
  }

  @Test
  void basesThatWereLeftToChooseAreNoMistakeThere() {
    Choices auto = choices(Settings.none().with(Option.BASIS, BasisKind.AUTO));
    assertTrue(auto.leavesBasesOut(Method.BINARY));
    assertDoesNotThrow(() -> auto.requireActing(Method.BINARY));
    Choices asked = choices(Settings.none().with(Option.BASIS, BasisKind.SMOOTH));
    assertThrows(IllegalArgumentException.class, () -> asked.requireActing(Method.BINARY));
  }

  @Test
  void memoryThatSufficesChangesNothing() {
    String chosen = "3 likelihoods, several priors, Laplace's posteriors, about 3.3e+10 operations";
    Plan automatic = plan(Settings.none(), 8 * (DATA + WHOLE));
    assertEquals(Method.CATEGORICAL, automatic.method());
    assertEquals("chosen by auto: " + chosen, automatic.reason());
    assertEquals(chosen, automatic.categorical().description());
    assertEquals(1000, automatic.binary().settings().regressionsAtOnce());
    assertEquals("as asked for: " + chosen, plan(CATEGORICAL, 8 * (DATA + WHOLE)).reason());
  }

  @Test
  void aByteLessIsAStepDown() {
    for (Settings settings : new Settings[] {Settings.none(), CATEGORICAL}) {
      Plan lesser = plan(settings, 8 * (DATA + WHOLE) - 1);
      assertEquals(Method.CATEGORICAL, lesser.method());
      assertTrue(
          lesser
              .reason()
              .endsWith(
                  ": 3 likelihoods, one prior, Laplace's posteriors, about 3.3e+10 operations, less"
                      + " than else for want of memory"),
          lesser.reason());
      Plan least = plan(settings, 8 * (DATA + LEAST));
      assertTrue(least.reason().contains(": 1 likelihood, one prior, "), least.reason());
      assertEquals(8 * LEAST, least.categorical().bytes(1));
    }
  }

  /**
   * What is refused where it was asked for makes way for the binary stage where it was not. Of that
   * stage's regressions as many climb at once as find place: each takes 25·21 + 21² doubles, beside
   * the copy of the features, ten matrices, a thread's work space, the result and its factors.
   */
  @Test
  void withoutMemoryForTheLeastTheBinaryStagePredicts() {
    long limit = 8 * (DATA + LEAST) - 1;
    // 8·(20 000 + 3 555 323) bytes, and 12.16 million.
    String lack = "the categorical stage needs about 29 MB of memory and 12 MB are available";
    Plan binary = plan(Settings.none(), limit);
    assertEquals(Method.BINARY, binary.method());
    assertEquals("chosen by auto for want of memory: " + lack, binary.reason());
    assertNull(binary.categorical());
    long fixed = DATA + 10 * 441 + (3 * 441 + 11 * 1000) + CHUNK + 3 * 21_000 + FACTORS;
    long together = (limit / 8 - fixed) / (25 * 21 + 441);
    assertEquals(together, binary.binary().settings().regressionsAtOnce());
    Exception e = assertThrows(MemoryLimitException.class, () -> plan(CATEGORICAL, limit));
    assertEquals(
        lack + "; use method binary, the diagonal covariance, fewer threads or a larger heap",
        e.getMessage());
  }

  /** Features that are not standardized are not copied. */
  @Test
  void onlyCopiesTakePlaceBesideThePlan() {
    Settings asIs = CATEGORICAL.with(Option.STANDARDIZE, false);
    assertFalse(plan(asIs, 8 * WHOLE).reason().contains("want of memory"));
    assertTrue(plan(asIs, 8 * WHOLE - 1).reason().contains("want of memory"));
  }

  /** Rows elsewhere take no place here: five copies of the features, 16 values of each row. */
  @Test
  void rowsElsewhereLeaveTheirPlace() {
    long there = 8 * (5 * 20_000 + 16 * 1000);
    long limit = 8 * (DATA + WHOLE) - there;
    for (int missing = 0; missing < 2; missing++) {
      Choices choices = limited(Settings.none(), limit - missing);
      Plan plan = Plan.of(choices, MANY, 1, false);
      assertEquals(missing == 1, plan.reason().contains("less than else"), plan.reason());
    }
    // A thread more: 8·1000 for curvatures and the rest, of which 16·1000 are elsewhere.
    long thread = 8 * (CHUNK + 21_000 + 3 * 441 + 8 * 1000 - 16 * 1000);
    for (int missing = 0; missing < 2; missing++) {
      Choices choices = limited(Settings.none(), limit + thread - missing);
      Plan plan = Plan.of(choices, MANY, 2, false);
      assertEquals(missing == 1, plan.reason().contains("less than else"), plan.reason());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BINARY", "PUBLISHED"})
  void binaryStagesThatWereAskedForHaveNoOther(Method method) {
    Settings asked = Settings.none().with(Option.METHOD, method);
    Plan plan = plan(asked, 1L << 40);
    assertEquals(method, plan.method());
    assertEquals("as asked for", plan.reason());
    assertNull(plan.categorical());
    // As published, features are not standardized, and all regressions climb at once.
    long needed = (long) plan.binary().bytes(method == Method.BINARY, 1);
    BinaryPlan enough = plan(asked, needed).binary();
    BinaryPlan lesser = plan(asked, needed - 1).binary();
    assertEquals(1000, enough.settings().regressionsAtOnce());
    assertFalse(enough.settings().diagonal());
    assertEquals(method == Method.BINARY ? 999 : 1000, lesser.settings().regressionsAtOnce());
    assertEquals(method == Method.PUBLISHED, lesser.settings().diagonal());
  }

  @Test
  void aFitThatContinuesHasTheEarlierMembers() {
    RandomData data = RandomData.of(3, 60, 2, 2, 1);
    CategoricalModel earlier = IbCavi.withDefaults().average(Average.bma()).fit(data.dense());
    Choices choices =
        new Choices(Settings.none().with(Option.MEMORY_LIMIT, 1L << 40), null, earlier, null, null);
    Plan plan = Plan.of(choices, dense(60, 3, 2), 1, true);
    assertEquals(Method.CATEGORICAL, plan.method());
    assertTrue(
        plan.reason()
            .startsWith("as the earlier model: " + earlier.components().size() + " members, "),
        plan.reason());
  }

  /** A stage on other features, beside these. */
  @Test
  void stagesBesideFeaturesStepDownToo() {
    CategoricalPlan largest = CategoricalPlan.whole(MANY, limited(CATEGORICAL, 0).categorical());
    int features = 800;
    long enough = 8 * WHOLE + features;
    Choices all = limited(CATEGORICAL, enough);
    assertSame(largest, Plan.fitting(all, largest, features, 1).orElseThrow());
    CategoricalPlan lesser =
        Plan.fitting(limited(CATEGORICAL, enough - 1), largest, features, 1).orElseThrow();
    assertTrue(lesser.description().startsWith("3 likelihoods, one prior"));
    Choices least = limited(CATEGORICAL, 8 * LEAST + features);
    assertEquals(8 * LEAST, Plan.fitting(least, largest, features, 1).orElseThrow().bytes(1));
    Choices none = limited(CATEGORICAL, 8 * LEAST + features - 1);
    assertTrue(Plan.fitting(none, largest, features, 1).isEmpty());
  }

  /**
   * Without a limit it is what the heap has left; garbage is collected before that is too little.
   */
  @Test
  void withoutALimitTheHeapIsTheLimit() {
    Choices open = limited(Settings.none(), 0);
    Runtime runtime = Runtime.getRuntime();
    WeakReference<byte[]> garbage = new WeakReference<>(new byte[1000]);
    double available = Plan.available(open, Double.MAX_VALUE);
    assertTrue(available <= runtime.maxMemory());
    assertTrue(available >= runtime.maxMemory() - runtime.totalMemory());
    assertNull(garbage.get());
    assertEquals(5, Plan.available(limited(Settings.none(), 5), Double.MAX_VALUE));
  }
}
