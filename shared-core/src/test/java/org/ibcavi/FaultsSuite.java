// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitCancelledException;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Prediction;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Fits that are stopped, refused or misused. The stages are tested by subclasses. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class FaultsSuite {
  static final TrainingData DATA = RandomData.of(51, 400, 5, 6, 1).dense();

  /** The defaults of the stage. */
  abstract IbCavi stage();

  /** Link, phase and number of a sweep at which a fit may be stopped. */
  abstract Stream<Arguments> sweeps();

  /** Phases in which sweeps are reported. */
  abstract Stream<FitPhase> phases();

  /** Settings of a given prior whose fits do everything that a stage can do. */
  abstract Stream<IbCavi> wholeFits();

  /** Settings of a fit that would go on for minutes at least. */
  abstract IbCavi endless();

  /** Settings of a fit that cannot arrive in two sweeps or passes. */
  abstract Stream<IbCavi> cutShort();

  /** The stage's name in warnings. */
  abstract String name();

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
  @MethodSource("sweeps")
  void theListenerStopsAFitAndTheSameObjectFitsAgain(Link link, FitPhase phase, int sweep)
      throws InterruptedException {
    StopAt listener = new StopAt(phase, sweep);
    IbCavi settings = stage().link(link).threads(3).listener(listener);
    FitCancelledException thrown =
        assertThrows(FitCancelledException.class, () -> settings.fit(DATA));
    assertEquals("stopped by the listener", thrown.getMessage());
    assertFalse(Thread.currentThread().isInterrupted());
    assertNoWorkersLeft();
    listener.armed = false;
    listener.stop = false;
    CategoricalModel again = settings.fit(DATA);
    CategoricalModel undisturbed = stage().link(link).threads(3).fit(DATA);
    assertArrayEquals(undisturbed.report().objectiveTrace(), again.report().objectiveTrace());
    assertArrayEquals(undisturbed.probabilities(new double[5]), again.probabilities(new double[5]));
    assertNoWorkersLeft();
  }

  /** Stops are noticed in the phases that report no sweeps too. */
  @ParameterizedTest
  @MethodSource("wholeFits")
  void aFitStopsWhereverItIsAskedTo(IbCavi asked) {
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
    IbCavi settings = asked.listener(listener);
    settings.fit(DATA);
    int all = questions.get();
    assertTrue(all > 400, all + " questions");
    for (int last = 0; last < all; last += Math.max(1, all / 40)) {
      limit.set(last);
      questions.set(0);
      assertThrows(FitCancelledException.class, () -> settings.fit(DATA));
    }
  }

  Stream<Arguments> threadsAndPhases() {
    return Stream.of(1, 3).flatMap(threads -> phases().map(phase -> Arguments.of(threads, phase)));
  }

  @ParameterizedTest
  @MethodSource("threadsAndPhases")
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
    IbCavi settings = stage().threads(threads).listener(interrupting);
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
    IbCavi endless = endless().threads(2);
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
        assertThrows(RuntimeException.class, () -> stage().threads(3).listener(broken).fit(DATA));
    assertSame(own, thrown);
    assertNoWorkersLeft();
  }

  @ParameterizedTest
  @MethodSource("cutShort")
  void theSweepLimitIsAWarningNotAnError(IbCavi settings) {
    CategoricalModel model = settings.maxSweeps(2).fit(DATA);
    assertFalse(model.report().converged());
    assertTrue(
        model.report().notes().stream()
            .anyMatch(note -> note.endsWith("ended the " + name() + " stage before it converged")),
        () -> model.report().notes().toString());
  }

  @Test
  void aConvergedFitHasNoWarning() {
    CategoricalModel model = stage().fit(DATA);
    assertTrue(model.report().converged());
    assertEquals(StopReason.CONVERGED, model.report().binary().orElseThrow().stopReason());
    List<String> notes = model.report().notes();
    assertTrue(notes.stream().noneMatch(note -> note.contains("warning")), notes.toString());
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
    IbCavi settings = stage();
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
        "memory-limit -0.000001; must be megabytes, at least 0", () -> settings.memoryLimit(-1));
    assertRefused("link 'cauchit'; must be one of probit, logit", () -> Link.named("cauchit"));
  }

  @Test
  void missingSettingsAreNamed() {
    IbCavi settings = stage();
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
    IbCavi settings = stage();
    Link.ALL.forEach(settings::link);
    settings.seed(7).maxSweeps(1).standardize(false).intercept(false);
    CategoricalModel model = settings.fit(DATA);
    assertEquals(stage().fit(DATA).link(), model.link());
    assertTrue(model.hasIntercept());
    assertEquals(Map.of("method", name()), model.report().settings());
    assertFalse(model.standardization().isIdentity());
  }

  @Test
  void aPriorOfTheWrongLengthIsRefused() {
    Prior prior = Prior.diagonal(new double[5], new double[] {1, 1, 1, 1, 1});
    assertRefused(
        "the prior has 5 coefficients; the model has 6 (5 features and the intercept, which comes"
            + " last)",
        () -> stage().prior(prior).fit(DATA));
    Prior full = Prior.full(new double[2], new double[][] {{1, 0}, {0, 1}});
    assertRefused(
        "the prior has 2 coefficients; the model has 5 (5 features)",
        () -> stage().prior(full).intercept(false).fit(DATA));
  }

  @Test
  void nothingToFitIsRefused() {
    RandomData none = RandomData.of(1, 20, 3, 2, 1).selectColumns();
    assertRefused(
        "no features and no intercept; nothing can be fitted",
        () -> stage().intercept(false).fit(none.dense()));
  }

  @ParameterizedTest
  @EnumSource(PredictionMode.class)
  void rowsThatDoNotFitTheModelAreRefused(PredictionMode mode) {
    CategoricalModel model =
        stage().prior(Prior.isotropic(1)).fit(DATA).predictingBy(new Prediction(mode, 10, 1));
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
