// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cancelling the group of a fit's jobs ends the fit. */
class CancellationTest {
  private static final SparkSession SESSION = Sessions.local();
  private static final String GROUP = "to be cancelled";

  /** Takes far longer than the test waits. */
  private static IBCaviClassifier slow(String strategy) {
    return new IBCaviClassifier()
        .setMethod("categorical")
        .setTolerance(1e-9)
        .setScaleTolerance(1e-3)
        .setStrategy(strategy);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gather", "partition"})
  void aCancelledJobGroupEndsTheFit(String strategy) throws InterruptedException {
    List<Row> rows = TestRows.simulated(5000, 40, 30, false, 1);
    Dataset<Row> data = TestRows.dataset(SESSION, rows).repartition(2).cache();
    data.count();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread fit =
        new Thread(
            () -> {
              SESSION.sparkContext().setJobGroup(GROUP, "a slow fit", false);
              try {
                slow(strategy).fit(data);
              } catch (Exception e) {
                thrown.set(e);
              } finally {
                SESSION.sparkContext().clearJobGroup();
              }
            });
    fit.start();
    fit.join(2500);
    assertTrue(fit.isAlive(), "the fit is at work");
    // Between two jobs there is nothing to cancel, so that one call may be too early.
    for (int attempt = 0; attempt < 200 && fit.isAlive(); attempt++) {
      SESSION.sparkContext().cancelJobGroup(GROUP);
      fit.join(50);
    }
    assertFalse(fit.isAlive(), "the fit has ended");
    assertTrue(thrown.get().toString().contains("cancelled"), thrown.get()::toString);
    data.unpersist();
  }
}
