// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.parallel;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/**
 * Runs the tasks 0 … n−1 on a number of threads, the calling thread among them.
 *
 * <p>A task writes its result to its own place; the caller combines the places in index order after
 * {@link #run} has returned. That, and a split into tasks that does not depend on the number of
 * threads, is what makes results the same bits for any number of threads.
 *
 * <p>Because the caller works too, a foreign executor that is saturated, or of which the caller is
 * itself a thread, slows the work down but cannot block it.
 */
public final class Workers implements AutoCloseable {
  private final int parallelism;
  private final Executor executor;
  private final Runnable onClose;

  private Workers(int parallelism, Executor executor, Runnable onClose) {
    this.parallelism = parallelism;
    this.executor = executor;
    this.onClose = onClose;
  }

  /**
   * Workers with daemon threads of their own, ended by {@link #close()}.
   *
   * @param threads how many threads work, the caller included; at least 1
   * @return the workers
   */
  public static Workers of(int threads) {
    requirePositive(threads);
    if (threads == 1) {
      return sequential();
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads - 1, Workers::daemon);
    return new Workers(threads, pool, pool::shutdown);
  }

  /**
   * Workers on a given executor, which stays open.
   *
   * @param executor runs the helpers of the calling thread
   * @param threads how many threads work, the caller included; at least 1
   * @return the workers
   */
  public static Workers on(Executor executor, int threads) {
    requirePositive(threads);
    return new Workers(threads, Objects.requireNonNull(executor, "executor"), () -> {});
  }

  /**
   * Workers that are the calling thread alone.
   *
   * @return the workers
   */
  public static Workers sequential() {
    return new Workers(1, Runnable::run, () -> {});
  }

  private static void requirePositive(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads " + threads + "; must be at least 1");
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "ibcavi-worker");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * How many threads work at once, the caller included.
   *
   * @return at least 1
   */
  public int parallelism() {
    return parallelism;
  }

  /**
   * Runs every task and returns when all have ended. After a failure the tasks not yet begun are
   * left out, and the failure with the smallest index among those that happened is thrown.
   *
   * @param tasks how many
   * @param cancellation asked before each task
   * @param task receives the index
   */
  public void run(int tasks, Cancellation cancellation, IntConsumer task) {
    Batch batch = new Batch(tasks, cancellation, task);
    try {
      for (int helper = 1; helper < Math.min(parallelism, tasks); helper++) {
        executor.execute(batch::drain);
      }
    } catch (RejectedExecutionException e) {
      // Fewer helpers, or none: the caller does what they would have done.
    } finally {
      batch.drain();
      batch.await();
    }
    batch.throwFailure();
  }

  /**
   * Runs every item, and each on as many threads as are left for it: with at least as many items as
   * threads the items run side by side, each on one thread; with fewer, one after the other on all
   * threads.
   *
   * @param items how many
   * @param cancellation asked before each item
   * @param body receives the item's index and the workers it may use
   */
  public void spread(int items, Cancellation cancellation, ObjIntConsumer<Workers> body) {
    if (items >= parallelism) {
      run(items, cancellation, item -> body.accept(sequential(), item));
    } else {
      for (int item = 0; item < items; item++) {
        cancellation.check();
        body.accept(this, item);
      }
    }
  }

  /** How many threads work. */
  @Override
  public String toString() {
    return parallelism + (parallelism == 1 ? " thread" : " threads");
  }

  @Override
  public void close() {
    onClose.run();
  }

  /** One call of {@link #run}: who takes which index, and how it ended. */
  private static final class Batch {
    private final int tasks;
    private final Cancellation cancellation;
    private IntConsumer task;
    private final AtomicInteger next = new AtomicInteger();
    private int ended;
    private int failedIndex = Integer.MAX_VALUE;
    private Throwable failure;

    Batch(int tasks, Cancellation cancellation, IntConsumer task) {
      this.tasks = tasks;
      this.cancellation = cancellation;
      this.task = task;
    }

    void drain() {
      for (int index = next.getAndIncrement(); index < tasks; index = next.getAndIncrement()) {
        end(index, attempt(index));
      }
    }

    /** The failure of a task, an out-of-memory error included, goes to the caller as a value. */
    private Throwable attempt(int index) {
      if (hasFailed()) {
        return null;
      }
      try {
        cancellation.check();
        task.accept(index);
        return null;
      } catch (Throwable e) {
        return e;
      }
    }

    private synchronized boolean hasFailed() {
      return failure != null;
    }

    private synchronized void end(int index, Throwable thrown) {
      ended++;
      if (thrown != null && index < failedIndex) {
        failedIndex = index;
        failure = thrown;
      }
      if (ended == tasks) {
        notifyAll();
      }
    }

    /**
     * Waits even when interrupted: a task still running may hold the caller's arrays. Then lets go
     * of the task with all that it holds, since an executor may keep helpers that it never comes
     * to.
     */
    synchronized void await() {
      boolean interrupted = false;
      while (ended < tasks) {
        try {
          wait();
        } catch (InterruptedException e) {
          cancellation.noteInterruption();
          interrupted = true;
        }
      }
      task = null;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    synchronized void throwFailure() {
      if (failure instanceof RuntimeException runtimeException) {
        throw runtimeException;
      }
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure != null) {
        throw new IllegalStateException("a task threw a checked exception", failure);
      }
    }
  }
}
