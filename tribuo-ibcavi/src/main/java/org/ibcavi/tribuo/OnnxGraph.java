// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.settings.PredictionMode;
import org.tribuo.CategoricalInfo;
import org.tribuo.ImmutableFeatureMap;
import org.tribuo.RealInfo;
import org.tribuo.VariableInfo;
import org.tribuo.util.onnx.ONNXContext;
import org.tribuo.util.onnx.ONNXNode;
import org.tribuo.util.onnx.ONNXOperators;
import org.tribuo.util.onnx.ONNXRef;

/**
 * A model's prediction at its posterior means as an ONNX graph in single precision: linear
 * predictors η of centred features and of what a basis adds to them, log H(η) and log(1 − H(η)),
 * then for each member of the family a softmax of log H(η) − α log(1 − H(η)), all this for each
 * component of the model, and the weighted sum. Labels without examples have their base rates and
 * the others share the rest.
 */
final class OnnxGraph {
  /** The relative error of rounding to single precision. */
  private static final double ROUNDING = 0x1p-24;

  /** A logit that moves by this moves a probability by at most a quarter of it, 1e-4. */
  private static final double LARGEST_SHIFT = 4e-4;

  /**
   * The linear predictor of a label that has no share in a component's probabilities: they are 0
   * beside those of any other label, and its square is finite in single precision.
   */
  private static final double NO_SHARE = -1e15;

  /** How far from the centre values of a feature are expected where their range is not known. */
  private static final double DEVIATIONS = 4;

  /** Members of less weight would cost time and change nothing in single precision. */
  private static final double LEAST_WEIGHT = 1e-8;

  /**
   * log(erfc(z)/t) + z² as a polynomial in t = 1/(1 + z/2), z ≥ 0, the constant first; relative
   * error of erfc below 1.2e-7 everywhere (Press et al., Numerical Recipes, 2nd ed., section 6.2).
   */
  private static final double[] LOG_ERFC = {
    -1.26551223,
    1.00002368,
    0.37409196,
    0.09678418,
    -0.18628806,
    0.27886807,
    -1.13520398,
    1.48851587,
    -0.82215223,
    0.17087277
  };

  /** Scores of the logit grow as η, those of the probit as η² / 2. */
  private static final Map<String, LinkForm> FORMS =
      Map.of(
          Link.LOGIT.name(), new LinkForm(OnnxGraph::logit, eta -> 1),
          Link.PROBIT.name(), new LinkForm(OnnxGraph::probit, eta -> 1 + eta));

  private final CategoricalModel model;
  private final double[] center;
  private final List<Part> parts;

  private OnnxGraph(CategoricalModel model) {
    this.model = model;
    center = model.standardization().center();
    parts = model.components().stream().map(component -> new Part(component, model)).toList();
  }

  /** A component with its coefficients for centred features. */
  private static final class Part {
    private final Component component;
    private final OnnxBasis basis;
    private final double[][] weights;
    private final double[] intercepts;

    Part(Component component, CategoricalModel model) {
      Standardization standardization = model.standardization();
      int features = component.basis().columns();
      this.component = component;
      basis = OnnxBasis.of(component.basis(), standardization);
      Posterior posterior = component.posterior();
      weights = new double[posterior.categories()][];
      intercepts = new double[weights.length];
      for (int k = 0; k < weights.length; k++) {
        if (model.isLeftOut(k)) {
          weights[k] = new double[features];
          intercepts[k] = NO_SHARE;
          continue;
        }
        double[] mean = posterior.mean(posterior.vectorOf(k));
        standardization.toCenteredScale(mean, 1);
        weights[k] = Arrays.copyOf(mean, features);
        intercepts[k] = mean.length > features ? mean[features] : 0;
      }
    }

    /** How much a score may change with η. */
    double slope(double eta) {
      return form(component.link()).slope().applyAsDouble(eta);
    }
  }

  /**
   * Prepares the graph of a model.
   *
   * @throws IllegalStateException if the model was told to predict by something else than its
   *     means, or single precision cannot hold its predictions
   */
  static OnnxGraph of(CategoricalModel model, ImmutableFeatureMap features, String[] labels) {
    OnnxGraph graph = exportable(model);
    List<RealInfo> ranges =
        IntStream.range(0, features.size()).mapToObj(m -> range(features.get(m))).toList();
    graph.requirePrecision(m -> ranges.get(m).getMin(), m -> ranges.get(m).getMax(), labels);
    return graph;
  }

