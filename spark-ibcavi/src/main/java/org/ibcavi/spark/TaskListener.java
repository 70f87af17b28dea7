// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import org.apache.spark.TaskContext;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;

/** Ends the core's work in a task that was killed. */
record TaskListener(TaskContext task) implements FitListener {
  @Override
  public void onSweep(FitProgress progress) {}

  @Override
  public boolean cancelled() {
    return task.isInterrupted();
  }
}
