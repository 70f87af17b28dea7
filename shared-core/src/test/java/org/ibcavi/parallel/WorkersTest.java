// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.parallel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.ibcavi.fit.FitCancelledException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * That every task runs once, that several threads do run, and how a batch ends early. The timeouts
 * are far above what any machine needs: they are there so that a deadlock fails instead of hanging.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorkersTest {
  private static final int TIMEOUT_SECONDS = 60;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void everyTaskRunsExactlyOnce(int threads) {
    int[] runs = new int[1000];
    try (Workers workers = Workers.of(threads)) {
      workers.run(runs.length, Cancellation.onInterrupt(), index -> runs[index]++);
    }
    assertArrayEquals(filled(1000, 1), runs);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void theSameWorkersRunOneBatchAfterTheOther(int threads) {
    int[] runs = new int[20];
    try (Workers workers = Workers.of(threads)) {
      for (int batch = 0; batch < 200; batch++) {
        workers.run(runs.length, Cancellation.onInterrupt(), index -> runs[index]++);
      }
    }
    assertArrayEquals(filled(20, 200), runs);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void noTasksAreNoWork(int threads) {
    AtomicInteger runs = new AtomicInteger();
    try (Workers workers = Workers.of(threads)) {
      workers.run(0, Cancellation.onInterrupt(), index -> runs.incrementAndGet());
    }
    assertEquals(0, runs.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void asManyTasksRunAtOnceAsThereAreThreads(int threads) {
    CyclicBarrier allAtOnce = new CyclicBarrier(threads);
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    try (Workers workers = Workers.of(threads)) {
      workers.run(
          threads,
          Cancellation.onInterrupt(),
          index -> {
            meet(allAtOnce);
            seen.add(Thread.currentThread());
          });
    }
    assertEquals(threads, seen.size());
  }

  @Test
  void theCallerIsOneOfTheThreads() {
    CyclicBarrier both = new CyclicBarrier(2);
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    try (Workers workers = Workers.of(2)) {
      workers.run(
          2,
          Cancellation.onInterrupt(),
          index -> {
            meet(both);
            seen.add(Thread.currentThread());
          });
    }
    assertTrue(seen.contains(Thread.currentThread()));
  }

  @Test
  void oneThreadIsTheCallerAndGoesInOrder() {
    List<Integer> order = new ArrayList<>();
    Thread caller = Thread.currentThread();
    try (Workers workers = Workers.of(1)) {
      workers.run(
          5,
          Cancellation.onInterrupt(),
          index -> {
            assertSame(caller, Thread.currentThread());
            order.add(index);
          });
    }
    assertEquals(List.of(0, 1, 2, 3, 4), order);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void parallelismIsTheNumberOfThreads(int threads) {
    try (Workers workers = Workers.of(threads)) {
      assertEquals(threads, workers.parallelism());
    }
    assertEquals(threads, Workers.on(Runnable::run, threads).parallelism());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0})
  void fewerThreadsThanOneAreRefused(int threads) {
    String message = "threads " + threads + "; must be at least 1";
    Exception own = assertThrows(IllegalArgumentException.class, () -> Workers.of(threads));
    assertEquals(message, own.getMessage());
    Exception foreign =
        assertThrows(IllegalArgumentException.class, () -> Workers.on(Runnable::run, threads));
    assertEquals(message, foreign.getMessage());
  }

  @Test
  void aMissingExecutorIsRefused() {
    Exception e = assertThrows(NullPointerException.class, () -> Workers.on(null, 2));
    assertEquals("executor", e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void ofTwoFailuresTheSmallerIndexIsThrown(int lastToFail) {
    CyclicBarrier both = new CyclicBarrier(2);
    CountDownLatch firstFailed = new CountDownLatch(1);
    try (Workers workers = Workers.of(2)) {
      Exception e =
          assertThrows(
              IllegalStateException.class,
              () ->
                  workers.run(
                      2,
                      Cancellation.onInterrupt(),
                      index -> {
                        meet(both);
                        if (index == lastToFail) {
                          await(firstFailed);
                        }
                        firstFailed.countDown();
                        throw new IllegalStateException("task " + index);
                      }));
      assertEquals("task 0", e.getMessage());
    }
  }

  @Test
  void aSingleThreadLeavesOutTheTasksAfterAFailure() {
    List<Integer> begun = new ArrayList<>();
    Workers workers = Workers.sequential();
    assertThrows(
        IllegalStateException.class,
        () ->
            workers.run(
                10,
                Cancellation.onInterrupt(),
                index -> {
                  begun.add(index);
                  if (index == 3) {
                    throw new IllegalStateException();
                  }
                }));
    assertEquals(List.of(0, 1, 2, 3), begun);
  }

  /** The helper fails and goes through all that is left while the caller is still at its task. */
  @Test
  void aFailureOnOneThreadLeavesOutTheTasksOfTheOthers() {
    CountDownLatch helperDone = new CountDownLatch(1);
    Executor executor =
        work ->
            new Thread(
                    () -> {
                      work.run();
                      helperDone.countDown();
                    })
                .start();
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger begun = new AtomicInteger();
    Thread caller = Thread.currentThread();
    assertThrows(
        IllegalStateException.class,
        () ->
            Workers.on(executor, 2)
                .run(
                    100,
                    Cancellation.onInterrupt(),
                    index -> {
                      begun.incrementAndGet();
                      meet(both);
                      if (Thread.currentThread() != caller) {
                        throw new IllegalStateException();
                      }
                      await(helperDone);
                    }));
    assertEquals(2, begun.get());
  }

  @Test
  void anErrorOnAnotherThreadReachesTheCaller() {
    OutOfMemoryError error = new OutOfMemoryError("for the test");
    CyclicBarrier both = new CyclicBarrier(2);
    Thread caller = Thread.currentThread();
    try (Workers workers = Workers.of(2)) {
      Error thrown =
          assertThrows(
              OutOfMemoryError.class,
              () ->
                  workers.run(
                      2,
                      Cancellation.onInterrupt(),
                      index -> {
                        meet(both);
                        if (Thread.currentThread() != caller) {
                          throw error;
                        }
                      }));
      assertSame(error, thrown);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void workersCanBeUsedAgainAfterAFailure(int threads) {
    int[] runs = new int[50];
    try (Workers workers = Workers.of(threads)) {
      assertThrows(
          IllegalStateException.class,
          () ->
              workers.run(
                  50,
                  Cancellation.onInterrupt(),
                  index -> {
                    throw new IllegalStateException();
                  }));
      workers.run(runs.length, Cancellation.onInterrupt(), index -> runs[index]++);
    }
    assertArrayEquals(filled(50, 1), runs);
  }

  @Test
  void aForeignExecutorIsUsed() {
    CyclicBarrier both = new CyclicBarrier(2);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Workers.on(executor, 2).run(2, Cancellation.onInterrupt(), index -> meet(both));
    } finally {
      executor.shutdownNow();
    }
    assertFalse(both.isBroken());
  }

  @Test
  void aForeignExecutorStaysOpen() {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Workers.on(executor, 2).close();
      assertFalse(executor.isShutdown());
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void aSaturatedExecutorDoesNotBlockTheWork() {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    CountDownLatch busy = new CountDownLatch(1);
    executor.execute(() -> await(busy));
    int[] runs = new int[50];
    try {
      Workers.on(executor, 4).run(runs.length, Cancellation.onInterrupt(), index -> runs[index]++);
    } finally {
      busy.countDown();
      executor.shutdown();
    }
    assertArrayEquals(filled(50, 1), runs);
  }

  @Test
  void aCallerThatIsTheOnlyThreadOfTheExecutorDoesNotBlockItself() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Callable<int[]> job =
          () -> {
            int[] runs = new int[50];
            Workers.on(executor, 4)
                .run(runs.length, Cancellation.onInterrupt(), index -> runs[index]++);
            return runs;
          };
      int[] runs = executor.submit(job).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      assertArrayEquals(filled(50, 1), runs);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void aBatchInsideATaskOfTheSameWorkersDoesNotBlock() {
    AtomicInteger runs = new AtomicInteger();
    try (Workers workers = Workers.of(2)) {
      Cancellation cancellation = Cancellation.onInterrupt();
      workers.run(
          4, cancellation, outer -> workers.run(5, cancellation, i -> runs.incrementAndGet()));
    }
    assertEquals(20, runs.get());
  }

  /** Both threads are in a task when the caller is interrupted; no third task may begin. */
  @Test
  void interruptingTheWorkingCallerStopsTheWork() throws Exception {
    CountDownLatch bothWork = new CountDownLatch(2);
    AtomicBoolean goOn = new AtomicBoolean();
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger running = new AtomicInteger();
    FutureTask<Outcome> job =
        new FutureTask<>(
            () ->
                outcomeOf(
                    running,
                    (workers, cancellation) ->
                        workers.run(
                            1000,
                            cancellation,
                            index -> {
                              begun.incrementAndGet();
                              running.incrementAndGet();
                              bothWork.countDown();
                              while (!goOn.get()) {
                                Thread.onSpinWait();
                              }
                              running.decrementAndGet();
                            })));
    Thread caller = new Thread(job);
    caller.start();
    await(bothWork);
    caller.interrupt();
    goOn.set(true);
    assertStoppedByInterruption(job);
    assertEquals(2, begun.get());
  }

  /**
   * The caller has nothing left to do and waits for the helper. Waiting clears the interrupt flag,
   * and only then does the helper ask whether to go on.
   */
  @Test
  void interruptingTheWaitingCallerStopsTheWork() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    CountDownLatch flagCleared = new CountDownLatch(1);
    AtomicInteger running = new AtomicInteger();
    FutureTask<Outcome> job =
        new FutureTask<>(
            () -> {
              Thread caller = Thread.currentThread();
              return outcomeOf(
                  running,
                  (workers, cancellation) ->
                      workers.run(
                          2,
                          cancellation,
                          index -> {
                            meet(both);
                            if (Thread.currentThread() != caller) {
                              running.incrementAndGet();
                              await(flagCleared);
                              checkForever(cancellation, running);
                            }
                          }));
            });
    Thread caller = new Thread(job);
    caller.start();
    while (caller.getState() != Thread.State.WAITING || running.get() == 0) {
      Thread.onSpinWait();
    }
    caller.interrupt();
    while (caller.isInterrupted()) {
      Thread.onSpinWait();
    }
    flagCleared.countDown();
    assertStoppedByInterruption(job);
  }

  @Test
  void aCallerInterruptedBeforehandBeginsNoTask() throws Exception {
    AtomicInteger running = new AtomicInteger();
    FutureTask<Outcome> job =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              return outcomeOf(
                  running,
                  (workers, cancellation) ->
                      workers.run(100, cancellation, index -> running.incrementAndGet()));
            });
    new Thread(job).start();
    assertStoppedByInterruption(job);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void aListenerStopsTheWork(int threads) {
    AtomicInteger begun = new AtomicInteger();
    try (Workers workers = Workers.of(threads)) {
      Cancellation afterTen = Cancellation.when(() -> begun.get() >= 10);
      Exception e =
          assertThrows(
              FitCancelledException.class,
              () -> workers.run(10000, afterTen, index -> begun.incrementAndGet()));
      assertEquals("stopped by the listener", e.getMessage());
    }
    // Each of the other threads may have asked just before the tenth task began.
    assertTrue(begun.get() < 10 + threads, () -> begun + " tasks began");
  }

  @Test
  void whatAListenerThrowsReachesTheCaller() {
    RuntimeException failure = new IllegalStateException("for the test");
    Cancellation failing =
        Cancellation.when(
            () -> {
              throw failure;
            });
    try (Workers workers = Workers.of(2)) {
      assertSame(
          failure,
          assertThrows(IllegalStateException.class, () -> workers.run(5, failing, index -> {})));
    }
  }

  @Test
  void closingEndsTheThreads() throws InterruptedException {
    CyclicBarrier all = new CyclicBarrier(4);
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    try (Workers workers = Workers.of(4)) {
      workers.run(
          4,
          Cancellation.onInterrupt(),
          index -> {
            meet(all);
            seen.add(Thread.currentThread());
          });
    }
    seen.remove(Thread.currentThread());
    assertEquals(3, seen.size());
    for (Thread thread : seen) {
      thread.join(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
      assertFalse(thread.isAlive());
    }
  }

  @Test
  void helpersAreNamedAndDoNotKeepTheProgramAlive() {
    CyclicBarrier both = new CyclicBarrier(2);
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    try (Workers workers = Workers.of(2)) {
      workers.run(
          2,
          Cancellation.onInterrupt(),
          index -> {
            meet(both);
            seen.add(Thread.currentThread());
          });
    }
    seen.remove(Thread.currentThread());
    for (Thread helper : seen) {
      assertEquals("ibcavi-worker", helper.getName());
      assertTrue(helper.isDaemon());
    }
  }

  @Test
  void fewerItemsThanThreadsGetAllThreadsOneAfterTheOther() {
    List<Integer> order = new ArrayList<>();
    Thread caller = Thread.currentThread();
    try (Workers workers = Workers.of(3)) {
      workers.spread(
          2,
          Cancellation.onInterrupt(),
          (own, item) -> {
            assertSame(workers, own);
            assertSame(caller, Thread.currentThread());
            order.add(item);
          });
    }
    assertEquals(List.of(0, 1), order);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 20})
  void asManyItemsAsThreadsOrMoreGetOneThreadEach(int items) {
    int[] parallelism = new int[items];
    try (Workers workers = Workers.of(3)) {
      workers.spread(
          items, Cancellation.onInterrupt(), (own, item) -> parallelism[item] += own.parallelism());
    }
    assertArrayEquals(filled(items, 1), parallelism);
  }

  @Test
  void asManyItemsAsThreadsRunSideBySide() {
    CyclicBarrier all = new CyclicBarrier(3);
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    try (Workers workers = Workers.of(3)) {
      workers.spread(
          3,
          Cancellation.onInterrupt(),
          (own, item) -> {
            meet(all);
            seen.add(Thread.currentThread());
          });
    }
    assertEquals(3, seen.size());
  }

  @Test
  void aSingleThreadSpreadsOneItemAfterTheOther() {
    List<Integer> order = new ArrayList<>();
    Workers.sequential().spread(3, Cancellation.onInterrupt(), (own, item) -> order.add(item));
    assertEquals(List.of(0, 1, 2), order);
  }

  @Test
  void noItemsAreNoWork() {
    AtomicInteger runs = new AtomicInteger();
    Workers.sequential()
        .spread(0, Cancellation.onInterrupt(), (own, item) -> runs.incrementAndGet());
    assertEquals(0, runs.get());
  }

  @Test
  void aListenerStopsBetweenItemsThatGetAllThreads() {
    AtomicInteger begun = new AtomicInteger();
    try (Workers workers = Workers.of(3)) {
      Cancellation afterOne = Cancellation.when(() -> begun.get() >= 1);
      assertThrows(
          FitCancelledException.class,
          () -> workers.spread(2, afterOne, (own, item) -> begun.incrementAndGet()));
    }
    assertEquals(1, begun.get());
  }

  /** How a run ended, seen from its calling thread. */
  private record Outcome(String message, boolean interruptFlag, int stillRunning) {}

  /** Something to do with two threads. */
  private interface Job {
    void run(Workers workers, Cancellation cancellation);
  }

  private static Outcome outcomeOf(AtomicInteger running, Job job) {
    try (Workers workers = Workers.of(2)) {
      Cancellation cancellation = Cancellation.onInterrupt();
      Exception e = assertThrows(FitCancelledException.class, () -> job.run(workers, cancellation));
      return new Outcome(e.getMessage(), Thread.currentThread().isInterrupted(), running.get());
    }
  }

  private static void assertStoppedByInterruption(FutureTask<Outcome> job) throws Exception {
    assertEquals(
        new Outcome("stopped: the calling thread was interrupted", true, 0),
        job.get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
  }

  private static void checkForever(Cancellation cancellation, AtomicInteger running) {
    try {
      while (true) {
        cancellation.check();
        Thread.onSpinWait();
      }
    } finally {
      running.decrementAndGet();
    }
  }

  /** Returns when as many threads as the barrier asks for are here. */
  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("not enough threads at once", e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS), "nobody counted down");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  @Test
  void anExecutorThatRejectsDoesNotBlockTheWork() {
    Executor full =
        work -> {
          throw new RejectedExecutionException("full");
        };
    int[] runs = new int[50];
    Workers.on(full, 4).run(runs.length, Cancellation.onInterrupt(), index -> runs[index]++);
    assertArrayEquals(filled(50, 1), runs);
  }

  /** A pool whose threads are busy with something else keeps its queue for as long. */
  @Test
  void helpersThatNeverRanHoldNothingOfTheWork() throws InterruptedException {
    List<Runnable> queue = new ArrayList<>();
    WeakReference<int[]> held = workWithHelpersIn(queue);
    for (int i = 0; i < 100 && held.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertEquals(3, queue.size());
    assertNull(held.get());
    queue.forEach(Runnable::run);
  }

  private static WeakReference<int[]> workWithHelpersIn(List<Runnable> queue) {
    int[] runs = new int[50];
    Workers.on(queue::add, 4).run(runs.length, Cancellation.onInterrupt(), index -> runs[index]++);
    assertArrayEquals(filled(50, 1), runs);
    return new WeakReference<>(runs);
  }

  /** Kotlin, Scala and Groovy listeners throw checked exceptions without declaring them. */
  @Test
  void anUndeclaredCheckedExceptionOnAnotherThreadReachesTheCaller() {
    CyclicBarrier both = new CyclicBarrier(2);
    Thread caller = Thread.currentThread();
    try (Workers workers = Workers.of(2)) {
      assertThrows(
          IllegalStateException.class,
          () ->
              workers.run(
                  2,
                  Cancellation.onInterrupt(),
                  index -> {
                    meet(both);
                    if (Thread.currentThread() != caller) {
                      throwUndeclared(new IOException("for the test"));
                    }
                  }));
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void throwUndeclared(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