  /**
   * Prepares the graph of a model whose features' ranges are not known: a few of their deviations
   * around the centre are taken for them.
   *
   * @throws IllegalStateException as the other
   */
  static OnnxGraph of(CategoricalModel model) {
    OnnxGraph graph = exportable(model);
    double[] scale = model.standardization().scale();
    graph.requirePrecision(
        m -> graph.center[m] - DEVIATIONS * scale[m],
        m -> graph.center[m] + DEVIATIONS * scale[m],
        model.categoryNames().toArray(new String[0]));
    return graph;
  }

  private static OnnxGraph exportable(CategoricalModel model) {
    PredictionMode mode = model.prediction().mode();
    if (mode != PredictionMode.AUTO && mode != PredictionMode.PLUG_IN) {
      throw new IllegalStateException(
          "ONNX export: the model predicts by "
              + mode.name().toLowerCase(Locale.ROOT).replace('_', ' ')
              + "; only plug-in predictions can be exported");
    }
    return new OnnxGraph(model);
  }

  /**
   * Refuses a model where rounding of the inputs may show. Features reach the graph rounded; an
   * error of one of them changes η by its weight, and errors of several add like independent ones.
   */
  private void requirePrecision(
      IntToDoubleFunction least, IntToDoubleFunction most, String[] labels) {
    double[] size = new double[center.length];
    double[] distance = new double[center.length];
    for (int m = 0; m < center.length; m++) {
      double min = least.applyAsDouble(m);
      double max = most.applyAsDouble(m);
      size[m] = Math.max(Math.abs(min), Math.abs(max));
      distance[m] = Math.max(center[m] - min, max - center[m]);
    }
    parts.forEach(part -> requirePrecision(part, size, distance, labels));
  }

  private void requirePrecision(Part part, double[] size, double[] distance, String[] labels) {
    for (int k = 0; k < labels.length; k++) {
      if (model.isLeftOut(k)) {
        continue;
      }
      double errors = square(part.intercepts[k]);
      double spread = 0;
      for (int m = 0; m < size.length; m++) {
        double slope = part.basis.slope(m, part.weights[k]);
        errors += square(part.weights[k][m] * size[m]) + square(slope * size[m]);
        spread += square(part.weights[k][m] * distance[m]);
      }
      double eta = Math.abs(part.intercepts[k]) + Math.sqrt(spread);
      double shift = ROUNDING * Math.sqrt(errors) * part.slope(eta);
      if (!(shift <= LARGEST_SHIFT)) {
        throw new IllegalStateException(
            String.format(
                Locale.ROOT,
                "ONNX export: label '%s': rounding its features to single precision may change"
                    + " log odds by %.1e; at most %.0e is allowed. Subtract a common offset from"
                    + " large feature values before they become examples",
                labels[k],
                shift,
                LARGEST_SHIFT));
      }
    }
  }

  private static double square(double value) {
    return value * value;
  }

  private static RealInfo range(VariableInfo info) {
    return info instanceof CategoricalInfo categories
        ? categories.generateRealInfo()
        : (RealInfo) info;
  }

  /** Adds the graph behind an input of rows of features; its output has a column for each label. */
  ONNXNode write(ONNXRef<?> input) {
    ONNXContext onnx = input.onnxContext();
    ONNXRef<?> centred = input.apply(ONNXOperators.SUB, onnx.array("center", center));
    List<ONNXNode> weighted = new ArrayList<>();
    Map<FittedBasis, ONNXRef<?>> features = new HashMap<>();
    for (Part part : parts) {
      ONNXNode eta =
          eta(
              features.computeIfAbsent(
                  part.component.basis(), basis -> part.basis.features(input, centred)),
              part);
      LogTails tails = form(part.component.link()).tails().apply(eta);
      addMembers(tails, part.component, weighted);
    }
    return withBaseRates(onnx.operation(ONNXOperators.SUM, weighted, "probabilities"));
  }

  /** The labels that the components know share what the base rates of the others leave. */
  private ONNXNode withBaseRates(ONNXNode probabilities) {
    double[] rates = model.baseRates();
    Arrays.setAll(rates, k -> model.isLeftOut(k) ? rates[k] : 0);
    double rest = 1 - Arrays.stream(rates).sum();
    if (rest == 1) {
      return probabilities;
    }
    ONNXContext onnx = probabilities.onnxContext();
    return probabilities
        .apply(ONNXOperators.MUL, constant(onnx, rest))
        .apply(ONNXOperators.ADD, onnx.array("base_rates", rates));
  }

  private static ONNXNode eta(ONNXRef<?> features, Part part) {
    ONNXContext onnx = features.onnxContext();
    double[][] byFeature = new double[part.weights[0].length][part.weights.length];
    for (int m = 0; m < byFeature.length; m++) {
      for (int k = 0; k < part.weights.length; k++) {
        byFeature[m][k] = part.weights[k][m];
      }
    }
    return features.apply(
        ONNXOperators.GEMM,
        List.of(matrix(onnx, "weights", byFeature), onnx.array("intercepts", part.intercepts)));
  }

