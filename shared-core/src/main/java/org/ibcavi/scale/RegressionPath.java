// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.scale;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionModes;

/**
 * Vectors of the same regressions under several variances, from which those under another variance
 * are guessed: modes change smoothly with the logarithm of the variance, so that an ascent from the
 * polynomial through the nearest ones needs few passes.
 */
public final class RegressionPath {
  /** Values that a path keeps at the most, 8 MB; but always those of some variances. */
  private static final int MAX_VALUES = 1 << 20;

  /** Points of the polynomial: more would bend it by how inexact the vectors are. */
  public static final int MAX_POINTS = 3;

  private record Point(double at, RegressionMeans means) {
    double distance(double x) {
      return Math.abs(at - x);
    }
  }

  private final List<Point> points = new ArrayList<>();
  private final int least;

  /** A path that keeps the vectors of one variance however many values they have. */
  public RegressionPath() {
    this(1);
  }

  private RegressionPath(int least) {
    this.least = least;
  }

  /**
   * A path that keeps as many variances as a guess is made from, however many values that are.
   *
   * @return without any so far
   */
  public static RegressionPath keepingAll() {
    return new RegressionPath(MAX_POINTS);
  }

  /**
   * Whether a variance is among those tried or between them.
   *
   * @param x the variance's logarithm
   * @return true if so
   */
  public boolean surrounds(double x) {
    return points.stream().anyMatch(point -> point.at <= x)
        && points.stream().anyMatch(point -> point.at >= x);
  }

  /** Adds the vectors at a variance's logarithm. */
  public void add(double at, RegressionMeans means) {
    points.removeIf(point -> point.at == at);
    points.add(new Point(at, means));
    long values = (long) means.regressions().length * means.mean(0).length;
    if (points.size() > Math.max(least, MAX_VALUES / values)) {
      points.remove(farthest(at));
    }
  }

  private Point farthest(double from) {
    return points.stream()
        .max(Comparator.comparingDouble(point -> point.distance(from)))
        .orElseThrow();
  }

  /** The vectors to start from at a variance's logarithm; those given if none are known. */
  public RegressionMeans at(double x, RegressionMeans otherwise) {
    if (points.isEmpty()) {
      return otherwise;
    }
    List<Point> nearest =
        points.stream()
            .sorted(Comparator.comparingDouble(point -> point.distance(x)))
            .limit(MAX_POINTS)
            .toList();
    boolean between =
        nearest.stream().anyMatch(point -> point.at <= x)
            && nearest.stream().anyMatch(point -> point.at >= x);
    // Beyond what is known a line goes less astray than a parabola.
    return interpolated(x, between ? nearest : nearest.subList(0, Math.min(2, nearest.size())));
  }

  /** Lagrange's polynomial through the points. */
  private static RegressionMeans interpolated(double x, List<Point> through) {
    int[] regressions = through.get(0).means.regressions();
    double[][] vectors = new double[regressions.length][through.get(0).means.mean(0).length];
    for (Point point : through) {
      double factor = 1;
      for (Point other : through) {
        factor *= other.at == point.at ? 1 : (x - other.at) / (point.at - other.at);
      }
      for (int i = 0; i < regressions.length; i++) {
        double[] vector = point.means.mean(i);
        for (int p = 0; p < vector.length; p++) {
          vectors[i][p] += factor * vector[p];
        }
      }
    }
    return new RegressionModes(regressions, vectors, new double[regressions.length]);
  }
}
