// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Timer;
import java.util.TimerTask;

/**
 * One fit of one peer, in a JVM that ends when the time is up. Prints seconds, log loss, accuracy,
 * calibration error and peak heap in MB, a line each; or the one line {@value #TOO_LONG}.
 * Arguments: data set, peer.
 */
public final class PeerRun {
  /** What is printed when the time is up. */
  static final String TOO_LONG = "too long";

  private PeerRun() {}

  /**
   * Runs it.
   *
   * @param args data set, peer
   * @throws Exception whatever the peer throws
   */
  public static void main(String[] args) throws Exception {
    Split split = Peers.DATA.get(args[0]).get();
    Peer peer = Peers.PEERS.get(args[1]).get();
    endAfter(Long.getLong("peer.seconds"));
    System.gc();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    Peer.Outcome outcome = peer.run(split);
    long peak =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum();
    Score score = Score.of(outcome.probabilities(), split.testLabels());
    System.out.println(outcome.seconds());
    System.out.println(score.logLoss());
    System.out.println(score.accuracy());
    System.out.println(score.calibrationError());
    System.out.println(1e-6 * peak);
    Runtime.getRuntime().halt(0); // Some peers leave threads behind.
  }

  private static void endAfter(long seconds) {
    TimerTask end =
        new TimerTask() {
          @Override
          public void run() {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            System.out.println(TOO_LONG);
            Runtime.getRuntime().halt(0);
          }
        };
    new Timer(true).schedule(end, 1000 * seconds);
  }
}
