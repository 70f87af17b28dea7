// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import org.apache.commons.numbers.gamma.Erfc;
import org.ibcavi.NaiveMatrix;
import org.ibcavi.RandomData;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.link.Link;

/** One category's binary regression computed from the definitions, with no care for speed. */
final class NaiveRegression {
  private final Link link;
  private final double[][] rows;
  private final boolean[] positive;
  private final double[] weights;
  private final double[] priorMean;
  private final NaiveMatrix priorPrecision;

  NaiveRegression(
      Link link, RandomData data, int category, boolean intercept, GaussianPrior prior) {
    int size = prior.size();
    this.link = link;
    this.rows = new double[data.count()][];
    this.positive = new boolean[data.count()];
    this.weights = data.weights();
    for (int i = 0; i < rows.length; i++) {
      rows[i] = java.util.Arrays.copyOf(data.row(i), size);
      if (intercept) {
        rows[i][size - 1] = 1;
      }
      positive[i] = data.labels()[i] == category;
    }
    this.priorMean = new double[size];
    double[] upper = new double[size * size];
    prior.addPrecision(upper);
    double[][] precision = new double[size][size];
    for (int p = 0; p < size; p++) {
      priorMean[p] = prior.mean(p);
      for (int q = 0; q < size; q++) {
        precision[p][q] = upper[Math.min(p, q) * size + Math.max(p, q)];
      }
    }
    this.priorPrecision = new NaiveMatrix(precision);
  }

  private int size() {
    return priorMean.length;
  }

