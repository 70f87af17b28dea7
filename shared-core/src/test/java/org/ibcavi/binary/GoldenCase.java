// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.link.Link;
import org.ibcavi.prior.Prior;

/** A problem with figures from an independent implementation; its column 0 is the intercept. */
public final class GoldenCase {
  /** The names of all cases. */
  public static final List<String> NAMES =
      List.of("standard-prior", "full-prior", "more-columns-than-rows");

  private final JsonObject json;

  private GoldenCase(JsonObject json) {
    this.json = json;
  }

  /**
   * Reads a case.
   *
   * @param name one of {@link #NAMES}
   * @return the case
   */
  public static GoldenCase named(String name) {
    JsonObject json = read(name);
    if (name.equals("more-columns-than-rows")) {
      // The golden iteration stopped short here; polish.py beside it took it to full precision.
      JsonObject probit = json.getAsJsonObject("links").getAsJsonObject("probit");
      read(name + "-polished").entrySet().forEach(e -> probit.add(e.getKey(), e.getValue()));
    }
    return new GoldenCase(json);
  }

  private static JsonObject read(String name) {
    try (InputStream in = GoldenCase.class.getResourceAsStream("/golden/" + name + ".json")) {
      return JsonParser.parseReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All columns, the intercept's too, as features. */
  public TrainingData data() {
    return TrainingData.of(DesignMatrix.of(matrix("X")), labels(), json.get("K").getAsInt());
  }

  /** The features alone, for a model with an intercept of its own. */
  public TrainingData dataWithoutIntercept() {
    double[][] all = matrix("X");
    double[][] features = new double[all.length][];
    for (int i = 0; i < all.length; i++) {
      features[i] = java.util.Arrays.copyOfRange(all[i], 1, all[i].length);
    }
    return TrainingData.of(DesignMatrix.of(features), labels(), json.get("K").getAsInt());
  }

  private int[] labels() {
    double[] values = doubles(json.getAsJsonArray("y"));
    return java.util.Arrays.stream(values).mapToInt(value -> (int) value).toArray();
  }

  /** The prior over all columns. */
  public GaussianPrior prior() {
    int columns = json.get("columns").getAsInt();
    return userPrior().over(columns, false);
  }

  /** The prior over all columns as a user states it. */
  public Prior userPrior() {
    return Prior.full(doubles(json.getAsJsonArray("priorMean")), matrix("priorCovariance"));
  }

  /** A figure of a link. */
  public double number(Link link, String... path) {
    return find(link, path).getAsDouble();
  }

  /** A vector or the rows of a matrix of a link. */
  public double[][] matrix(Link link, String... path) {
    return rows(find(link, path).getAsJsonArray());
  }

  /** Whether a link has a figure. */
  public boolean has(Link link, String name) {
    return json.getAsJsonObject("links").getAsJsonObject(link.name()).has(name);
  }

  private JsonElement find(Link link, String... path) {
    JsonElement at = json.getAsJsonObject("links").get(link.name());
    for (String name : path) {
      at = at.getAsJsonObject().get(name);
    }
    return at;
  }

  private double[][] matrix(String name) {
    return rows(json.getAsJsonArray(name));
  }

  private static double[][] rows(JsonArray array) {
    double[][] rows = new double[array.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = doubles(array.get(i).getAsJsonArray());
    }
    return rows;
  }

  private static double[] doubles(JsonArray array) {
    double[] values = new double[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).getAsDouble();
    }
    return values;
  }
}
