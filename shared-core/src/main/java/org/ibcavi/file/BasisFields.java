// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.basis.Leaves;
import org.ibcavi.basis.Split;
import org.ibcavi.basis.Steps;
import org.ibcavi.basis.Waves;

/** The fields of the bases of a model. Components name theirs by its place among them. */
final class BasisFields {
  private static final int LINEAR = 1;
  private static final int STEPS = 2;
  private static final int WAVES = 3;
  private static final int LEAVES = 4;

  /** Features that a basis may map to: as many as a chunk of dense rows may have. */
  private static final String COLUMNS = "features of a basis";

  private static final String CUT = "cut";

  private static final String SPLITS = "splits";

  private BasisFields() {}

  static void write(List<FittedBasis> bases, FieldOutput out) throws IOException {
    out.integer("bases", bases.size(), 1, Integer.MAX_VALUE);
    for (FittedBasis basis : bases) {
      if (basis instanceof Steps steps) {
        out.choice(STEPS);
        write(steps, out);
      } else if (basis instanceof Waves waves) {
        out.choice(WAVES);
        write(waves, out);
      } else if (basis instanceof Leaves leaves) {
        out.choice(LEAVES);
        write(leaves, out);
      } else {
        out.choice(LINEAR);
      }
    }
  }

  private static void write(Steps steps, FieldOutput out) throws IOException {
    for (int input = 0; input < steps.inputs(); input++) {
      double[] cuts = steps.cuts(input);
      out.require(increasing(cuts), "cuts that do not increase");
      out.integer("cuts", cuts.length, 0, ModelFields.MAX_FEATURES);
      out.numbers(CUT, cuts, Range.FINITE);
    }
  }

  private static void write(Waves waves, FieldOutput out) throws IOException {
    out.number("length scale", waves.length(), Range.ABOVE_ZERO);
    out.number("amplitude", waves.amplitude(), Range.ABOVE_ZERO);
    out.integer("frequencies", waves.pairs(), 1, ModelFields.MAX_FEATURES);
    out.numbers("frequency", waves.frequencies(), Range.FINITE);
  }

  private static void write(Leaves leaves, FieldOutput out) throws IOException {
    out.number("value of a leaf", leaves.value(), Range.ABOVE_ZERO);
    out.integer("trees", leaves.trees().size(), 1, ModelFields.MAX_FEATURES);
    for (List<Split> splits : leaves.trees()) {
      out.integer(SPLITS, splits.size(), 0, ModelFields.MAX_FEATURES);
      for (int s = 0; s < splits.size(); s++) {
        out.integer("leaf to split", splits.get(s).leaf(), 0, s);
        out.integer("feature to split by", splits.get(s).feature(), 0, leaves.inputs() - 1);
        out.number(CUT, splits.get(s).cut(), Range.FINITE);
      }
    }
  }

  static List<FittedBasis> read(FieldInput in, int inputs) throws IOException {
    int count = in.integer("bases", 1, Integer.MAX_VALUE);
    List<FittedBasis> bases = new ArrayList<>();
    for (int b = 0; b < count; b++) {
      FittedBasis basis =
          switch (in.choice("kind of basis", LINEAR, LEAVES)) {
            case STEPS -> readSteps(in, inputs);
            case WAVES -> readWaves(in, inputs);
            case LEAVES -> readLeaves(in, inputs);
            default -> FittedBasis.identity(inputs);
          };
      bases.add(basis);
    }
    return bases;
  }

  private static Steps readSteps(FieldInput in, int inputs) throws IOException {
    List<double[]> cuts = new ArrayList<>();
    long columns = inputs;
    for (int input = 0; input < inputs; input++) {
      int count = in.integer("cuts", 0, ModelFields.MAX_FEATURES);
      columns += count;
      requireColumns(in, columns);
      double[] ofInput = in.numbers(CUT, count, Range.FINITE);
      in.require(increasing(ofInput), "cuts that do not increase; they must");
      cuts.add(ofInput);
    }
    return new Steps(cuts.toArray(new double[0][]));
  }

  private static Waves readWaves(FieldInput in, int inputs) throws IOException {
    double length = in.number("length scale", Range.ABOVE_ZERO);
    double amplitude = in.number("amplitude", Range.ABOVE_ZERO);
    int pairs = in.integer("frequencies", 1, ModelFields.MAX_FEATURES);
    in.require(inputs > 0, "waves of no features; there must be one");
    requireColumns(in, inputs + 2L * pairs);
    in.require((long) inputs * pairs <= Framing.MAX_ARRAY, "more frequencies than an array holds");
    return new Waves(
        inputs, length, amplitude, in.numbers("frequency", inputs * pairs, Range.FINITE));
  }

  private static Leaves readLeaves(FieldInput in, int inputs) throws IOException {
    double value = in.number("value of a leaf", Range.ABOVE_ZERO);
    int count = in.integer("trees", 1, ModelFields.MAX_FEATURES);
    in.require(inputs > 0, "trees of no features; there must be one");
    List<List<Split>> trees = new ArrayList<>();
    long columns = inputs;
    for (int tree = 0; tree < count; tree++) {
      int splits = in.integer(SPLITS, 0, ModelFields.MAX_FEATURES);
      columns += splits + 1;
      requireColumns(in, columns);
      trees.add(readSplits(in, inputs, splits));
    }
    return new Leaves(inputs, value, trees);
  }

  private static List<Split> readSplits(FieldInput in, int inputs, int count) throws IOException {
    List<Split> splits = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      int leaf = in.integer("leaf to split", 0, s);
      int feature = in.integer("feature to split by", 0, inputs - 1);
      splits.add(new Split(leaf, feature, in.number(CUT, Range.FINITE)));
    }
    return splits;
  }

  private static void requireColumns(FieldInput in, long columns) throws IOException {
    in.require(
        columns <= ModelFields.MAX_FEATURES,
        COLUMNS + ": " + columns + "; must be at most " + ModelFields.MAX_FEATURES);
  }

  private static boolean increasing(double[] cuts) {
    for (int j = 1; j < cuts.length; j++) {
      if (!(cuts[j] > cuts[j - 1])) {
        return false;
      }
    }
    return true;
  }
}
