// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.ibcavi.BinaryFit;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.model.Prediction;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;

/** Models to save, and the frame of a file as docs/model-format.md has it. */
final class ModelFiles {
  private ModelFiles() {}

  static final int FEATURES = 3;
  static final int CATEGORIES = 6;
  static final int HEADER = 12;
  static final int CHUNK_HEAD = 8;
  static final int END = 16;

  static final CategoricalModel SMALL_MODEL = Kind.PROBIT_FACTORS.fit();
  static final byte[] SMALL = bytes(SMALL_MODEL);
  static final byte[] LARGE = bytes(large());

  /** Fits that end with each kind of covariance. */
  enum Kind {
    PROBIT_SHARED_FACTOR("probit", CovarianceShape.FULL, PosteriorKind.CAVI, true),
    PROBIT_FACTORS("probit", CovarianceShape.FULL, PosteriorKind.LAPLACE, false),
    PROBIT_SHARED_DIAGONAL("probit", CovarianceShape.DIAGONAL, PosteriorKind.CAVI, true),
    PROBIT_DIAGONALS("probit", CovarianceShape.DIAGONAL, PosteriorKind.LAPLACE, false),
    LOGIT_FACTORS("logit", CovarianceShape.FULL, PosteriorKind.CAVI, false),
    LOGIT_DIAGONALS("logit", CovarianceShape.DIAGONAL, PosteriorKind.CAVI, false);

    final String link;
    final CovarianceShape shape;
    final PosteriorKind curvature;
    final boolean shared;

    Kind(String link, CovarianceShape shape, PosteriorKind curvature, boolean shared) {
      this.link = link;
      this.shape = shape;
      this.curvature = curvature;
      this.shared = shared;
    }

    CategoricalModel fit() {
      return BinaryFit.withDefaults()
          .link(Link.named(link))
          .covariance(shape)
          .posterior(curvature)
          .fit(data());
    }
  }

  /** Six categories, of which 2 and 5 have no rows. */
  static TrainingData data() {
    Random random = new Random(7);
    TrainingData.Builder data = TrainingData.dense(FEATURES, CATEGORIES);
    int[] labels = {0, 1, 3, 4};
    for (int i = 0; i < 60; i++) {
      int label = labels[i % labels.length];
      double[] row = new double[FEATURES];
      Arrays.setAll(row, m -> 10 * m + random.nextGaussian() + (m == label % FEATURES ? 1 : 0));
      data.add(row, label);
    }
    return data.build();
  }

  static final double[][] ROWS = {{0.3, 9.5, 21}, {-1, 12, 18.5}, {2, 10, 20}};

  /** More than one chunk of content. */
  static CategoricalModel large() {
    int features = 30;
    int vectors = 280;
    int size = features + 1;
    Random random = new Random(3);
    Coefficients means = new Coefficients(size, vectors);
    double[][] factors = new double[vectors][];
    for (int u = 0; u < vectors; u++) {
      means.set(u, random.doubles(size, -1, 1).toArray());
      factors[u] = random.doubles(size * (size + 1) / 2, 1, 2).toArray();
    }
    return model(features, means, PosteriorCovariance.each(size, factors), new double[] {1});
  }

  static CategoricalModel model(
      int features, Coefficients means, PosteriorCovariance covariance, double[] weights) {
    int vectors = means.vectors();
    double[] alphas = new double[weights.length];
    Arrays.setAll(alphas, i -> i / 10.0);
    return new CategoricalModel(
        DataSummary.of(features, new Random(5).doubles(vectors, 0, 9).toArray()),
        Standardization.none(features),
        true,
        List.of(
            new Component(
                Link.LOGIT,
                new AlphaWeights(alphas, weights),
                PriorReport.continued(),
                FittedBasis.identity(features),
                new Posterior(IntStream.range(0, vectors).toArray(), means, covariance),
                1)),
        new Prediction(PredictionMode.MODERATED, 100, 1),
        new FitReport.Builder()
            .size(10, features, vectors, vectors, 10)
            .binary(binaryStage(new AlphaWeights(alphas, weights)))
            .build());
  }

  static BinaryReport binaryStage(AlphaWeights average) {
    double[] trace = {Double.NEGATIVE_INFINITY, -0.0, Double.NaN, -1e300};
    return BinaryReport.start(
            "probit",
            new PriorReport(PriorReport.Kind.LEARNED, Double.MIN_VALUE, 25),
            -3.5,
            Solver.CAVI,
            trace,
            StopReason.SWEEP_LIMIT)
        .predicting(average, true, PosteriorKind.LAPLACE);
  }

  static byte[] bytes(CategoricalModel model) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ModelFile.write(model, out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  static CategoricalModel read(byte[] bytes) throws IOException {
    return ModelFile.read(new ByteArrayInputStream(bytes));
  }

  static String refusal(byte[] bytes) {
    return assertThrows(ModelFormatException.class, () -> read(bytes)).getMessage();
  }

  /** An independent writer of the layout in docs/model-format.md. */
  static byte[] framed(byte[] content, int chunkLength) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CRC32C checksum = new CRC32C();
    out.writeBytes(Arrays.copyOf(SMALL, HEADER));
    checksum.update(SMALL, 0, HEADER);
    for (int from = 0; from < content.length; from += chunkLength) {
      int to = Math.min(from + chunkLength, content.length);
      addChunk(to - from, Arrays.copyOfRange(content, from, to), checksum, out);
    }
    addChunk(0, ByteBuffer.allocate(8).putLong(content.length).array(), checksum, out);
    return out.toByteArray();
  }

  static void addChunk(int length, byte[] body, CRC32C checksum, ByteArrayOutputStream out) {
    byte[] lengthBytes = ByteBuffer.allocate(4).putInt(length).array();
    checksum.update(lengthBytes);
    checksum.update(body);
    out.writeBytes(lengthBytes);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
    out.writeBytes(body);
  }

  static byte[] framed(byte[] content) {
    return framed(content, 1 << 20);
  }

  /** Of a file of one chunk. */
  static byte[] content(byte[] file) {
    int length = ByteBuffer.wrap(file).getInt(HEADER);
    assertEquals(HEADER + CHUNK_HEAD + length + END, file.length);
    return Arrays.copyOfRange(file, HEADER + CHUNK_HEAD, HEADER + CHUNK_HEAD + length);
  }
}
