// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.basis.Leaves;
import org.ibcavi.basis.Split;
import org.ibcavi.basis.Steps;
import org.ibcavi.basis.Waves;
import org.ibcavi.columns.Standardization;
import org.tribuo.util.onnx.ONNXContext;
import org.tribuo.util.onnx.ONNXNode;
import org.tribuo.util.onnx.ONNXOperators;
import org.tribuo.util.onnx.ONNXRef;

/** A basis as nodes of an ONNX graph: the centred features, and behind them what it adds. */
abstract class OnnxBasis {
  private final int inputs;

  private OnnxBasis(int inputs) {
    this.inputs = inputs;
  }

  /**
   * The form of a basis.
   *
   * @throws IllegalStateException if it has none
   */
  static OnnxBasis of(FittedBasis basis, Standardization standardization) {
    if (basis instanceof Steps steps) {
      return new StepNodes(steps, standardization);
    }
    if (basis instanceof Leaves leaves) {
      return new LeafNodes(leaves, standardization);
    }
    if (basis instanceof Waves waves) {
      return new WaveNodes(waves, standardization);
    }
    if (basis.isLinear()) {
      return new NoNodes(basis.inputs());
    }
    throw new IllegalStateException(
        "ONNX export: the model has a component with the basis " + basis + ", which has no graph");
  }

  /** What stands behind the centred features; null if nothing does. */
  abstract ONNXNode added(ONNXRef<?> input, ONNXRef<?> centred);

  /**
   * How much what is added may change η with a feature, on average.
   *
   * @param feature which
   * @param weights of a label, those of the features themselves first
   */
  abstract double slope(int feature, double[] weights);

  /** All features that a member's weights multiply, in the order of the core. */
  final ONNXRef<?> features(ONNXRef<?> input, ONNXRef<?> centred) {
    ONNXNode added = added(input, centred);
    return added == null ? centred : centred.apply(ONNXOperators.CONCAT, added, Map.of("axis", 1));
  }

  /** The index of the first weight of what is added. */
  final int inputs() {
    return inputs;
  }

  private static final class NoNodes extends OnnxBasis {
    NoNodes(int inputs) {
      super(inputs);
    }

    @Override
    ONNXNode added(ONNXRef<?> input, ONNXRef<?> centred) {
      return null;
    }

    @Override
    double slope(int feature, double[] weights) {
      return 0;
    }
  }

  /** a·cos(wᵀx) and a·sin(wᵀx) = a·cos(wᵀx − π/2), with frequencies for centred features. */
  private static final class WaveNodes extends OnnxBasis {
    private final int waves;
    private final double amplitude;
    private final double[][] frequencies;

    WaveNodes(Waves basis, Standardization standardization) {
      super(basis.inputs());
      waves = basis.columns() - basis.inputs();
      amplitude = basis.amplitude();
      double[] ofPairs = basis.frequencies();
      double[] scale = standardization.scale();
      frequencies = new double[basis.inputs()][waves];
      for (int m = 0; m < frequencies.length; m++) {
        for (int j = 0; j < waves; j++) {
          frequencies[m][j] = ofPairs[m * basis.pairs() + j / 2] / scale[m];
        }
      }
    }

    @Override
    ONNXNode added(ONNXRef<?> input, ONNXRef<?> centred) {
      ONNXContext onnx = input.onnxContext();
      double[] shifts = new double[waves];
      Arrays.setAll(shifts, j -> j % 2 == 0 ? 0 : -Math.PI / 2);
      return centred
          .apply(
              ONNXOperators.GEMM,
              List.of(
                  OnnxGraph.matrix(onnx, "frequencies", frequencies), onnx.array("shifts", shifts)))
          .apply(OnnxOperation.COS)
          .apply(ONNXOperators.MUL, onnx.constant("amplitude", (float) amplitude));
    }

    /** Waves of different frequencies add like independent ones. */
    @Override
    double slope(int feature, double[] weights) {
      double squares = 0;
      for (int j = 0; j < waves; j++) {
        double slope = amplitude * weights[inputs() + j] * frequencies[feature][j];
        squares += slope * slope;
      }
      return Math.sqrt(squares);
    }
  }

  /**
   * What asks whether features are above cuts. They are compared as they come in, before anything
   * is computed from them: rounding keeps the order of numbers, so only a value that is a cut's
   * neighbour in single precision can end up on its other side.
   */
  private abstract static class CutNodes extends OnnxBasis {
    private final double[] scale;
    private final int[] features;
    private final double[] cuts;

