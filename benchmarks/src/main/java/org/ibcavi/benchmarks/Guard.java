// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import org.ibcavi.IbCavi;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.Workers;
import org.ibcavi.settings.Method;

/**
 * Notices when something became slow: processor time of what a fit consists of, as a ratio to that
 * of a plain triple loop in the same run, beside the ratios kept in a file. What another program
 * takes from this one, or a slower clock, is in both. Arguments: the file; {@code write} to keep
 * the figures of this run instead of comparing.
 */
public final class Guard {
  /**
   * A ratio may grow by this factor. Four runs on a busy machine differed by 4 % at the most, and
   * what C2 leaves scalar by mistake is at least twice as slow.
   */
  private static final double TOLERANCE = 1.25;

  private static final int WARM_UP = 40;
  private static final int ROUNDS = 40;
  private static final String CALIBRATION = "calibration";

  private Guard() {}

  /**
   * Runs it.
   *
   * @param args the file, and whether to write it
   * @throws IOException if the file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    Map<String, Double> ratios = ratios();
    if (args.length > 1 && args[1].equals("write")) {
      write(file, ratios);
    } else if (!compare(kept(file), ratios)) {
      System.exit(1);
    }
  }

  private static Map<String, Double> ratios() {
    Map<String, Runnable> work = new LinkedHashMap<>();
    work.put(CALIBRATION, new Calibration());
    work.put("product", product());
    work.put("gram", gram());
    work.put("link.probit", link(Link.PROBIT));
    work.put("link.logit", link(Link.LOGIT));
    work.put("sweep.dense", sweep(NoiseData.dense(1024, 128, 64), 64));
    work.put("sweep.sparse", sweep(NoiseData.sparse(2048, 1024, 64, 8), 64));
    work.put("prediction", prediction());
    Map<String, Double> best = new LinkedHashMap<>();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (Map.Entry<String, Runnable> entry : work.entrySet()) {
        long start = threads.getCurrentThreadCpuTime();
        entry.getValue().run();
        double time = threads.getCurrentThreadCpuTime() - start;
        if (round >= 0) {
          best.merge(entry.getKey(), time, Math::min);
        }
      }
    }
    double unit = best.remove(CALIBRATION);
    best.replaceAll((name, time) -> time / unit);
    return best;
  }

  private static Runnable product() {
    DesignMatrix x = NoiseData.dense(1024, 256, 2).features();
    double[] b = new SplittableRandom(1).doubles(256 * 128).toArray();
    double[] out = new double[DesignMatrix.CHUNK_ROWS * 128];
    return () -> {
      Arrays.fill(out, 0);
      for (int chunk = 0; chunk < x.chunks(); chunk++) {
        x.addProduct(chunk, b, 128, out);
      }
    };
  }

  private static Runnable gram() {
    DesignMatrix x = NoiseData.dense(1024, 256, 2).features();
    double[] weights = new SplittableRandom(1).doubles(DesignMatrix.CHUNK_ROWS).toArray();
    double[] out = new double[257 * 257];
    return () -> {
      for (int chunk = 0; chunk < x.chunks(); chunk++) {
        x.addUpperGram(chunk, weights, true, out);
      }
    };
  }

  private static Runnable link(Link link) {
    SplittableRandom random = new SplittableRandom(1);
    double[] eta = new double[1 << 16];
    Arrays.setAll(eta, at -> -2 + random.nextGaussian());
    double[] work = new double[eta.length];
    double[] totals = new double[1 << 8];
    return () -> {
      System.arraycopy(eta, 0, work, 0, eta.length);
      for (int from = 0; from < work.length; from += totals.length) {
        link.negatives(1, work, null, from, totals.length, totals, 0);
      }
    };
  }

  private static Runnable sweep(TrainingData data, int categories) {
    return new FusedPass(data.features(), categories, Workers.sequential())::run;
  }

  private static Runnable prediction() {
    TrainingData data = NoiseData.dense(2048, 16, 26);
    CategoricalModel model = IbCavi.withDefaults().method(Method.BINARY).fit(data);
    DesignMatrix rows = data.features();
    return () -> model.probabilities(rows);
  }

  private static Properties kept(Path file) throws IOException {
    Properties kept = new Properties();
    try (var reader = Files.newBufferedReader(file)) {
      kept.load(reader);
    }
    return kept;
  }

  /** Prints all and says whether none grew beyond the tolerance. */
  private static boolean compare(Properties kept, Map<String, Double> ratios) {
    boolean good = true;
    System.out.println("| what | ratio | kept | change |");
    System.out.println("|---|---|---|---|");
    for (Map.Entry<String, Double> entry : ratios.entrySet()) {
      String text = kept.getProperty(entry.getKey());
      double before = text == null ? Double.NaN : Double.parseDouble(text);
      double change = entry.getValue() / before;
      boolean slow = !(change <= TOLERANCE);
      good &= !slow;
      System.out.printf(
          Locale.ROOT,
          "| %s | %.3f | %.3f | %.2f%s |%n",
          entry.getKey(),
          entry.getValue(),
          before,
          change,
          slow ? ", slower than " + TOLERANCE + " times" : "");
    }
    return good;
  }

  private static void write(Path file, Map<String, Double> ratios) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(
        "# Processor time as a ratio to a plain triple loop's; written with -Dguard.mode=write\n");
    ratios.forEach(
        (name, ratio) -> text.append(String.format(Locale.ROOT, "%s=%.4f%n", name, ratio)));
    Files.writeString(file, text.toString());
    System.out.print(text);
  }

  /** A product by three loops, one chain of additions for each element: none runs beside it. */
  private static final class Calibration implements Runnable {
    private static final int SIZE = 144;

    private final double[] a = new SplittableRandom(1).doubles(SIZE * SIZE).toArray();
    private final double[] b = new SplittableRandom(2).doubles(SIZE * SIZE).toArray();
    private final double[] c = new double[SIZE * SIZE];

    @Override
    public void run() {
      for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
          double sum = 0;
          for (int p = 0; p < SIZE; p++) {
            sum += a[i * SIZE + p] * b[j * SIZE + p];
          }
          c[i * SIZE + j] = sum;
        }
      }
    }
  }
}
