// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.SparkSession;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A model that was saved by version 0.1.0, and what it predicted then. It must load for ever; with
 * {@code -Dkept.write=true} it is written anew, which is not to be done after a release.
 */
class KeptModelTest {
  private static final Path FOLDER = Path.of("src/test/resources/models");
  private static final Path MODEL = FOLDER.resolve("glass-0.1.0");
  private static final Path PREDICTED = FOLDER.resolve("glass-0.1.0.csv");
  private static final SparkSession SESSION = Sessions.local();

  private static final List<Vector> ROWS =
      List.of(
          Vectors.dense(1.52101, 13.64, 4.49, 1.1, 71.78, 0.06, 8.75, 0, 0),
          Vectors.dense(1.51761, 13.89, 3.6, 1.36, 72.73, 0.48, 7.83, 0, 0),
          Vectors.dense(1.5, 15, 0, 2.5, 73, 0, 9, 1.5, 0.1));

  @Test
  @EnabledIfSystemProperty(named = "kept.write", matches = "true")
  void writeKeptModel() throws IOException {
    IBCaviClassificationModel model =
        new IBCaviClassifier("kept").setLowerCol("lower").fit(TestRows.preparedGlass(SESSION));
    model.write().overwrite().save(MODEL.toString());
    List<String> lines = new ArrayList<>();
    for (Vector row : ROWS) {
      lines.add(
          Arrays.stream(model.predictProbability(row).toArray())
              .mapToObj(Double::toString)
              .collect(Collectors.joining(",")));
    }
    Files.write(PREDICTED, lines);
  }

  private static double[] predicted(int row) throws IOException {
    return Arrays.stream(Files.readAllLines(PREDICTED).get(row).split(",", -1))
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  @Test
  void theKeptModelPredictsWhatItDid() throws IOException {
    IBCaviClassificationModel model = IBCaviClassificationModel.load(MODEL.toString());
    assertEquals("kept", model.uid());
    assertEquals("lower", model.getOrDefault(model.lowerCol()));
    for (int i = 0; i < ROWS.size(); i++) {
      assertArrayEquals(predicted(i), model.predictProbability(ROWS.get(i)).toArray(), 1e-12);
    }
  }

  /** As other toolkits of the family do. */
  @Test
  void theCoreReadsTheKeptModel() throws IOException {
    CategoricalModel core = ModelFile.load(MODEL.resolve("model.ibcavi"));
    for (int i = 0; i < ROWS.size(); i++) {
      assertArrayEquals(predicted(i), core.probabilities(ROWS.get(i).toArray()), 1e-12);
    }
  }
}
