// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import java.util.Locale;
import org.ibcavi.design.DesignMatrix;

/**
 * The features and random Fourier features of a kernel (Rahimi and Recht 2007): for each frequency
 * w the pair a·cos(wᵀx), a·sin(wᵀx). With a² = s/pairs the scalar product of two rows' waves
 * estimates s·k(x − x′), so independent coefficients of variance τ² make a Gaussian process with
 * the covariance sτ²k, beside the linear function.
 */
public final class Waves implements FittedBasis {
  /** Arguments beyond it have no meaningful sine, but it must be a number. */
  private static final double LARGEST = 1e15;

  private final int inputs;
  private final int pairs;
  private final double length;
  private final double amplitude;
  private final double[] frequencies;

  /**
   * Puts the map together.
   *
   * @param inputs features of a row
   * @param length the length scale that the frequencies are for, above 0; for the text only
   * @param amplitude of every wave, above 0
   * @param frequencies inputs × pairs, finite
   */
  public Waves(int inputs, double length, double amplitude, double[] frequencies) {
    this.inputs = inputs;
    this.pairs = frequencies.length / inputs;
    this.length = length;
    this.amplitude = amplitude;
    this.frequencies = frequencies.clone();
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int columns() {
    return inputs + 2 * pairs;
  }

  /**
   * The number of frequencies.
   *
   * @return half the waves
   */
  public int pairs() {
    return pairs;
  }

  /**
   * The length scale that the frequencies are for.
   *
   * @return in units of the fitted scale
   */
  public double length() {
    return length;
  }

  /**
   * The amplitude of every wave.
   *
   * @return above 0
   */
  public double amplitude() {
    return amplitude;
  }

  /**
   * The frequencies.
   *
   * @return a copy, inputs × pairs
   */
  public double[] frequencies() {
    return frequencies.clone();
  }

  @Override
  public double valuesPerRow(double stored) {
    return columns();
  }

  @Override
  public DesignMatrix apply(DesignMatrix rows) {
    DesignMatrix.Builder mapped = DesignMatrix.dense(columns());
    double[] row = new double[columns()];
    for (int chunk = 0; chunk < rows.chunks(); chunk++) {
      double[] phases = new double[rows.chunkSize(chunk) * pairs];
      rows.addProduct(chunk, frequencies, pairs, phases);
      for (int i = 0; i < rows.chunkSize(chunk); i++) {
        rows.copyRow(rows.chunkStart(chunk) + i, row);
        for (int j = 0; j < pairs; j++) {
          double phase = Math.max(-LARGEST, Math.min(LARGEST, phases[i * pairs + j]));
          row[inputs + 2 * j] = amplitude * StrictMath.cos(phase);
          row[inputs + 2 * j + 1] = amplitude * StrictMath.sin(phase);
        }
        mapped.add(row);
      }
    }
    return mapped.build();
  }

  /** Such as {@code smooth, length 3.16, 200 waves}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "smooth, length %.3g, %d waves", length, 2 * pairs);
  }
}
