// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;

/** Times the sweeps of a fit. */
final class SweepClock implements FitListener {
  private static final int SWEEPS = 8;

  private final List<Long> times = new ArrayList<>();
  private final LongSupplier clock;

  private SweepClock(LongSupplier clock) {
    this.clock = clock;
  }

  /** Fits in which nothing is learned, sampled or averaged, and no category is ever done. */
  static IbCavi sweepsOnly(int threads) {
    return IbCavi.withDefaults()
        .threads(threads)
        .prior(Prior.isotropic(1))
        .covariance(CovarianceShape.FULL)
        .method(Method.BINARY)
        .posterior(PosteriorKind.CAVI)
        .average(Average.fixed(1))
        .standardize(false)
        .tolerance(1e-12)
        .maxSweeps(SWEEPS);
  }

  /** Seconds of the fastest sweep: what the code needs when nothing disturbs it. */
  static double fastestSweep(IbCavi settings, TrainingData data) {
    return fastestSweep(settings, data, System::nanoTime);
  }

  /** The same by the processor time of the fitting thread, for fits on one thread. */
  static double fastestSweepOfOneThread(IbCavi settings, TrainingData data) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return fastestSweep(settings, data, threads::getCurrentThreadCpuTime);
  }

  private static double fastestSweep(IbCavi settings, TrainingData data, LongSupplier clock) {
    SweepClock listener = new SweepClock(clock);
    settings.listener(listener).fit(data);
    List<Long> times = listener.times;
    double best = Double.POSITIVE_INFINITY;
    for (int i = 1; i < times.size(); i++) {
      best = Math.min(best, 1e-9 * (times.get(i) - times.get(i - 1)));
    }
    return best;
  }

  @Override
  public void onSweep(FitProgress progress) {
    if (progress.phase() == FitPhase.BINARY) {
      times.add(clock.getAsLong());
    }
  }
}
