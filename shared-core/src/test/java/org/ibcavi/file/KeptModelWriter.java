// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.ibcavi.BinaryFit;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Writes the models that later versions of the library must load, one for each kind of covariance.
 * docs/model-format.md has the command. Run it when the format changes before a release, and never
 * for a version that was released; kept.py then computes what the files have to say.
 */
@EnabledIfSystemProperty(named = "kept.write", matches = "true")
class KeptModelWriter {
  private static final Path FOLDER = Path.of("src/test/resources/models");

  @Test
  void writeKeptModels() throws IOException {
    TrainingData dense =
        dense()
            .withFeatureNames(List.of("α", "second feature"))
            .withCategoryNames(List.of("no", "maybe", "never seen", "yes"));
    CategoricalModel first = IbCavi.withDefaults().fit(dense);
    save("", first);
    save("-factors", binary(CovarianceShape.FULL, PosteriorKind.LAPLACE).fit(dense));
    save("-shared-factor", binary(CovarianceShape.FULL, PosteriorKind.CAVI).fit(dense()));
    save("-shared-diagonal", binary(CovarianceShape.DIAGONAL, PosteriorKind.CAVI).fit(dense()));
    save(
        "-bases",
        IbCavi.withDefaults()
            .basis(BasisKind.AUTO)
            .covariance(CovarianceShape.DIAGONAL)
            .fit(dense));
    save(
        "-trees",
        IbCavi.withDefaults()
            .basis(BasisKind.TREES)
            .covariance(CovarianceShape.DIAGONAL)
            .fit(dense));
    save("-continued", IbCavi.withDefaults().continuing(first).fit(dense));
    save("-diagonals", binary(CovarianceShape.DIAGONAL, PosteriorKind.LAPLACE).fit(sparse()));
  }

  private static IbCavi binary(CovarianceShape shape, PosteriorKind kind) {
    return BinaryFit.withDefaults().covariance(shape).posterior(kind);
  }

  private static void save(String kind, CategoricalModel model) throws IOException {
    ModelFile.save(model, FOLDER.resolve("version-" + Framing.VERSION + kind + ".ibcavi"));
  }

  /** Four categories, of which one has no rows; one row weighs more than the others. */
  private static TrainingData dense() {
    Random random = new Random(5);
    TrainingData.Builder data = TrainingData.dense(2, 4);
    int[] labels = {0, 1, 3};
    for (int i = 0; i < 24; i++) {
      int label = labels[i % labels.length];
      double[] row = {label + 2 * random.nextGaussian(), 100 - label + 3 * random.nextGaussian()};
      data.add(row, label, i == 0 ? 2.5 : 1);
    }
    return data.build();
  }

  private static TrainingData sparse() {
    Random random = new Random(6);
    TrainingData.Builder data = TrainingData.sparse(4, 3);
    for (int i = 0; i < 30; i++) {
      data.add(
          new int[] {i % 3, 3}, new double[] {1 + i % 2, random.nextGaussian()}, i * 7 % 5 % 3);
    }
    return data.build();
  }
}
