// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Rows that do not fit an executor: two executors of 512 MB fit rows of a Parquet file in their
 * partitions. Seconds of the jobs and the largest memory of each process are told at the end.
 * {@code LargeRows folder [rows columns classes]}; with 2 000 000 rows of 100 columns the file has
 * 1.6 GB. With {@code -Dmethod=} the method is not {@code binary}, with {@code -Dexecutors=} there
 * are not two. Needs Linux, and the environment of ClusterTest (SPARK_HOME, SPARK_SCALA_VERSION).
 */
public final class LargeRows {
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
  private static final Pattern EXECUTOR = Pattern.compile("executor-id \\d+");
  private static final int KILOBYTES_OF_MEGABYTE = 1024;
  private static final int PROBES_OF_SECOND = 2;

  private LargeRows() {}

  /**
   * Runs it.
   *
   * @param args where to put the file, and sizes
   * @throws IOException if the file cannot be measured
   */
  public static void main(String[] args) throws IOException {
    int rows = args.length > 1 ? Integer.parseInt(args[1]) : 2_000_000;
    int columns = args.length > 2 ? Integer.parseInt(args[2]) : 100;
    int classes = args.length > 3 ? Integer.parseInt(args[3]) : 5;
    Path file = Path.of(args[0], "rows-" + rows + "-" + columns + "-" + classes + ".parquet");
    Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    SparkSession session =
        SparkSession.builder()
            .master("local-cluster[" + Integer.getInteger("executors", 2) + ",1,512]")
            .appName("rows that do not fit")
            .config("spark.executor.memory", "512m")
            .config("spark.ui.enabled", "false")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.warehouse.dir", "target/warehouse")
            .getOrCreate();
    if (!Files.exists(file.resolve("_SUCCESS"))) {
      BenchmarkData.simulated(session, rows, columns, classes, 32)
          .write()
          .mode("overwrite")
          .parquet(file.toString());
    }
    System.out.printf(Locale.ROOT, "%.2f GB on disk%n", bytes(file) / 1e9);
    JobTimes times = new JobTimes();
    session.sparkContext().addSparkListener(times);
    Map<String, Integer> peaks = new ConcurrentHashMap<>();
    Thread probe = new Thread(() -> probe(peaks), "memory probe");
    probe.setDaemon(true);
    probe.start();
    Dataset<Row> data = session.read().parquet(file.toString());
    long start = System.nanoTime();
    IBCaviClassificationModel model =
        new IBCaviClassifier()
            .setMethod(System.getProperty("method", "binary"))
            .setStrategy("auto")
            .fit(data);
    System.out.printf(Locale.ROOT, "fit in %.0f s%n", (System.nanoTime() - start) / 1e9);
    System.out.println(model.summary());
    System.out.println("largest resident memory, MB: " + new TreeMap<>(peaks));
    System.out.println("seconds of the jobs: " + times.seconds);
    session.stop();
  }

  /** How long each job took, in their order. */
  private static final class JobTimes extends SparkListener {
    private final List<Double> seconds = Collections.synchronizedList(new ArrayList<>());
    private long start;

    @Override
    public void onJobStart(SparkListenerJobStart job) {
      start = job.time();
    }

    @Override
    public void onJobEnd(SparkListenerJobEnd job) {
      seconds.add((job.time() - start) / 1e3);
    }
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** Asks Linux for the largest memory of this process and every executor, again and again. */
  private static void probe(Map<String, Integer> peaks) {
    while (true) {
      peak(ProcessHandle.current()).ifPresent(megabytes -> peaks.put("driver", megabytes));
      ProcessHandle.current()
          .descendants()
          .forEach(
              process -> {
                Matcher executor = EXECUTOR.matcher(text(process, "cmdline").replace('\0', ' '));
                if (executor.find()) {
                  peak(process).ifPresent(found -> peaks.put(executor.group(), found));
                }
              });
      try {
        Thread.sleep(1000 / PROBES_OF_SECOND);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static Optional<Integer> peak(ProcessHandle process) {
    Matcher peak = PEAK.matcher(text(process, "status"));
    return peak.find()
        ? Optional.of(Integer.parseInt(peak.group(1)) / KILOBYTES_OF_MEGABYTE)
        : Optional.empty();
  }

  private static String text(ProcessHandle process, String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), file));
    } catch (IOException e) {
      return ""; // It has ended.
    }
  }
}
