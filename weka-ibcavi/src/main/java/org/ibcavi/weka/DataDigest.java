// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import weka.core.Instance;
import weka.core.Instances;

/** A number by which data are recognised, whatever the order of the instances and their storage. */
public final class DataDigest {
  private DataDigest() {}

  /**
   * Adds up the digests of all instances. Data that differ in a value or a weight have another
   * digest but for a chance of 2⁻⁶⁴.
   *
   * @param data the data
   * @return their digest
   */
  public static long of(Instances data) {
    long sum = data.numInstances();
    for (Instance instance : data) {
      sum += of(instance);
    }
    return sum;
  }

  /** Zeros are left out, as sparse instances do. */
  private static long of(Instance instance) {
    long sum = Double.doubleToLongBits(instance.weight());
    for (int i = 0; i < instance.numValues(); i++) {
      double value = instance.valueSparse(i);
      if (value != 0) {
        sum += mixed(mixed(instance.index(i)) ^ Double.doubleToLongBits(value));
      }
    }
    return mixed(sum);
  }

  /** The finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
  private static long mixed(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
