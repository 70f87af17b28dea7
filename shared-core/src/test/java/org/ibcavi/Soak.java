// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFile;
import org.ibcavi.file.ModelFormatException;
import org.ibcavi.fit.FitCancelledException;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Prediction;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PredictionMode;

/**
 * Many fits of changing sizes in one process, most of them disturbed. Each either fails by the
 * exception that it should or is the same as an undisturbed one, bit for bit; at the end there are
 * no more threads and hardly more memory than at the beginning. {@link SoakTest} starts it with a
 * small heap and a limit on the length of files, which is a disk that fills up.
 */
final class Soak {
  /** Growth of the heap that is no leak: classes, compiled code's constants, caches of the JDK. */
  private static final long ALLOWED_GROWTH = 4L << 20;

  private static final int WARM_UP = 100;

  /** Tasks that are kept of those that an executor never comes to. */
  private static final int MOST_QUEUED = 5000;

  private final SplittableRandom random = new SplittableRandom(19);
  private final Path folder;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, Integer> outcomes = new TreeMap<>();

  /** An executor whose only thread never comes to the tasks; it keeps them all. */
  private final List<Runnable> queue = new ArrayList<>();

  private Soak(Path folder) {
    this.folder = folder;
  }

  /** What is fitted, and what an undisturbed fit gave. */
  private record Problem(IbCavi settings, TrainingData data, List<Double> expected) {}

  /** The number of fits, and a folder for files. */
  public static void main(String[] args) throws Exception {
    new Soak(Path.of(args[1])).run(Integer.parseInt(args[0]));
  }

  private void run(int fits) throws Exception {
    addProblems();
    int threads = 0;
    long heap = 0;
    for (int i = 0; i < fits; i++) {
      if (i == Math.min(WARM_UP, fits / 2)) {
        threads = threads();
        heap = heap();
      }
      if (i % 100 == 0) {
        System.out.printf("%d fits, %d threads, %d KiB%n", i, threads(), heap() >> 10);
      }
      disturbedFit(problems.get(random.nextInt(problems.size())));
    }
    long growth = heap() - heap;
    System.out.printf("outcomes %s%n", outcomes);
    System.out.printf(
        "threads %d at first, %d at last; heap grew by %d KiB%n", threads, threads(), growth >> 10);
    require(threads() <= threads, "threads are left");
    require(growth < ALLOWED_GROWTH, "memory is left");
  }

  private static void require(boolean holds, String complaint) {
    if (!holds) {
      throw new AssertionError(complaint);
    }
  }

  /** Both stages, bases, dense and sparse rows, some with many coefficients. */
  private void addProblems() throws IOException {
    for (int p = 0; p < 16; p++) {
      int rows = 30 + random.nextInt(600);
      int columns = 1 + random.nextInt(p % 4 == 3 ? 40 : 8);
      int categories = 2 + random.nextInt(6);
      boolean sparse = p % 3 == 2;
      TrainingData data =
          RandomData.of(p, rows, columns, categories, sparse ? 0.3 : 1).stored(sparse);
      Method method = p % 2 == 0 ? Method.CATEGORICAL : Method.BINARY;
      IbCavi settings = IbCavi.withDefaults().method(method);
      settings = p % 8 == 0 ? settings.basis(BasisKind.AUTO) : settings;
      problems.add(new Problem(settings, data, essence(settings.fit(data))));
    }
  }

  /** Predictions at the means, and with covariances; the times in a report differ. */
  private static List<Double> essence(CategoricalModel model) {
    Prediction moderated = new Prediction(PredictionMode.MODERATED, 2, 1);
    return Stream.of(model, model.predictingBy(moderated))
        .flatMap(each -> Arrays.stream(rows(each)).map(each::probabilities))
        .flatMapToDouble(Arrays::stream)
        .boxed()
        .toList();
  }

  private static double[][] rows(CategoricalModel model) {
    double[][] rows = new double[5][model.features()];
    for (int i = 0; i < rows.length; i++) {
      Arrays.fill(rows[i], i - 2);
    }
    return rows;
  }

  private void disturbedFit(Problem problem) throws Exception {
    switch (random.nextInt(8)) {
      case 0 -> stopped(problem);
      case 1 -> interrupted(problem);
      case 2 -> withExecutor("executor refuses", problem, refusing());
      case 3 -> withExecutor("executor fails", problem, failing());
      case 4 -> withExecutor("executor never comes to it", problem, queue::add);
      case 5 -> listenerFails(problem);
      case 6 -> saved(problem);
      default -> expectSame("undisturbed", problem, problem.settings().threads(2));
    }
    queue.subList(0, Math.max(0, queue.size() - MOST_QUEUED)).clear();
  }

  private void count(String outcome) {
    outcomes.merge(outcome, 1, Integer::sum);
  }

  private void expectSame(String name, Problem problem, IbCavi settings) {
    List<Double> found = essence(settings.fit(problem.data()));
    require(problem.expected().equals(found), name + ": another model");
    count(name + ", same model");
  }

