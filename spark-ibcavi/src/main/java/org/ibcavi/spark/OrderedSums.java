// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Sums of partitions' arrays in the order of the partitions, so that the same partitions give the
 * same bits whatever executor is first.
 */
final class OrderedSums {
  /** Partitions up to which the driver adds all sums itself. */
  private static final int FEW = 32;

  private OrderedSums() {}

  /**
   * Adds up.
   *
   * @param parts at most one element in each partition, arrays of the same lengths in all
   * @return the sums
   */
  static double[][] of(JavaRDD<double[][]> parts) {
    return added(parts.getNumPartitions() <= FEW ? parts.collect() : grouped(parts));
  }

  /** Executors add neighbours first, so that the driver gets few arrays. */
  private static List<double[][]> grouped(JavaRDD<double[][]> parts) {
    int group = (int) Math.ceil(Math.sqrt(parts.getNumPartitions()));
    int groups = (parts.getNumPartitions() + group - 1) / group;
    return parts
        .mapPartitionsWithIndex(
            (partition, arrays) -> {
              List<Tuple2<Integer, Tuple2<Integer, double[][]>>> found = new ArrayList<>();
              arrays.forEachRemaining(
                  array ->
                      found.add(new Tuple2<>(partition / group, new Tuple2<>(partition, array))));
              return found.iterator();
            },
            true)
        .mapToPair(pair -> pair)
        .groupByKey(groups)
        .mapToPair(
            pair -> {
              List<Tuple2<Integer, double[][]>> members = new ArrayList<>();
              pair._2().forEach(members::add);
              members.sort(Comparator.comparingInt(Tuple2::_1));
              return new Tuple2<>(pair._1(), added(members.stream().map(Tuple2::_2).toList()));
            })
        .collect()
        .stream()
        .sorted(Comparator.comparingInt(Tuple2::_1))
        .map(Tuple2::_2)
        .toList();
  }

  /** Adds arrays of the same lengths, the first ones first. */
  static double[][] added(List<double[][]> parts) {
    double[][] total = new double[parts.get(0).length][];
    for (int a = 0; a < total.length; a++) {
      total[a] = parts.get(0)[a].clone();
    }
    for (double[][] part : parts.subList(1, parts.size())) {
      for (int a = 0; a < total.length; a++) {
        for (int i = 0; i < total[a].length; i++) {
          total[a][i] += part[a][i];
        }
      }
    }
    return total;
  }
}
