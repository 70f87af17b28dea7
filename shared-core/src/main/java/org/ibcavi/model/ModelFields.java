// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.io.IOException;
import java.util.Arrays;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Standardization;
import org.ibcavi.link.Link;
import org.ibcavi.posterior.Posterior;

/** The fields of a model file, in order; each is written and read side by side. */
final class ModelFields {
  /** A chunk of dense rows is one array, and so bounds the number of features. */
  private static final int MAX_FEATURES = (Integer.MAX_VALUE - 8) / DesignMatrix.CHUNK_ROWS;

  /** So few that one of them at least has a weight that is not negligible. */
  private static final int MAX_MEMBERS = 1_000_000;

  /** Far above the rounding of a sum, far below what could matter. */
  private static final double SUM_TOLERANCE = 1e-6;

  private static final String SUM_RULE = "the weights of the members do not sum to 1; they must";
  private static final String SIZE_RULE = "no features and no intercept; there must be one";

  private ModelFields() {}

  static void write(CategoricalModel model, FieldOutput out) throws IOException {
    double[] center = model.standardization().center();
    double[] scale = model.standardization().scale();
    int features = model.features();
    out.require(
        center.length == features && scale.length == features,
        "standardization of " + scale.length + " features; the posterior has " + features);
    out.require(features > 0 || model.hasIntercept(), SIZE_RULE);
    out.text("link", model.link().name());
    out.integer("features", features, 0, MAX_FEATURES);
    out.flag(model.hasIntercept());
    out.numbers("center", center, Range.FINITE);
    out.numbers("scale", scale, Range.ABOVE_ZERO);
    PosteriorFields.write(model.posterior(), out);
    writeMembers(model.average(), out);
    out.text("prediction mode", model.prediction().mode().name());
    out.integer("samples", model.prediction().samples(), 2, Integer.MAX_VALUE);
    out.longInteger("seed", model.prediction().seed(), Long.MIN_VALUE);
    ReportFields.write(model, out);
  }

  static CategoricalModel read(FieldInput in) throws IOException {
    Link link = in.named("link", Link.ALL.toArray(new Link[0]), Link::name);
    int features = in.integer("features", 0, MAX_FEATURES);
    boolean intercept = in.flag("intercept");
    in.require(features > 0 || intercept, SIZE_RULE);
    Standardization standardization =
        Standardization.of(
            in.numbers("center", features, Range.FINITE),
            in.numbers("scale", features, Range.ABOVE_ZERO));
    Posterior posterior = PosteriorFields.read(in, features + (intercept ? 1 : 0));
    AlphaWeights average = readMembers(in);
    Prediction prediction =
        new Prediction(
            in.named("prediction mode", PredictionMode.values(), PredictionMode::name),
            in.integer("samples", 2, Integer.MAX_VALUE),
            in.longInteger("seed", Long.MIN_VALUE));
    FitReport report = ReportFields.read(in, features, posterior.categories());
    in.end();
    CategoricalModel model =
        new CategoricalModel(
            link, standardization, intercept, posterior, average, prediction, report);
    in.require(model.hasFiniteCoefficients(), "coefficients overflow on the original scale");
    return model;
  }

  static void writeMembers(AlphaWeights members, FieldOutput out) throws IOException {
    double[] alphas = new double[members.size()];
    double[] weights = new double[members.size()];
    Arrays.setAll(alphas, members::alpha);
    Arrays.setAll(weights, members::weight);
    out.integer("members", members.size(), 1, MAX_MEMBERS);
    out.numbers("alpha", alphas, Range.ZERO_TO_ONE);
    out.numbers("weight", weights, Range.ZERO_TO_ONE);
    out.require(sumToOne(weights), SUM_RULE);
  }

  static AlphaWeights readMembers(FieldInput in) throws IOException {
    int count = in.integer("members", 1, MAX_MEMBERS);
    double[] alphas = in.numbers("alpha", count, Range.ZERO_TO_ONE);
    double[] weights = in.numbers("weight", count, Range.ZERO_TO_ONE);
    in.require(sumToOne(weights), SUM_RULE);
    return new AlphaWeights(alphas, weights);
  }

  private static boolean sumToOne(double[] weights) {
    return Math.abs(Arrays.stream(weights).sum() - 1) <= SUM_TOLERANCE;
  }
}