  /** The listener stops the fit at one of the questions that it is asked. */
  private void stopped(Problem problem) {
    AtomicInteger left = new AtomicInteger(random.nextInt(3000));
    FitListener listener =
        new FitListener() {
          @Override
          public void onSweep(FitProgress progress) {}

          @Override
          public boolean cancelled() {
            return left.getAndDecrement() <= 0;
          }
        };
    int threads = 1 + random.nextInt(3);
    try {
      expectSame(
          "not yet stopped", problem, problem.settings().threads(threads).listener(listener));
    } catch (FitCancelledException e) {
      count("stopped");
    }
  }

  private void interrupted(Problem problem) {
    Thread caller = Thread.currentThread();
    int delay = random.nextInt(60);
    Thread other =
        new Thread(
            () -> {
              try {
                Thread.sleep(delay);
                caller.interrupt();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    other.start();
    try {
      expectSame("not yet interrupted", problem, problem.settings().threads(3));
    } catch (FitCancelledException e) {
      require(Thread.currentThread().isInterrupted(), "the interrupt was forgotten");
      count("interrupted");
    }
    forgetInterruptOf(other);
  }

  /** Waits for the thread that interrupts, whose interrupt may come after the fit. */
  private static void forgetInterruptOf(Thread other) {
    while (other.isAlive()) {
      Thread.onSpinWait();
    }
    Thread.interrupted();
  }

  private Executor refusing() {
    int[] left = {random.nextInt(50)};
    return task -> {
      if (left[0]-- <= 0) {
        throw new RejectedExecutionException("no more");
      }
      task.run();
    };
  }

  /** Runs some tasks, and then throws before or after running one. */
  private Executor failing() {
    int[] left = {random.nextInt(200)};
    boolean before = random.nextBoolean();
    return task -> {
      boolean fails = left[0]-- == 0;
      if (!fails || !before) {
        task.run();
      }
      if (fails) {
        throw new IllegalStateException("the executor broke");
      }
    };
  }

  private void withExecutor(String name, Problem problem, Executor executor) {
    try {
      expectSame(name, problem, problem.settings().threads(executor, 3));
    } catch (IllegalStateException e) {
      require(e.getMessage().equals("the executor broke"), e.getMessage());
      count(name + ", the caller was told");
    }
  }

  private void listenerFails(Problem problem) {
    AtomicInteger left = new AtomicInteger(random.nextInt(40));
    FitListener listener =
        new FitListener() {
          @Override
          public void onSweep(FitProgress progress) {
            if (left.getAndDecrement() <= 0) {
              throw new IllegalStateException("the listener broke");
            }
          }
        };
    try {
      expectSame("listener not yet broken", problem, problem.settings().listener(listener));
    } catch (IllegalStateException e) {
      require(e.getMessage().equals("the listener broke"), e.getMessage());
      count("listener broke, the caller was told");
    }
  }

  /** The file is the new one or the old one, whole, and there is no other. */
  private void saved(Problem problem) throws IOException {
    CategoricalModel model = problem.settings().fit(problem.data());
    cutShort(model);
    toFullDevice(model);
    Path file = folder.resolve("model.ibcavi");
    byte[] before = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    if (random.nextInt(3) == 0) {
      Thread.currentThread().interrupt();
    }
    try {
      ModelFile.save(model, file);
      require(problem.expected().equals(essence(ModelFile.load(file))), "not what was saved");
      count("saved");
    } catch (IOException e) {
      String reason = Thread.interrupted() ? e.getClass().getSimpleName() : e.getMessage();
      byte[] after = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
      require(Arrays.equals(before, after), "a half-written file");
      count("not saved: " + reason);
    }
    try (Stream<Path> files = Files.list(folder)) {
      require(files.allMatch(file::equals), "a temporary file is left");
    }
  }

  /** Linux's device that has no room for anything. */
  private void toFullDevice(CategoricalModel model) {
    Path device = Path.of("/dev/full");
    if (Files.exists(device)) {
      try {
        ModelFile.save(model, device);
        throw new AssertionError("a full device was not noticed");
      } catch (IOException e) {
        count("full device: " + e.getMessage());
      }
      require(!Files.isRegularFile(device), "a device became a file");
    }
  }

  /** No beginning of a model is taken for one. */
  private void cutShort(CategoricalModel model) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    ModelFile.write(model, whole);
    int room = random.nextInt(whole.size());
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    try {
      ModelFile.write(model, full(kept, room));
      throw new AssertionError("a full stream was not noticed");
    } catch (ModelFormatException e) {
      throw e;
    } catch (IOException e) {
      count("stream full");
    }
    try {
      ModelFile.read(new ByteArrayInputStream(kept.toByteArray()));
      throw new AssertionError("a part of a model was read");
    } catch (ModelFormatException e) {
      count("part of a model refused");
    }
  }

  private static OutputStream full(ByteArrayOutputStream out, int room) {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        if (out.size() >= room) {
          throw new IOException("full");
        }
        out.write(value);
      }
    };
  }

  /** Threads of pools that were shut down end soon. */
  private static int threads() throws InterruptedException {
    for (int i = 0; i < 200 && workers() > 0; i++) {
      Thread.sleep(10);
    }
    return Thread.getAllStackTraces().size();
  }

  private static long workers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("ibcavi-worker"))
        .count();
  }

  private static long heap() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    System.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }
}
