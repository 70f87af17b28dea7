// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.basis.Steps;
import org.ibcavi.basis.Waves;

/** The fields of the bases of a model. Components name theirs by its place among them. */
final class BasisFields {
  private static final int LINEAR = 1;
  private static final int STEPS = 2;
  private static final int WAVES = 3;

  /** Features that a basis may map to: as many as a chunk of dense rows may have. */
  private static final String COLUMNS = "features of a basis";

  private static final String CUT = "cut";

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

  static List<FittedBasis> read(FieldInput in, int inputs) throws IOException {
    int count = in.integer("bases", 1, Integer.MAX_VALUE);
    List<FittedBasis> bases = new ArrayList<>();
    for (int b = 0; b < count; b++) {
      FittedBasis basis =
          switch (in.choice("kind of basis", LINEAR, WAVES)) {
            case STEPS -> readSteps(in, inputs);
            case WAVES -> readWaves(in, inputs);
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
