// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.ibcavi.IbCavi;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.PosteriorDraws;
import org.ibcavi.settings.BasisKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file as a JSON parser of others reads it. */
class DrawsFileTest {
  private static final int DRAWS = 300;

  private static final RandomData RANDOM = RandomData.of(41, 30, 2, 3, 1).weighted(2);
  private static final TrainingData DATA =
      RANDOM.dense().withCategoryNames(List.of("a", "b \"quoted\" \\", "tab\t"));

  private static final CategoricalModel MODEL = IbCavi.withDefaults().fit(DATA);
  private static final PosteriorDraws POSTERIOR = MODEL.draws(DRAWS, 9);

  private static JsonObject written() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DrawsFile.write(POSTERIOR, DATA, out);
    return JsonParser.parseString(out.toString(StandardCharsets.UTF_8)).getAsJsonObject();
  }

  /** Lengths of the array, its first element, the first element of that and so on. */
  private static List<Integer> shape(JsonElement element) {
    List<Integer> shape = new ArrayList<>();
    JsonElement at = element;
    while (at instanceof JsonArray array) {
      shape.add(array.size());
      at = array.get(0);
    }
    return shape;
  }

  private static List<?> list(JsonElement element) {
    return new Gson().fromJson(element, List.class);
  }

  @Test
  void groupsHaveChainsDrawsAndTheDimensionsTheyName() throws IOException {
    JsonObject json = written();
    assertEquals(
        Set.of(
            "posterior",
            "log_likelihood",
            "posterior_predictive",
            "observed_data",
            "constant_data",
            "coords",
            "dims",
            "attrs"),
        json.keySet());
    JsonObject posterior = json.getAsJsonObject("posterior");
    assertEquals(List.of(1, DRAWS, 3, 3), shape(posterior.get("coefficients")));
    assertEquals(List.of(1, DRAWS), shape(posterior.get("component")));
    assertEquals(List.of(1, DRAWS), shape(posterior.get("alpha")));
    assertEquals(List.of(1, DRAWS, 30), shape(json.getAsJsonObject("log_likelihood").get("y")));
    assertEquals(
        List.of(1, DRAWS, 30), shape(json.getAsJsonObject("posterior_predictive").get("y")));
    JsonObject coords = json.getAsJsonObject("coords");
    assertEquals(DATA.categoryNames(), list(coords.get("category")));
    assertEquals(List.of("x0", "x1", "(intercept)"), list(coords.get("coefficient")));
    assertEquals(List.of(30), shape(coords.get("row")));
    JsonObject dims = json.getAsJsonObject("dims");
    assertEquals(List.of("category", "coefficient"), list(dims.get("coefficients")));
    assertEquals(List.of("row"), list(dims.get("y")));
    assertEquals("ibcavi", json.getAsJsonObject("attrs").get("inference_library").getAsString());
    assertEquals(9, json.getAsJsonObject("attrs").get("seed").getAsLong());
  }

  @Test
  void numbersAreThoseOfTheDraws() throws IOException {
    JsonObject json = written();
    JsonArray coefficients = chain(json, "posterior", "coefficients");
    JsonArray logs = chain(json, "log_likelihood", "y");
    for (int s = 0; s < DRAWS; s += 37) {
      double[][] read = new Gson().fromJson(coefficients.get(s), double[][].class);
      assertArrayEquals(POSTERIOR.coefficients(s), read);
      double[] log = new Gson().fromJson(logs.get(s), double[].class);
      for (int i = 0; i < log.length; i++) {
        double p = POSTERIOR.probabilities(s, RANDOM.row(i))[RANDOM.labels()[i]];
        assertEquals(RANDOM.weights()[i] * Math.log(p), log[i], 1e-9);
      }
    }
    double[] weights =
        new Gson().fromJson(json.getAsJsonObject("constant_data").get("weight"), double[].class);
    assertArrayEquals(RANDOM.weights(), weights);
    int[] labels = new Gson().fromJson(json.getAsJsonObject("observed_data").get("y"), int[].class);
    assertArrayEquals(RANDOM.labels(), labels);
  }

  private static JsonArray chain(JsonObject json, String group, String variable) {
    return json.getAsJsonObject(group).getAsJsonArray(variable).get(0).getAsJsonArray();
  }

  /** How often a category is drawn for a row is its mean probability. */
  @Test
  void predictiveDrawsFollowTheProbabilities() throws IOException {
    JsonArray drawn = chain(written(), "posterior_predictive", "y");
    int row = 3;
    double[] expected = new double[3];
    double[] found = new double[3];
    for (int s = 0; s < DRAWS; s++) {
      double[] p = POSTERIOR.probabilities(s, RANDOM.row(row));
      Arrays.setAll(expected, k -> expected[k] + p[k] / DRAWS);
      found[drawn.get(s).getAsJsonArray().get(row).getAsInt()] += 1.0 / DRAWS;
    }
    for (int k = 0; k < 3; k++) {
      double error = Math.sqrt(expected[k] * (1 - expected[k]) / DRAWS);
      assertEquals(expected[k], found[k], 4 * error);
    }
  }

  @Test
  void aFileHoldsTheSame(@TempDir Path folder) throws IOException {
    Path path = folder.resolve("draws.json");
    DrawsFile.save(POSTERIOR, DATA, path);
    assertEquals(written(), JsonParser.parseString(Files.readString(path)));
  }

  @Test
  void otherDataAreRefused() {
    TrainingData other = RANDOM.selectColumns(0).dense();
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> DrawsFile.write(POSTERIOR, other, new ByteArrayOutputStream()))
            .getMessage();
    assertTrue(message.contains("data of 1 features; the model has 2"), message);
    TrainingData more = RandomData.of(41, 30, 2, 4, 1).dense();
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> DrawsFile.write(POSTERIOR, more, new ByteArrayOutputStream()));
    assertEquals("data of 4 categories; the model has 3", e.getMessage());
  }

  /** The parser above takes a bare tab in a text; others follow RFC 8259 and do not. */
  @Test
  void onlyControlCharactersQuotesAndBackslashesAreEscaped() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DrawsFile.write(POSTERIOR, DATA, out);
    String text = out.toString(StandardCharsets.UTF_8);
    String names = "[\"a\",\"b \\\"quoted\\\" \\\\\",\"tab\\u0009\"]";
    assertTrue(text.replaceAll("(?<=[\\[,])\\s+|\\s+(?=])", "").contains(names), text);
    assertTrue(text.endsWith("}" + System.lineSeparator()), text);
  }

  /** Coefficients of steps are of no feature. */
  @Test
  void drawsOfSeveralBasesHaveNoCoefficients() throws IOException {
    CategoricalModel steps = IbCavi.withDefaults().basis(BasisKind.THRESHOLDS).fit(DATA);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DrawsFile.write(steps.draws(10, 9), DATA, out);
    JsonObject json =
        JsonParser.parseString(out.toString(StandardCharsets.UTF_8)).getAsJsonObject();
    assertEquals(Set.of("component", "alpha"), json.getAsJsonObject("posterior").keySet());
  }
}
