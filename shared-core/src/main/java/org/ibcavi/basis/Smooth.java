// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import java.util.SplittableRandom;
import org.ibcavi.design.DesignMatrix;

/**
 * Random waves of a Gaussian kernel, exp(−|x − x′|²/2ℓ²).
 *
 * <p>Frequencies come in groups of M that are orthogonal to each other, each as long as a normal
 * vector (Yu et al. 2016): the kernel is estimated without bias and with less variance than from
 * independent ones.
 *
 * @param length ℓ in units of √M, the typical distance of standardized rows over √2
 * @param pairs frequencies, each with a cosine and a sine
 */
public record Smooth(double length, int pairs) implements Basis {
  /**
   * The squared length of what a basis of all features together adds to a row, as a multiple of
   * that of its standardized features, so that one prior variance serves both; of waves and of
   * leaves. The comparison in docs/laboratory/bases.md chose it.
   */
  static final double SHARE = 4;

  @Override
  public int columns(int inputs) {
    return Math.addExact(inputs, 2 * pairs);
  }

  @Override
  public double valuesPerRow(int inputs, double stored) {
    return columns(inputs);
  }

  /** Frequencies, and directions in which they point. */
  @Override
  public double valuesToFit(int inputs, int rows) {
    return (2.0 * pairs + Math.min(inputs, pairs)) * inputs;
  }

  @Override
  public FittedBasis fit(DesignMatrix rows, double[] weights, long seed) {
    int inputs = rows.columns();
    if (inputs == 0) {
      return FittedBasis.identity(0);
    }
    double scale = length * Math.sqrt(inputs);
    SplittableRandom random = new SplittableRandom(seed ^ Double.doubleToLongBits(length));
    double[] frequencies = new double[Math.multiplyExact(inputs, pairs)];
    for (int first = 0; first < pairs; first += inputs) {
      double[][] directions = orthonormal(inputs, Math.min(inputs, pairs - first), random);
      for (int j = 0; j < directions.length; j++) {
        double stretch = Math.sqrt(chiSquared(inputs, random)) / scale;
        for (int m = 0; m < inputs; m++) {
          frequencies[m * pairs + first + j] = stretch * directions[j][m];
        }
      }
    }
    return new Waves(inputs, scale, Math.sqrt(SHARE * inputs / pairs), frequencies);
  }

  private static double chiSquared(int degrees, SplittableRandom random) {
    double sum = 0;
    for (int m = 0; m < degrees; m++) {
      double normal = random.nextGaussian();
      sum += normal * normal;
    }
    return sum;
  }

  /** Normal vectors made orthogonal, one after the other. */
  private static double[][] orthonormal(int size, int count, SplittableRandom random) {
    double[][] vectors = new double[count][size];
    for (int j = 0; j < count; j++) {
      for (int m = 0; m < size; m++) {
        vectors[j][m] = random.nextGaussian();
      }
      for (int before = 0; before < j; before++) {
        double product = 0;
        for (int m = 0; m < size; m++) {
          product += vectors[before][m] * vectors[j][m];
        }
        for (int m = 0; m < size; m++) {
          vectors[j][m] -= product * vectors[before][m];
        }
      }
      double norm = 0;
      for (double value : vectors[j]) {
        norm += value * value;
      }
      for (int m = 0; m < size; m++) {
        vectors[j][m] /= Math.sqrt(norm);
      }
    }
    return vectors;
  }
}
