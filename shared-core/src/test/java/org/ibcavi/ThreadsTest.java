// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Prediction;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The number of threads changes how long a fit takes and nothing else. */
class ThreadsTest {
  static Stream<Arguments> combinations() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
                    .flatMap(
                        shape ->
                            Stream.of(false, true)
                                .flatMap(
                                    sparse ->
                                        Stream.of(3, 300)
                                            .map(k -> Arguments.of(link, shape, sparse, k)))));
  }

  @ParameterizedTest(name = "{0}, {1}, sparse {2}, {3} categories")
  @MethodSource("combinations")
  void oneTwoAndSevenThreadsGiveTheSameBits(
      Link link, CovarianceShape shape, boolean sparse, int categories) {
    RandomData random = RandomData.of(41, 3000, 6, categories, sparse ? 0.5 : 1);
    TrainingData data = random.weighted(5).stored(sparse);
    // Evidence is compared for few categories and weights for dense rows: the rest would take long.
    boolean few = categories == 3;
    IbCavi settings =
        BinaryFit.withDefaults()
            .link(link)
            .covariance(shape)
            .prior(few ? Prior.learned() : Prior.isotropic(0.5))
            .average(sparse ? Average.fixed(1) : Average.bma())
            .maxSweeps(few ? 1000 : 1);
    CategoricalModel one = settings.threads(1).fit(data);
    RandomData some = random.select(IntStream.range(0, 3).toArray());
    for (int threads : new int[] {2, 7}) {
      assertSameBits(one, settings.threads(threads).fit(data), some);
    }
  }

  private static void assertSameBits(
      CategoricalModel one, CategoricalModel other, RandomData rows) {
    assertArrayEquals(one.report().objectiveTrace(), other.report().objectiveTrace());
    assertEquals(one.report().prior().weightVariance(), other.report().prior().weightVariance());
    assertEquals(
        one.report().binary().orElseThrow().evidence(),
        other.report().binary().orElseThrow().evidence());
    assertEquals(
        one.report().binary().orElseThrow().stopReason(),
        other.report().binary().orElseThrow().stopReason());
    for (int vector = 0; vector < one.posterior().vectors(); vector++) {
      assertArrayEquals(one.posterior().mean(vector), other.posterior().mean(vector));
      assertArrayEquals(
          one.posterior().covariance().variances(vector),
          other.posterior().covariance().variances(vector));
    }
    for (int i = 0; i < one.average().size(); i++) {
      assertEquals(one.average().weight(i), other.average().weight(i));
    }
    Prediction sampling = new Prediction(PredictionMode.MONTE_CARLO, 10, 1);
    double[][] expected = one.predictingBy(sampling).probabilities(rows.denseMatrix());
    double[][] actual = other.predictingBy(sampling).probabilities(rows.denseMatrix());
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], actual[i]);
    }
  }

  /** Once work was handed out, the calling thread goes on only when a helper has begun some. */
  private static final class Meeting implements FitListener, Executor {
    private final ExecutorService pool;
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final CountDownLatch helperCame = new CountDownLatch(1);
    private volatile boolean handedOut;

    Meeting(ExecutorService pool) {
      this.pool = pool;
    }

    @Override
    public void execute(Runnable work) {
      handedOut = true;
      pool.execute(work);
    }

    @Override
    public void onSweep(FitProgress progress) {}

    /** Asked by every working thread before each block of work. */
    @Override
    public boolean cancelled() {
      String name = Thread.currentThread().getName();
      names.add(name);
      if (name.startsWith("helper")) {
        helperCame.countDown();
      } else if (handedOut) {
        try {
          return !helperCame.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return false;
    }
  }

  private static Stream<Arguments> parallelFits() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
                    .map(shape -> Arguments.of(link, shape)));
  }

  @ParameterizedTest
  @MethodSource("parallelFits")
  void moreThanOneThreadReallyWorks(Link link, CovarianceShape shape) {
    TrainingData data = RandomData.of(42, 3000, 10, 40, 1).dense();
    ExecutorService pool = Executors.newFixedThreadPool(2, work -> new Thread(work, "helper"));
    try {
      Meeting meeting = new Meeting(pool);
      BinaryFit.withDefaults()
          .link(link)
          .covariance(shape)
          .posterior(PosteriorKind.CAVI)
          .prior(Prior.isotropic(1))
          .average(Average.fixed(1))
          .maxSweeps(2)
          .listener(meeting)
          .threads(meeting, 3)
          .fit(data);
      assertTrue(meeting.handedOut);
      assertEquals(Set.of(Thread.currentThread().getName(), "helper"), meeting.names);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void aForeignExecutorStaysOpenAndGivesTheSameBits() throws Exception {
    RandomData random = RandomData.of(43, 400, 5, 4, 1);
    IbCavi settings = BinaryFit.withDefaults();
    CategoricalModel expected = settings.fit(random.dense());
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      CategoricalModel actual = settings.threads(pool, 3).fit(random.dense());
      assertSameBits(expected, actual, random.select(0, 1, 2));
      assertTrue(pool.submit(() -> true).get(10, TimeUnit.SECONDS));
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void anExecutorThatRunsNothingCannotBlockAFit() {
    RandomData random = RandomData.of(43, 400, 5, 4, 1);
    CategoricalModel expected = BinaryFit.withDefaults().fit(random.dense());
    CategoricalModel actual = BinaryFit.withDefaults().threads(work -> {}, 4).fit(random.dense());
    assertSameBits(expected, actual, random.select(0, 1, 2));
  }
}
