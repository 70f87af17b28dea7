// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import org.ibcavi.posterior.PosteriorCovariance;

/** A small square matrix with the textbook's algorithms, to compare with. */
public final class NaiveMatrix {
  private final double[][] a;

  /** Takes the rows, not copied. */
  public NaiveMatrix(double[][] rows) {
    this.a = rows;
  }

  /** The identity. */
  public static NaiveMatrix identity(int size) {
    double[][] rows = new double[size][size];
    for (int p = 0; p < size; p++) {
      rows[p][p] = 1;
    }
    return new NaiveMatrix(rows);
  }

  /** A posterior's covariance, entries from variances of sums: Σpq = (V(p+q) − V(p−q)) / 4. */
  public static NaiveMatrix covariance(PosteriorCovariance covariance, int posterior, int size) {
    double[][] rows = new double[size][size];
    for (int p = 0; p < size; p++) {
      for (int q = 0; q < size; q++) {
        double[] sum = new double[size];
        sum[p] += 1;
        sum[q] += 1;
        double[] difference = new double[size];
        difference[p] += 1;
        difference[q] -= 1;
        rows[p][q] =
            (covariance.variance(posterior, sum) - covariance.variance(posterior, difference)) / 4;
      }
    }
    return new NaiveMatrix(rows);
  }

  /** An entry. */
  public double get(int p, int q) {
    return a[p][q];
  }

  /** How many rows there are. */
  public int size() {
    return a.length;
  }

  /** The sum of this and weight · xxᵀ. */
  public NaiveMatrix plus(double weight, double[] x) {
    double[][] rows = new double[a.length][a.length];
    for (int p = 0; p < a.length; p++) {
      for (int q = 0; q < a.length; q++) {
        rows[p][q] = a[p][q] + weight * x[p] * x[q];
      }
    }
    return new NaiveMatrix(rows);
  }

  /** The product with a vector. */
  public double[] times(double[] x) {
    double[] result = new double[a.length];
    for (int p = 0; p < a.length; p++) {
      for (int q = 0; q < a.length; q++) {
        result[p] += a[p][q] * x[q];
      }
    }
    return result;
  }

  /** xᵀAx. */
  public double form(double[] x) {
    double[] ax = times(x);
    double sum = 0;
    for (int p = 0; p < x.length; p++) {
      sum += x[p] * ax[p];
    }
    return sum;
  }

  /** tr(AB) for a symmetric B. */
  public double traceWith(NaiveMatrix b) {
    double sum = 0;
    for (int p = 0; p < a.length; p++) {
      for (int q = 0; q < a.length; q++) {
        sum += a[p][q] * b.a[p][q];
      }
    }
    return sum;
  }

  /** L with LLᵀ = A, by the definition. */
  public double[][] lower() {
    int n = a.length;
    double[][] l = new double[n][n];
    for (int p = 0; p < n; p++) {
      for (int q = 0; q <= p; q++) {
        double rest = a[p][q];
        for (int s = 0; s < q; s++) {
          rest -= l[p][s] * l[q][s];
        }
        l[p][q] = p == q ? Math.sqrt(rest) : rest / l[q][q];
      }
    }
    return l;
  }

  /** LLᵀ of a factor. */
  public static NaiveMatrix ofLower(double[][] l) {
    int n = l.length;
    double[][] rows = new double[n][n];
    for (int p = 0; p < n; p++) {
      for (int q = 0; q < n; q++) {
        for (int s = 0; s <= Math.min(p, q); s++) {
          rows[p][q] += l[p][s] * l[q][s];
        }
      }
    }
    return new NaiveMatrix(rows);
  }

  /** log |A| of a positive definite A. */
  public double logDeterminant() {
    double[][] l = lower();
    double sum = 0;
    for (int p = 0; p < l.length; p++) {
      sum += 2 * Math.log(l[p][p]);
    }
    return sum;
  }

  /** The inverse, by Gauss and Jordan's elimination; fit for positive definite matrices. */
  public NaiveMatrix inverse() {
    int n = a.length;
    double[][] left = new double[n][];
    double[][] right = identity(n).a;
    for (int p = 0; p < n; p++) {
      left[p] = a[p].clone();
    }
    for (int p = 0; p < n; p++) {
      double pivot = left[p][p];
      for (int q = 0; q < n; q++) {
        left[p][q] /= pivot;
        right[p][q] /= pivot;
      }
      for (int r = 0; r < n; r++) {
        double factor = left[r][p];
        for (int q = 0; r != p && q < n; q++) {
          left[r][q] -= factor * left[p][q];
          right[r][q] -= factor * right[p][q];
        }
      }
    }
    return new NaiveMatrix(right);
  }

  /** Without what is off the diagonal. */
  public NaiveMatrix diagonal() {
    double[][] rows = new double[a.length][a.length];
    for (int p = 0; p < a.length; p++) {
      rows[p][p] = a[p][p];
    }
    return new NaiveMatrix(rows);
  }
}