  static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int p = 0; p < x.length; p++) {
      sum += x[p] * y[p];
    }
    return sum;
  }

  /**
   * E_q[log p(y, latent, β) − log q(latent) − log q(β)] with the best q of the latent variables.
   */
  double elbo(double[] mean, NaiveMatrix covariance) {
    double sum = -divergence(mean, covariance);
    for (int i = 0; i < rows.length; i++) {
      double m = dot(rows[i], mean);
      double v = covariance.form(rows[i]);
      double sign = positive[i] ? 1 : -1;
      sum += weights[i] * (link == Link.PROBIT ? probitRow(sign * m, v) : logitRow(sign * m, v));
    }
    return sum;
  }

  /** KL(N(μ, Σ) ‖ N(μ₀, Λ₀⁻¹)). */
  private double divergence(double[] mean, NaiveMatrix covariance) {
    double[] offset = new double[size()];
    for (int p = 0; p < size(); p++) {
      offset[p] = mean[p] - priorMean[p];
    }
    return 0.5
        * (priorPrecision.traceWith(covariance)
            + priorPrecision.form(offset)
            - size()
            - priorPrecision.logDeterminant()
            - covariance.logDeterminant());
  }

  /**
   * E[log N(z | η, 1)] + H(q(z)) for z of N(m, 1) cut off below 0 and η of N(m, v), by Simpson's
   * rule over z. The cut-off normal's mass is integrated too, so that no cdf is needed.
   */
  private static double probitRow(double m, double v) {
    int steps = 4000;
    double end = Math.max(0, m) + 12;
    double start = Math.max(0, m - 12);
    double h = (end - start) / steps;
    double mass = 0;
    double logJoint = 0;
    double logOwn = 0;
    for (int s = 0; s <= steps; s++) {
      double z = start + s * h;
      double simpson = (s == 0 || s == steps ? 1 : s % 2 == 1 ? 4 : 2) * h / 3;
      double logDensity = -0.5 * Math.log(2 * Math.PI) - 0.5 * (z - m) * (z - m);
      double density = Math.exp(logDensity);
      mass += simpson * density;
      // E[log N(z | η, 1)] over η of N(m, v), and log q(z) before it is divided by the mass.
      logJoint += simpson * density * (logDensity - 0.5 * v);
      logOwn += simpson * density * logDensity;
    }
    return logJoint / mass - (logOwn / mass - Math.log(mass));
  }

  /**
   * E[log p(y | η, ω)] − KL(PG(1, c) ‖ PG(1, 0)) at the best c: Polson, Scott and Windle (2013),
   * with E[ω] from the sum of gammas that defines the Pólya-gamma distribution.
   */
  private static double logitRow(double m, double v) {
    double best = Math.sqrt(m * m + v);
    return polyaGammaBound(m, v, best);
  }

  /** The bound at any c; the best c is the largest. */
  static double polyaGammaBound(double m, double v, double c) {
    double expected = polyaGammaMean(c);
    double logJoint = 0.5 * m - 0.5 * expected * (m * m + v) - Math.log(2);
    double logCosh = 0.5 * c + Math.log1p(Math.exp(-c)) - Math.log(2);
    return logJoint - (logCosh - 0.5 * c * c * expected);
  }

  /** 1/(2π²) Σ 1/((j−½)² + c²/4π²), the tail as an integral. */
  private static double polyaGammaMean(double c) {
    double square = c * c / (4 * Math.PI * Math.PI);
    int terms = 2000;
    double sum = 0;
    for (int j = 1; j <= terms; j++) {
      sum += 1 / ((j - 0.5) * (j - 0.5) + square);
    }
    double root = Math.sqrt(square);
    double tail = root > 0 ? (Math.PI / 2 - Math.atan(terms / root)) / root : 1.0 / terms;
    return (sum + tail) / (2 * Math.PI * Math.PI);
  }

  /** The best probit ELBO, from Newton's iteration for the mode, which needs no CAVI. */
  double bestProbitElbo(boolean diagonal) {
    double[] mean = probitMode();
    NaiveMatrix precision = priorPrecision;
    for (int i = 0; i < rows.length; i++) {
      precision = precision.plus(weights[i], rows[i]);
    }
    double logDeterminant = (diagonal ? precision.diagonal() : precision).logDeterminant();
    return probitPosterior(mean) + 0.5 * (priorPrecision.logDeterminant() - logDeterminant);
  }

  double[] probitMode() {
    double[] mean = priorMean.clone();
    for (int step = 0; step < 200; step++) {
      double[] gradient = new double[size()];
      NaiveMatrix curvature = priorPrecision;
      for (int i = 0; i < rows.length; i++) {
        double sign = positive[i] ? 1 : -1;
        double m = sign * dot(rows[i], mean);
        double delta = Math.exp(-0.5 * m * m) / Math.sqrt(2 * Math.PI) / normalCdf(m);
        for (int p = 0; p < size(); p++) {
          gradient[p] += weights[i] * sign * delta * rows[i][p];
        }
        curvature = curvature.plus(weights[i] * delta * (m + delta), rows[i]);
      }
      double[] offset = new double[size()];
      for (int p = 0; p < size(); p++) {
        offset[p] = mean[p] - priorMean[p];
      }
      double[] pull = priorPrecision.times(offset);
      for (int p = 0; p < size(); p++) {
        gradient[p] -= pull[p];
      }
      mean = climb(mean, curvature.inverse().times(gradient));
    }
    return mean;
  }

  /** Halves a step until it does not lower the posterior. */
  private double[] climb(double[] from, double[] direction) {
    double value = probitPosterior(from);
    for (double length = 1; length > 1e-12; length /= 2) {
      double[] to = from.clone();
      for (int p = 0; p < to.length; p++) {
        to[p] += length * direction[p];
      }
      if (probitPosterior(to) >= value) {
        return to;
      }
    }
    return from;
  }

  /** Σω log Φ(±xᵀβ) − ½(β−μ₀)ᵀΛ₀(β−μ₀). */
  private double probitPosterior(double[] coefficients) {
    double[] offset = new double[size()];
    for (int p = 0; p < size(); p++) {
      offset[p] = coefficients[p] - priorMean[p];
    }
    double sum = -0.5 * priorPrecision.form(offset);
    for (int i = 0; i < rows.length; i++) {
      double sign = positive[i] ? 1 : -1;
      sum += weights[i] * Math.log(normalCdf(sign * dot(rows[i], coefficients)));
    }
    return sum;
  }

  private static double normalCdf(double x) {
    return 0.5 * Erfc.value(-x / Math.sqrt(2));
  }
}