    CutNodes(int inputs, List<Split> splits, Standardization standardization) {
      super(inputs);
      scale = standardization.scale();
      double[] center = standardization.center();
      features = splits.stream().mapToInt(Split::feature).toArray();
      cuts =
          splits.stream()
              .mapToDouble(s -> center[s.feature()] + scale[s.feature()] * s.cut())
              .toArray();
    }

    /** 1 where a feature is above a cut, else 0; a column for each cut. */
    final ONNXNode above(ONNXRef<?> input) {
      ONNXContext onnx = input.onnxContext();
      return input
          .apply(ONNXOperators.GATHER, onnx.array("features_of_cuts", features), Map.of("axis", 1))
          .apply(ONNXOperators.GREATER, onnx.array("cuts", cuts))
          .cast(float.class);
    }

    /**
     * Rounding carries a value across a cut as rarely as it is small beside the feature's
     * deviation; that it changes η by 1 where it does is a guess on the safe side.
     */
    @Override
    final double slope(int feature, double[] weights) {
      return IntStream.of(features).anyMatch(m -> m == feature) ? 1 / scale[feature] : 0;
    }
  }

  private static final class StepNodes extends CutNodes {
    private final double[] signs;
    private final double[] offsets;

    StepNodes(Steps steps, Standardization standardization) {
      super(steps.inputs(), cuts(steps), standardization);
      double[] cuts = cuts(steps).stream().mapToDouble(Split::cut).toArray();
      signs = Arrays.stream(cuts).map(cut -> cut >= 0 ? 1 : -1).toArray();
      offsets = Arrays.stream(cuts).map(cut -> cut >= 0 ? 0 : 1).toArray();
    }

    /** Cuts in the order of their steps. */
    private static List<Split> cuts(Steps steps) {
      List<Split> cuts = new ArrayList<>();
      for (int m = 0; m < steps.inputs(); m++) {
        for (double cut : steps.cuts(m)) {
          cuts.add(new Split(0, m, cut));
        }
      }
      return cuts;
    }

    /** A step is 1 on the side of its cut that is away from 0. */
    @Override
    ONNXNode added(ONNXRef<?> input, ONNXRef<?> centred) {
      ONNXContext onnx = input.onnxContext();
      return above(input)
          .apply(ONNXOperators.MUL, onnx.array("signs", signs))
          .apply(ONNXOperators.ADD, onnx.array("offsets", offsets));
    }
  }

  /**
   * A row is in a leaf if all splits on the way to it say so. With +1 for a split that it must be
   * above and −1 for one that it must not, the sum over the splits that it is above reaches the
   * number of the former in that leaf alone.
   */
  private static final class LeafNodes extends CutNodes {
    private final double value;
    private final double[][] ways;
    private final double[] nearly;

    LeafNodes(Leaves leaves, Standardization standardization) {
      super(
          leaves.inputs(), leaves.trees().stream().flatMap(List::stream).toList(), standardization);
      value = leaves.value();
      int added = leaves.columns() - leaves.inputs();
      ways = new double[added - leaves.trees().size()][added];
      nearly = new double[added];
      int firstSplit = 0;
      int firstLeaf = 0;
      for (List<Split> splits : leaves.trees()) {
        addTree(splits, firstSplit, firstLeaf);
        firstSplit += splits.size();
        firstLeaf += splits.size() + 1;
      }
      for (int leaf = 0; leaf < added; leaf++) {
        double sum = 0;
        for (double[] split : ways) {
          sum += Math.max(0, split[leaf]);
        }
        nearly[leaf] = sum - 0.5;
      }
    }

    /** The new leaf of a split has the way of the one that is split, and one step more. */
    private void addTree(List<Split> splits, int firstSplit, int firstLeaf) {
      for (int s = 0; s < splits.size(); s++) {
        int stays = firstLeaf + splits.get(s).leaf();
        int moves = firstLeaf + s + 1;
        for (int before = firstSplit; before < firstSplit + s; before++) {
          ways[before][moves] = ways[before][stays];
        }
        ways[firstSplit + s][stays] = -1;
        ways[firstSplit + s][moves] = 1;
      }
    }

    @Override
    ONNXNode added(ONNXRef<?> input, ONNXRef<?> centred) {
      ONNXContext onnx = input.onnxContext();
      return above(input)
          .apply(ONNXOperators.GEMM, OnnxGraph.matrix(onnx, "ways", ways))
          .apply(ONNXOperators.GREATER, onnx.array("nearly", nearly))
          .cast(float.class)
          .apply(ONNXOperators.MUL, onnx.constant("value", (float) value));
    }
  }
}
