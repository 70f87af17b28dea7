// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Prediction;
import org.ibcavi.parallel.FitCancelledException;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Fits that are stopped, refused or misused. */
class FaultsTest {
  private static final TrainingData DATA = RandomData.of(51, 400, 5, 6, 1).dense();

  /** Turns true at the n-th sweep of a phase. */
  private static final class StopAt implements FitListener {
    private final FitPhase phase;
    private final int sweep;
    private volatile boolean armed = true;
    private volatile boolean stop;

    StopAt(FitPhase phase, int sweep) {
      this.phase = phase;
      this.sweep = sweep;
    }

    @Override
    public void onSweep(FitProgress progress) {
      stop |= armed && progress.phase() == phase && progress.sweep() == sweep;
    }

    @Override
    public boolean cancelled() {
      return stop;
    }
  }

  private static void assertNoWorkersLeft() throws InterruptedException {
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (workersAlive() && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
    assertFalse(workersAlive());
  }

  private static boolean workersAlive() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("ibcavi-worker") && thread.isAlive());
  }

  @ParameterizedTest
  @CsvSource({
    "probit, SCALE, 0",
    "probit, SCALE, 1",
    "probit, BINARY, 0",
    "logit, SCALE, 2",
    "logit, BINARY, 0"
  })
  void theListenerStopsAFitAndTheSameObjectFitsAgain(String link, FitPhase phase, int sweep)
      throws InterruptedException {
    StopAt listener = new StopAt(phase, sweep);
    IbCavi settings = BinaryFit.withDefaults().link(Link.named(link)).threads(3).listener(listener);
    FitCancelledException thrown =
        assertThrows(FitCancelledException.class, () -> settings.fit(DATA));
    assertEquals("stopped by the listener", thrown.getMessage());
    assertFalse(Thread.currentThread().isInterrupted());
    assertNoWorkersLeft();
    listener.armed = false;
    listener.stop = false;
    CategoricalModel again = settings.fit(DATA);
    CategoricalModel undisturbed =
        BinaryFit.withDefaults().link(Link.named(link)).threads(3).fit(DATA);
    assertArrayEquals(undisturbed.report().objectiveTrace(), again.report().objectiveTrace());
    assertArrayEquals(undisturbed.probabilities(new double[5]), again.probabilities(new double[5]));
    assertNoWorkersLeft();
  }

  /** Stops are noticed in the phases that report no sweeps too. */
  @ParameterizedTest
  @EnumSource(
      value = PosteriorKind.class,
      names = {"CAVI", "LAPLACE"})
  void aFitStopsWhereverItIsAskedTo(PosteriorKind curvature) {
    AtomicInteger questions = new AtomicInteger();
    AtomicInteger limit = new AtomicInteger(Integer.MAX_VALUE);
    FitListener listener =
        new FitListener() {
          @Override
          public void onSweep(FitProgress progress) {}

          @Override
          public boolean cancelled() {
            return questions.incrementAndGet() > limit.get();
          }
        };
    IbCavi settings =
        BinaryFit.withDefaults()
            .prior(Prior.isotropic(1))
            .posterior(curvature)
            .average(Average.bma())
            .listener(listener);
    settings.fit(DATA);
    int all = questions.get();
    assertTrue(all > 400, "averaging asks before every row");
    for (int last = 0; last < all; last += Math.max(1, all / 40)) {
      limit.set(last);
      questions.set(0);
      assertThrows(FitCancelledException.class, () -> settings.fit(DATA));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, SCALE", "3, SCALE", "1, BINARY", "3, BINARY"})
  @Timeout(60)
  void anInterruptStopsAFitAndStaysVisible(int threads, FitPhase phase) throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AtomicBoolean flag = new AtomicBoolean();
    FitListener interrupting =
        new FitListener() {
          @Override
          public void onSweep(FitProgress progress) {
            if (progress.phase() == phase) {
              Thread.currentThread().interrupt();
            }
          }
        };
    IbCavi settings = BinaryFit.withDefaults().threads(threads).listener(interrupting);
    Thread caller =
        new Thread(
            () -> {
              try {
                settings.fit(DATA);
              } catch (RuntimeException e) {
                thrown.set(e);
              }
              flag.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    caller.join();
    assertInstanceOf(FitCancelledException.class, thrown.get());
    assertEquals("stopped: the calling thread was interrupted", thrown.get().getMessage());
    assertTrue(flag.get());
    assertNoWorkersLeft();
  }

  @Test
  @Timeout(60)
  void anInterruptFromAnotherThreadStopsALongFit() throws Exception {
    TrainingData large = RandomData.of(52, 3000, 20, 30, 1).dense();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    IbCavi endless =
        BinaryFit.withDefaults()
            .solver(Solver.CAVI)
            .prior(Prior.isotropic(1))
            .elboGain(Double.MIN_VALUE)
            .maxSweeps(Integer.MAX_VALUE)
            .threads(2);
    Thread caller =
        new Thread(
            () -> {
              try {
                endless.fit(large);
              } catch (RuntimeException e) {
                thrown.set(e);
              }
            });
    caller.start();
    Thread.sleep(300);
    caller.interrupt();
    caller.join(20_000);
    assertFalse(caller.isAlive());
    assertInstanceOf(FitCancelledException.class, thrown.get());
    assertNoWorkersLeft();
  }

  @Test
  void anExceptionOfTheListenerReachesTheCallerAndLeavesNoThreads() throws InterruptedException {
    RuntimeException own = new RuntimeException("from the listener");
    FitListener broken =
        new FitListener() {
          @Override
          public void onSweep(FitProgress progress) {
            throw own;
          }
        };
    Throwable thrown =
        assertThrows(
            RuntimeException.class,
            () -> BinaryFit.withDefaults().threads(3).listener(broken).fit(DATA));
    assertSame(own, thrown);
    assertNoWorkersLeft();
  }

  @Test
  void tooLittleMemoryIsRefusedWithFigureAndWayOut() {
    IbCavi settings = BinaryFit.withDefaults().memoryLimit(1000).covariance(CovarianceShape.FULL);
    String message =
        assertThrows(MemoryLimitException.class, () -> settings.fit(DATA)).getMessage();
    assertTrue(
        message.matches(
            "the fit needs about \\d+ MB of memory and 1 MB are available; .*"
                + "use the diagonal covariance, .*fewer threads, features or categories, "
                + "or a larger heap"),
        message);
  }

  @Test
  void fullLogitCovariancesAreNamedWithTheirCost() {
    // 300 categories with 100 features and the intercept: 300·101·102/2 doubles are 12.4 MB.
    TrainingData data = RandomData.of(53, 400, 100, 300, 1).dense();
    IbCavi settings =
        BinaryFit.withDefaults()
            .link(Link.LOGIT)
            .covariance(CovarianceShape.FULL)
            .memoryLimit(20_000_000);
    String message =
        assertThrows(MemoryLimitException.class, () -> settings.fit(data)).getMessage();
    assertTrue(
        message.contains("full covariances of 300 categories with 101 coefficients take 13 MB"),
        message);
    assertTrue(message.contains("use the diagonal covariance"), message);
  }

  @Test
  void theWayOutOfAMemoryRefusalIsOne() {
    TrainingData data = RandomData.of(53, 400, 100, 300, 1).dense();
    IbCavi tight =
        BinaryFit.withDefaults()
            .link(Link.LOGIT)
            .prior(Prior.isotropic(1))
            .average(Average.fixed(1))
            .maxSweeps(1)
            .memoryLimit(20_000_000);
    assertThrows(
        MemoryLimitException.class, () -> tight.covariance(CovarianceShape.FULL).fit(data));
    assertDoesNotThrow(() -> tight.covariance(CovarianceShape.DIAGONAL).fit(data));
  }

  @ParameterizedTest
  @EnumSource(Solver.class)
  void theSweepLimitIsAWarningNotAnError(Solver solver) {
    CategoricalModel model =
        BinaryFit.withDefaults()
            .solver(solver)
            .prior(Prior.isotropic(1))
            .tolerance(1e-10)
            .maxSweeps(2)
            .fit(DATA);
    assertEquals(StopReason.SWEEP_LIMIT, model.report().binary().orElseThrow().stopReason());
    assertEquals(2, model.report().binary().orElseThrow().sweeps());
    assertTrue(
        model
            .report()
            .notes()
            .contains("warning: the sweep limit ended the binary stage before it converged"));
    assertTrue(model.report().toString().contains("sweep limit reached before convergence"));
  }

  @Test
  void aConvergedFitHasNoWarning() {
    CategoricalModel model = BinaryFit.withDefaults().fit(DATA);
    assertEquals(StopReason.CONVERGED, model.report().binary().orElseThrow().stopReason());
    assertTrue(model.report().notes().isEmpty(), model.report().notes().toString());
  }

  private static void assertRefused(String message, Runnable attempt) {
    Throwable thrown = assertThrows(IllegalArgumentException.class, attempt::run);
    assertEquals(message, thrown.getMessage());
  }

  /** As users write it. */
  private static String text(double number) {
    return number == Math.rint(number) && Double.isFinite(number)
        ? Integer.toString((int) number)
        : Double.toString(number);
  }

  @Test
  void badSettingsAreNamedWithTheirRule() {
    IbCavi settings = BinaryFit.withDefaults();
    for (double bad : new double[] {0, -1, 1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertRefused(
          "tolerance " + text(bad) + "; must be above 0 and below 1",
          () -> settings.tolerance(bad));
    }
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertRefused(
          "elbo-gain " + text(bad) + "; must be a finite number above 0",
          () -> settings.elboGain(bad));
      assertRefused(
          "scale-tolerance " + text(bad) + "; must be above 0 and below 10",
          () -> settings.scaleTolerance(bad));
    }
    String whole = "; must be a whole number, at least ";
    assertRefused("threads -1" + whole + 0, () -> settings.threads(-1));
    assertRefused("threads -3" + whole + 0, () -> settings.threads(Runnable::run, -3));
    assertRefused("samples 1" + whole + 2, () -> settings.samples(1));
    assertRefused("max-sweeps 0" + whole + 1, () -> settings.maxSweeps(0));
    assertRefused(
        "memory-limit -1.0E-6; must be megabytes, at least 0", () -> settings.memoryLimit(-1));
    assertRefused("link 'cauchit'; must be one of probit, logit", () -> Link.named("cauchit"));
  }

  @Test
  void missingSettingsAreNamed() {
    IbCavi settings = BinaryFit.withDefaults();
    assertMissing("link", () -> settings.link(null));
    assertMissing("prior", () -> settings.prior(null));
    assertMissing("average", () -> settings.average(null));
    assertMissing("solver", () -> settings.solver(null));
    assertMissing("covariance", () -> settings.covariance(null));
    assertMissing("posterior", () -> settings.posterior(null));
    assertMissing("predict", () -> settings.predictingBy(null));
    assertMissing("executor", () -> settings.threads(null, 2));
    assertMissing("listener", () -> settings.listener(null));
    assertMissing("data", () -> settings.fit(null));
  }

  private static void assertMissing(String name, Runnable attempt) {
    assertEquals(name, assertThrows(NullPointerException.class, attempt::run).getMessage());
  }

  @Test
  void settingsAreNotChangedByWhatIsDerivedFromThem() {
    IbCavi settings = BinaryFit.withDefaults();
    settings.link(Link.LOGIT).seed(7).maxSweeps(1).standardize(false).intercept(false);
    CategoricalModel model = settings.fit(DATA);
    assertEquals(Link.PROBIT, model.link());
    assertTrue(model.hasIntercept());
    assertEquals(Map.of("method", "binary"), model.report().settings());
    assertFalse(model.standardization().isIdentity());
  }

  @Test
  void aPriorOfTheWrongLengthIsRefused() {
    Prior prior = Prior.diagonal(new double[5], new double[] {1, 1, 1, 1, 1});
    assertRefused(
        "the prior has 5 coefficients; the model has 6 (5 features and the intercept, which comes"
            + " last)",
        () -> BinaryFit.withDefaults().prior(prior).fit(DATA));
    Prior full = Prior.full(new double[2], new double[][] {{1, 0}, {0, 1}});
    assertRefused(
        "the prior has 2 coefficients; the model has 5 (5 features)",
        () -> BinaryFit.withDefaults().prior(full).intercept(false).fit(DATA));
  }

  @Test
  void nothingToFitIsRefused() {
    RandomData none = RandomData.of(1, 20, 3, 2, 1).selectColumns();
    assertRefused(
        "no features and no intercept; nothing can be fitted",
        () -> BinaryFit.withDefaults().intercept(false).fit(none.dense()));
  }

  @ParameterizedTest
  @EnumSource(PredictionMode.class)
  void rowsThatDoNotFitTheModelAreRefused(PredictionMode mode) {
    CategoricalModel model =
        BinaryFit.withDefaults()
            .prior(Prior.isotropic(1))
            .fit(DATA)
            .predictingBy(new Prediction(mode, 10, 1));
    assertRefused(
        "row 0: 4 values; every row must have 5", () -> model.probabilities(new double[4]));
    assertRefused(
        "rows of 2 columns; the model has 5 features",
        () -> model.probabilities(RandomData.of(1, 3, 2, 2, 1).denseMatrix()));
    for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
      Throwable thrown =
          assertThrows(
              IllegalArgumentException.class,
              () -> model.probabilities(new double[] {0, 0, bad, 0, 0}));
      assertTrue(thrown.getMessage().contains(Double.toString(bad)), thrown.getMessage());
      assertTrue(thrown.getMessage().contains("2"), thrown.getMessage());
    }
    assertThrows(
        IllegalArgumentException.class, () -> model.probabilities(new int[] {5}, new double[] {1}));
    assertThrows(
        IllegalArgumentException.class,
        () -> model.probabilities(new int[] {1, 1}, new double[] {1, 2}));
    assertRefused("level 1.0; must be above 0 and below 1", () -> model.coefficients(0, 1));
    assertRefused(
        "level 0.0; must be above 0 and below 1", () -> model.uncertainty(DATA.features(), 0));
  }
}
