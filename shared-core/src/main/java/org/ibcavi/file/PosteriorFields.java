// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;

/** The fields of a posterior: which vector a category has, the means, the covariances. */
final class PosteriorFields {
  private static final int SHARED_FACTOR = 1;
  private static final int FACTOR_PER_CATEGORY = 2;
  private static final int SHARED_DIAGONAL = 3;
  private static final int DIAGONAL_PER_CATEGORY = 4;

  private static final String MEAN = "posterior mean";
  private static final String VARIANCE = "posterior variance";

  private PosteriorFields() {}

  static void write(Posterior posterior, FieldOutput out) throws IOException {
    int vectors = posterior.vectors();
    out.integer("categories", posterior.categories(), 1, Framing.MAX_ARRAY);
    out.integer("vectors", vectors, 1, posterior.categories());
    for (int k = 0; k < posterior.categories(); k++) {
      out.integer("vector of a category", posterior.vectorOf(k), 0, vectors - 1);
    }
    for (int vector = 0; vector < vectors; vector++) {
      out.numbers(MEAN, posterior.mean(vector), Range.COEFFICIENT);
    }
    write(posterior.covariance(), posterior.size(), vectors, out);
  }

  static Posterior read(FieldInput in, int size) throws IOException {
    int categories = in.integer("categories", 1, Framing.MAX_ARRAY);
    int vectors = in.integer("vectors", 1, categories);
    int[] vectorOfCategory = in.integers("vector of a category", categories, 0, vectors - 1);
    long used = Arrays.stream(vectorOfCategory).distinct().count();
    in.require(used == vectors, "there are vectors that no category has");
    Coefficients means = readVectors(MEAN, size, vectors, Range.COEFFICIENT, in);
    return new Posterior(vectorOfCategory, means, readCovariance(in, size, vectors));
  }

  private static void write(PosteriorCovariance covariance, int size, int vectors, FieldOutput out)
      throws IOException {
    int count = covariance.shared() ? 1 : vectors;
    requireShape(covariance.variancesPerRow() == count, out);
    out.choice(kind(covariance));
    for (int vector = 0; vector < count; vector++) {
      if (covariance.diagonal()) {
        double[] variances = covariance.variances(vector);
        requireShape(variances.length == size, out);
        out.numbers(VARIANCE, variances, Range.AT_LEAST_ZERO);
      } else {
        writeFactor(covariance.precision(vector).packed(), size, out);
      }
    }
  }

  private static int kind(PosteriorCovariance covariance) {
    if (covariance.diagonal()) {
      return covariance.shared() ? SHARED_DIAGONAL : DIAGONAL_PER_CATEGORY;
    }
    return covariance.shared() ? SHARED_FACTOR : FACTOR_PER_CATEGORY;
  }

  private static void requireShape(boolean fits, FieldOutput out) throws IOException {
    out.require(fits, "the covariances have another number or size than the means");
  }

  private static PosteriorCovariance readCovariance(FieldInput in, int size, int vectors)
      throws IOException {
    int kind = in.choice("kind of covariance", SHARED_FACTOR, DIAGONAL_PER_CATEGORY);
    return switch (kind) {
      case SHARED_FACTOR ->
          PosteriorCovariance.shared(Cholesky.fromPacked(readFactor(in, size), size));
      case FACTOR_PER_CATEGORY -> PosteriorCovariance.each(size, readFactors(in, size, vectors));
      case SHARED_DIAGONAL ->
          PosteriorCovariance.sharedDiagonal(in.numbers(VARIANCE, size, Range.AT_LEAST_ZERO));
      default ->
          PosteriorCovariance.eachDiagonal(
              readVectors(VARIANCE, size, vectors, Range.AT_LEAST_ZERO, in));
    };
  }

  /** The blocks of {@link Coefficients} are made when all vectors have arrived, not before. */
  private static Coefficients readVectors(
      String what, int size, int vectors, Range range, FieldInput in) throws IOException {
    List<double[]> arrived = new ArrayList<>();
    for (int vector = 0; vector < vectors; vector++) {
      arrived.add(in.numbers(what, size, range));
    }
    Coefficients coefficients = new Coefficients(size, vectors);
    for (int vector = 0; vector < vectors; vector++) {
      coefficients.set(vector, arrived.get(vector));
    }
    return coefficients;
  }

  private static void writeFactor(double[] packed, int size, FieldOutput out) throws IOException {
    out.require(size <= Cholesky.MAX_SIZE, sizeRule(size));
    requireShape(packed.length == packedLength(size), out);
    for (int row = 0, at = 0; row < size; row++) {
      for (int column = 0; column <= row; column++) {
        out.number("factor element", packed[at++], rangeOf(row, column));
      }
    }
  }

  private static double[][] readFactors(FieldInput in, int size, int vectors) throws IOException {
    List<double[]> arrived = new ArrayList<>();
    for (int vector = 0; vector < vectors; vector++) {
      arrived.add(readFactor(in, size));
    }
    return arrived.toArray(new double[0][]);
  }

  private static double[] readFactor(FieldInput in, int size) throws IOException {
    in.require(size <= Cholesky.MAX_SIZE, sizeRule(size));
    int length = packedLength(size);
    double[] packed = new double[FieldInput.firstLength(length)];
    for (int row = 0, at = 0; row < size; row++) {
      for (int column = 0; column <= row; column++, at++) {
        if (at == packed.length) {
          packed = Arrays.copyOf(packed, FieldInput.nextLength(at, length));
        }
        packed[at] = in.number("factor element", rangeOf(row, column));
      }
    }
    return packed;
  }

  private static Range rangeOf(int row, int column) {
    return row == column ? Range.ABOVE_ZERO : Range.FINITE;
  }

  private static int packedLength(int size) {
    return size % 2 == 0 ? size / 2 * (size + 1) : (size + 1) / 2 * size;
  }

  private static String sizeRule(int size) {
    return "full covariance of "
        + size
        + " coefficients; there must be at most "
        + Cholesky.MAX_SIZE;
  }
}
