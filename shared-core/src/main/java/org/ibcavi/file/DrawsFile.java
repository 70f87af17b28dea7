// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.model.PosteriorDraws;

/**
 * Writes draws from a posterior as JSON in ArviZ's layout, which {@code arviz.from_json} reads: the
 * groups posterior, log_likelihood, posterior_predictive, observed_data and constant_data, with
 * dims, coords and attrs. The draws are independent of each other, so they form one chain. {@code
 * docs/draws.md} lists the variables.
 *
 * <p>One draw is held at a time. Where some components are not linear in the features, draws have
 * different coefficients, and these are left out.
 */
public final class DrawsFile {
  private static final String CATEGORY = "category";
  private static final String COEFFICIENT = "coefficient";
  private static final String COEFFICIENTS = "coefficients";
  private static final String ROW = "row";

  /** The observed categories, and all that is said of them. */
  private static final String OBSERVED = "y";

  private static final String WEIGHT = "weight";

  private final PosteriorDraws draws;
  private final TrainingData data;
  private final JsonOutput json;

  /** Whether all draws have the same coefficients: those of the features. */
  private final boolean linear;

  private DrawsFile(PosteriorDraws draws, TrainingData data, JsonOutput json) {
    this.draws = draws;
    this.data = data;
    this.json = json;
    this.linear =
        draws.model().components().stream().allMatch(component -> component.basis().isLinear());
  }

  /**
   * Saves draws to a file. A file that is already there is replaced when the new one is complete.
   *
   * @param draws the draws
   * @param data rows with their categories, as the model was fitted to or others
   * @param path the file
   * @throws IOException if writing fails
   */
  public static void save(PosteriorDraws draws, TrainingData data, Path path) throws IOException {
    FileReplacement.write(path, out -> write(draws, data, out));
  }

  /**
   * Writes draws to a stream, in UTF-8.
   *
   * @param draws the draws
   * @param data rows with their categories, as the model was fitted to or others
   * @param out flushed, not closed
   * @throws IOException if writing fails
   * @throws IllegalArgumentException if the data have other numbers of features or categories than
   *     the model
   */
  public static void write(PosteriorDraws draws, TrainingData data, OutputStream out)
      throws IOException {
    CategoricalModel model = draws.model();
    requireSame("features", data.features().columns(), model.features());
    requireSame("categories", data.categories(), model.categories());
    BufferedWriter writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    new DrawsFile(draws, data, new JsonOutput(writer)).write();
    writer.newLine();
    writer.flush();
  }

  private static void requireSame(String what, int ofData, int ofModel) {
    if (ofData != ofModel) {
      throw new IllegalArgumentException(
          "data of " + ofData + " " + what + "; the model has " + ofModel);
    }
  }

  private double[][] probabilities(int draw) {
    return draws.probabilities(draw, data.features(), data.offsets());
  }

  private void write() throws IOException {
    json.object(
        () -> {
          json.name("posterior").object(this::writePosterior);
          writeGroup("log_likelihood", draw -> json.numbers(logLikelihoods(probabilities(draw))));
          writeGroup(
              "posterior_predictive",
              draw -> json.numbers(draws.categories(draw, probabilities(draw))));
          json.name("observed_data").object(() -> json.name(OBSERVED).numbers(labels()));
          json.name("constant_data").object(() -> json.name(WEIGHT).numbers(weights()));
          json.name("coords").object(this::writeCoordinates);
          json.name("dims").object(this::writeDimensions);
          json.name("attrs").object(this::writeAttributes);
        });
  }

  private void writePosterior() throws IOException {
    if (linear) {
      writeDraws(COEFFICIENTS, this::writeCoefficients);
    }
    writeDraws("component", draw -> json.number(draws.component(draw)));
    writeDraws("alpha", draw -> json.number(draws.alpha(draw)));
  }

  private void writeCoefficients(int draw) throws IOException {
    json.array(
        () -> {
          for (double[] vector : draws.coefficients(draw)) {
            json.numbers(vector);
          }
        });
  }

  /** Writes what belongs to a draw. */
  @FunctionalInterface
  private interface DrawWriter {
    void write(int draw) throws IOException;
  }

  /** A group with one variable of the observed categories. */
  private void writeGroup(String group, DrawWriter writer) throws IOException {
    json.name(group).object(() -> writeDraws(OBSERVED, writer));
  }

  /** A variable of one chain. */
  private void writeDraws(String variable, DrawWriter writer) throws IOException {
    json.name(variable)
        .array(
            () ->
                json.array(
                    () -> {
                      for (int draw = 0; draw < draws.count(); draw++) {
                        writer.write(draw);
                      }
                    }));
  }

  /**
   * JSON knows no infinity: a probability that is rounded to 0 is taken for the smallest number.
   */
  private double[] logLikelihoods(double[][] probabilities) {
    double[] logs = new double[probabilities.length];
    Arrays.setAll(
        logs,
        i ->
            data.weight(i) * Math.log(Math.max(Double.MIN_VALUE, probabilities[i][data.label(i)])));
    return logs;
  }

  private int[] labels() {
    return IntStream.range(0, data.rows()).map(data::label).toArray();
  }

  private double[] weights() {
    return IntStream.range(0, data.rows()).mapToDouble(data::weight).toArray();
  }

  private void writeCoordinates() throws IOException {
    json.name(CATEGORY).strings(draws.model().categoryNames());
    if (linear) {
      json.name(COEFFICIENT).strings(draws.coefficientNames());
    }
    json.name(ROW).numbers(IntStream.range(0, data.rows()).toArray());
  }

  private void writeDimensions() throws IOException {
    if (linear) {
      json.name(COEFFICIENTS).strings(List.of(CATEGORY, COEFFICIENT));
    }
    json.name(OBSERVED).strings(List.of(ROW));
    json.name(WEIGHT).strings(List.of(ROW));
  }

  private void writeAttributes() throws IOException {
    json.name("inference_library").string("ibcavi");
    json.name("sampling").string("independent draws from a normal posterior per category");
    json.name("seed").number(draws.seed());
    json.name("model").string(draws.model().toString());
    json.name("components")
        .strings(draws.model().components().stream().map(Component::toString).toList());
  }
}
