// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import org.apache.spark.sql.SparkSession;

/**
 * The session that all tests on two threads share; it ends with the process. Data go by Kryo, as
 * with many users; executors of the cluster tests have Java's serialization, Spark's default.
 */
final class Sessions {
  private Sessions() {}

  static SparkSession local() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("spark-ibcavi")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.warehouse.dir", "target/warehouse")
        .getOrCreate();
  }
}