  /** A matrix of at least one row. */
  static ONNXRef<?> matrix(ONNXContext onnx, String name, double[][] rows) {
    return onnx.floatTensor(
        name,
        List.of(rows.length, rows[0].length),
        buffer -> {
          for (double[] row : rows) {
            for (double value : row) {
              buffer.put((float) value);
            }
          }
        });
  }

  /** log H(η) and log(1 − H(η)). */
  private record LogTails(ONNXNode cdf, ONNXNode survival) {}

  /**
   * What the graph must know of a link.
   *
   * @param tails log H(η) and log(1 − H(η)) as nodes
   * @param slope how much a score may change with |η|
   */
  private record LinkForm(Function<ONNXNode, LogTails> tails, DoubleUnaryOperator slope) {}

  /** The form of a link by its name. */
  private static LinkForm form(Link link) {
    requireExportable(link.name());
    return FORMS.get(link.name());
  }

  /** Refuses a link that has no form here: each has a graph of its own. */
  static void requireExportable(String link) {
    if (!FORMS.containsKey(link)) {
      throw new IllegalStateException(
          "ONNX export: link "
              + link
              + "; must be one of "
              + String.join(", ", new TreeSet<>(FORMS.keySet())));
    }
  }

  /** log σ(η) = −log(1 + e^−η). */
  private static LogTails logit(ONNXNode eta) {
    return new LogTails(
        eta.apply(ONNXOperators.NEG).apply(OnnxOperation.SOFTPLUS).apply(ONNXOperators.NEG),
        eta.apply(OnnxOperation.SOFTPLUS).apply(ONNXOperators.NEG));
  }

  /**
   * The tail log Φ(−|η|) = log ½ + log erfc(|η|/√2) without ever leaving the logarithm, where Φ
   * itself would be rounded to 0 at |η| = 5.5; the body log Φ(|η|) = log(1 − tail).
   */
  private static LogTails probit(ONNXNode eta) {
    ONNXContext onnx = eta.onnxContext();
    ONNXRef<?> one = onnx.constant("one", 1f);
    ONNXNode t =
        onnx.operation(
            ONNXOperators.DIV,
            List.of(
                one,
                eta.apply(OnnxOperation.ABS)
                    .apply(ONNXOperators.MUL, constant(onnx, Math.sqrt(0.125)))
                    .apply(ONNXOperators.ADD, one)),
            "t");
    ONNXNode polynomial = t.apply(ONNXOperators.MUL, constant(onnx, LOG_ERFC[LOG_ERFC.length - 1]));
    for (int i = LOG_ERFC.length - 2; i > 0; i--) {
      polynomial =
          polynomial
              .apply(ONNXOperators.ADD, constant(onnx, LOG_ERFC[i]))
              .apply(ONNXOperators.MUL, t);
    }
    ONNXNode tail =
        polynomial
            .apply(ONNXOperators.ADD, constant(onnx, LOG_ERFC[0] - Math.log(2)))
            .apply(ONNXOperators.ADD, t.apply(OnnxOperation.LOG))
            .apply(
                ONNXOperators.SUB,
                eta.apply(ONNXOperators.MUL, eta).apply(ONNXOperators.MUL, constant(onnx, 0.5)));
    ONNXNode body =
        onnx.operation(ONNXOperators.SUB, List.of(one, tail.apply(OnnxOperation.EXP)), "cdf")
            .apply(OnnxOperation.LOG);
    ONNXNode negative = eta.apply(ONNXOperators.LESS, constant(onnx, 0));
    return new LogTails(
        negative.apply(ONNXOperators.WHERE, List.of(tail, body)),
        negative.apply(ONNXOperators.WHERE, List.of(body, tail)));
  }

  private static ONNXRef<?> constant(ONNXContext onnx, double value) {
    return onnx.constant("constant", (float) value);
  }

  private static void addMembers(LogTails tails, Component component, List<ONNXNode> weighted) {
    ONNXContext onnx = tails.cdf().onnxContext();
    AlphaWeights members = component.alphas().without(LEAST_WEIGHT);
    for (int i = 0; i < members.size(); i++) {
      weighted.add(
          tails
              .cdf()
              .apply(
                  ONNXOperators.SUB,
                  tails.survival().apply(ONNXOperators.MUL, constant(onnx, members.alpha(i))))
              .apply(ONNXOperators.SOFTMAX, Map.of("axis", 1))
              .apply(ONNXOperators.MUL, constant(onnx, component.weight() * members.weight(i))));
    }
  }
}
