// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.model.Prediction;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.PredictionMode;

/** The fields of a model file, in order; each is written and read side by side. */
final class ModelFields {
  /** A chunk of dense rows is one array, and so bounds the number of features. */
  static final int MAX_FEATURES = (Integer.MAX_VALUE - 8) / DesignMatrix.CHUNK_ROWS;

  /** Members of a family at most: of so few, one at least has a weight that is not negligible. */
  private static final int MAX_MEMBERS = 1_000_000;

  /** Far above the rounding of a sum, far below what could matter. */
  private static final double SUM_TOLERANCE = 1e-6;

  private static final String SUM_RULE = "the weights of the members do not sum to 1; they must";
  private static final String COMPONENT_WEIGHT = "weight of a component";
  private static final String COMPONENT_SUM_RULE =
      "the weights of the components do not sum to 1; they must";
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
    Component first = model.components().get(0);
    out.text("link", first.link().name());
    out.integer("features", features, 0, MAX_FEATURES);
    out.flag(model.hasIntercept());
    out.numbers("center", center, Range.FINITE);
    out.numbers("scale", scale, Range.ABOVE_ZERO);
    BasisFields.write(model.bases(), out);
    writeBasisOf(first, model.bases(), out);
    PosteriorFields.write(first.posterior(), out);
    DataFields.write(model.data(), out);
    writeMembers(first.alphas(), out);
    writeFurther(model.components(), model.bases(), out);
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
    List<FittedBasis> bases = BasisFields.read(in, features);
    FittedBasis basis = readBasisOf(in, bases);
    Posterior posterior = PosteriorFields.read(in, basis.columns() + (intercept ? 1 : 0));
    DataSummary data = DataFields.read(in, features, posterior.categories());
    AlphaWeights alphas = readMembers(in);
    List<Component> components = new ArrayList<>();
    double weight = readWeight(in);
    PriorReport prior = ReportFields.readPrior(in);
    components.add(new Component(link, alphas, prior, basis, posterior, weight));
    readFurther(in, bases, intercept, components);
    Prediction prediction =
        new Prediction(
            in.named("prediction mode", PredictionMode.values(), PredictionMode::name),
            in.integer("samples", 2, Integer.MAX_VALUE),
            in.longInteger("seed", Long.MIN_VALUE));
    FitReport report = ReportFields.read(in, features, posterior.categories());
    in.end();
    CategoricalModel model =
        new CategoricalModel(data, standardization, intercept, components, prediction, report);
    in.require(model.hasFiniteCoefficients(), "coefficients overflow on the original scale");
    return model;
  }

  /** The weight of the first component, and all others. */
  private static void writeFurther(
      List<Component> components, List<FittedBasis> bases, FieldOutput out) throws IOException {
    out.number(COMPONENT_WEIGHT, components.get(0).weight(), Range.ZERO_TO_ONE);
    ReportFields.writePrior(components.get(0).prior(), out);
    out.integer("further components", components.size() - 1, 0, MAX_MEMBERS);
    for (Component component : components.subList(1, components.size())) {
      out.text("link", component.link().name());
      out.number(COMPONENT_WEIGHT, component.weight(), Range.ZERO_TO_ONE);
      ReportFields.writePrior(component.prior(), out);
      writeBasisOf(component, bases, out);
      PosteriorFields.write(component.posterior(), out);
      writeMembers(component.alphas(), out);
    }
    out.require(sumToOne(weights(components)), COMPONENT_SUM_RULE);
  }

  private static void readFurther(
      FieldInput in, List<FittedBasis> bases, boolean intercept, List<Component> components)
      throws IOException {
    int categories = components.get(0).posterior().categories();
    int further = in.integer("further components", 0, MAX_MEMBERS);
    for (int i = 0; i < further; i++) {
      Link link = in.named("link", Link.ALL.toArray(new Link[0]), Link::name);
      double weight = readWeight(in);
      PriorReport prior = ReportFields.readPrior(in);
      FittedBasis basis = readBasisOf(in, bases);
      Posterior posterior = PosteriorFields.read(in, basis.columns() + (intercept ? 1 : 0));
      in.require(
          posterior.categories() == categories,
          "components of other numbers of categories; they must have the same");
      components.add(new Component(link, readMembers(in), prior, basis, posterior, weight));
    }
    in.require(sumToOne(weights(components)), COMPONENT_SUM_RULE);
  }

  private static void writeBasisOf(Component component, List<FittedBasis> bases, FieldOutput out)
      throws IOException {
    int number = 0;
    while (bases.get(number) != component.basis()
        && !(bases.get(number).isLinear() && component.basis().isLinear())) {
      number++;
    }
    out.integer("basis of a component", number, 0, bases.size() - 1);
  }

  private static FittedBasis readBasisOf(FieldInput in, List<FittedBasis> bases)
      throws IOException {
    return bases.get(in.integer("basis of a component", 0, bases.size() - 1));
  }

  private static double readWeight(FieldInput in) throws IOException {
    double weight = in.number(COMPONENT_WEIGHT, Range.ZERO_TO_ONE);
    in.require(weight > 0, COMPONENT_WEIGHT + " 0; must be above 0");
    return weight;
  }

  private static double[] weights(List<Component> components) {
    return components.stream().mapToDouble(Component::weight).toArray();
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
