// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.data;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;

/**
 * Simulated process starts of computer users, in place of the published experiment's recordings.
 * Programs have Zipfian popularity; each user has a set of habitual ones, some of them everybody's,
 * and a few scripts of three to six programs that start within seconds in slightly permuted order.
 * Between bursts minutes pass. An event's features are those of the publication: each of the last W
 * = 5 programs weighs exp(−Δt/τ), Δt seconds ago, τ = 60 s; of a program started twice the later
 * start counts. The first 80 % of a user's events train.
 */
public final class ProcessStarts {
  /** How many earlier events a row looks back at. */
  public static final int WINDOW = 5;

  /** Seconds after which an event's weight has fallen to 1/e. */
  public static final double TAU = 60;

  private static final double TRAINING_SHARE = 0.8;
  private static final int HABITS = 60;
  private static final int SCRIPTS = 12;
  private static final double SCRIPTED = 0.65;
  private static final double SWAP = 0.15;
  private static final double FOREIGN = 0.01;
  private static final double PAUSE_SECONDS = 240;
  private static final double BURST_SECONDS = 2;

  private final int processes;
  private final int[] events;
  private final double[] seconds;

  private ProcessStarts(int processes, int[] events, double[] seconds) {
    this.processes = processes;
    this.events = events;
    this.seconds = seconds;
  }

  /**
   * Draws the events of a user.
   *
   * @param processes K, how many programs there are
   * @param count events that become rows
   * @param user whose; each has habits of their own
   * @param seed of all users
   * @return the user's events
   */
  public static ProcessStarts ofUser(int processes, int count, int user, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + user);
    double[] popularity = new double[processes];
    double sum = 0;
    for (int k = 0; k < processes; k++) {
      sum += 1.0 / (k + 10);
      popularity[k] = sum;
    }
    int[] habits = new int[Math.min(HABITS, processes)];
    Arrays.setAll(habits, h -> drawn(popularity, random));
    int[][] scripts = new int[SCRIPTS][];
    Arrays.setAll(
        scripts,
        s ->
            IntStream.range(0, 3 + random.nextInt(4))
                .map(i -> habits[random.nextInt(habits.length)])
                .toArray());
    int[] events = new int[count + WINDOW];
    double[] seconds = new double[events.length];
    double now = 0;
    int filled = 0;
    while (filled < events.length) {
      now += -Math.log1p(-random.nextDouble()) * PAUSE_SECONDS;
      int[] burst = burst(scripts, habits, popularity, random);
      for (int i = 0; i < burst.length && filled < events.length; i++) {
        events[filled] = burst[i];
        seconds[filled++] = Math.floor(now);
        now += -Math.log1p(-random.nextDouble()) * BURST_SECONDS;
      }
    }
    return new ProcessStarts(processes, events, seconds);
  }

  private static int[] burst(
      int[][] scripts, int[] habits, double[] popularity, SplittableRandom random) {
    if (random.nextDouble() >= SCRIPTED) {
      boolean foreign = random.nextDouble() < FOREIGN;
      // The more habitual a program, the lower its place in the list.
      int place = (int) (habits.length * Math.pow(random.nextDouble(), 2));
      return new int[] {foreign ? drawn(popularity, random) : habits[place]};
    }
    int[] burst = scripts[(int) (scripts.length * Math.pow(random.nextDouble(), 2))].clone();
    for (int i = 1; i < burst.length; i++) {
      if (random.nextDouble() < SWAP) {
        int other = burst[i];
        burst[i] = burst[i - 1];
        burst[i - 1] = other;
      }
    }
    return burst;
  }

  private static int drawn(double[] cumulative, SplittableRandom random) {
    int found =
        Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[cumulative.length - 1]);
    return found >= 0 ? found : -found - 1;
  }

  private int rows() {
    return events.length - WINDOW;
  }

  private int trainingRows() {
    return (int) (TRAINING_SHARE * rows());
  }

  private double[] weights(int row, int[] columns) {
    double[] values = new double[columns.length];
    int event = row + WINDOW;
    for (int c = 0; c < columns.length; c++) {
      for (int lag = WINDOW; lag >= 1; lag--) {
        if (events[event - lag] == columns[c]) {
          values[c] = Math.exp(-(seconds[event] - seconds[event - lag]) / TAU);
        }
      }
    }
    return values;
  }

  private int[] columns(int row) {
    return Arrays.stream(events, row, row + WINDOW).sorted().distinct().toArray();
  }

  /**
   * The first 80 % of the events.
   *
   * @return recent programs, and the one that starts
   */
  public TrainingData training() {
    TrainingData.Builder builder = TrainingData.sparse(processes, processes);
    for (int row = 0; row < trainingRows(); row++) {
      int[] columns = columns(row);
      builder.add(columns, weights(row, columns), events[row + WINDOW]);
    }
    return builder.build();
  }

  /**
   * The recent programs of the other events.
   *
   * @return a row for each
   */
  public DesignMatrix test() {
    DesignMatrix.Builder builder = DesignMatrix.sparse(processes);
    for (int row = trainingRows(); row < rows(); row++) {
      int[] columns = columns(row);
      builder.add(columns, weights(row, columns));
    }
    return builder.build();
  }

  /**
   * The programs that start in the other events.
   *
   * @return one for each
   */
  public int[] testLabels() {
    return Arrays.copyOfRange(events, trainingRows() + WINDOW, events.length);
  }
}
