// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the trainer logs while something is done. */
final class TrainerLog {
  private TrainerLog() {}

  static List<LogRecord> during(Level level, Runnable work) {
    List<LogRecord> records = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            records.add(entry);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(IBCaviTrainer.class.getName());
    Level before = logger.getLevel();
    logger.setLevel(level);
    logger.addHandler(handler);
    try {
      work.run();
    } finally {
      logger.removeHandler(handler);
      logger.setLevel(before);
    }
    return records;
  }
}
