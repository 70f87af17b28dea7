// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.ibcavi.basis.Basis;
import org.ibcavi.basis.Linear;
import org.ibcavi.basis.Smooth;
import org.ibcavi.basis.Thresholds;
import org.ibcavi.basis.Trees;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.BasisKind;

/**
 * Which bases the members of the categorical stage have, and which were left out for their cost.
 * How many steps, waves and leaves there are, and the length scales, were chosen by the comparison
 * in docs/laboratory/bases.md.
 */
final class Bases {
  /** Steps of a feature. */
  private static final int STEPS = 9;

  /** Frequencies of a smooth basis, each with two waves. */
  private static final int FREQUENCIES = 100;

  /** Length scales, in units of the root of the number of features. */
  private static final double[] LENGTHS = {0.5, 1, 2};

  /** Random trees. */
  private static final int TREES = 50;

  /** Leaves of a tree. */
  private static final int LEAVES = 16;

  private final List<Basis> chosen = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private final DoubleUnaryOperator available;

  private Bases(DoubleUnaryOperator available) {
    this.available = available;
  }

  /**
   * Takes the bases that were asked for; where all may be taken, those that end within seconds.
   *
   * @param kind what was asked for
   * @param shape with the features themselves
   * @param available the bytes there are where so many are needed
   * @throws MemoryLimitException if one that was asked for by name cannot be fitted in them
   */
  static Bases of(BasisKind kind, Shape shape, DoubleUnaryOperator available) {
    Bases bases = new Bases(available);
    if (kind == BasisKind.NONE || kind == BasisKind.AUTO) {
      bases.chosen.add(new Linear());
    }
    if (kind == BasisKind.THRESHOLDS || kind == BasisKind.AUTO) {
      bases.add("thresholds", List.of(new Thresholds(STEPS)), kind, shape);
    }
    if (kind == BasisKind.SMOOTH || kind == BasisKind.AUTO) {
      bases.add("smooth", smooth(), kind, shape);
    }
    if (kind == BasisKind.TREES || kind == BasisKind.AUTO) {
      bases.add("trees", List.of(new Trees(TREES, LEAVES)), kind, shape);
    }
    return bases;
  }

  private static List<Basis> smooth() {
    return DoubleStream.of(LENGTHS)
        .<Basis>mapToObj(length -> new Smooth(length, FREQUENCIES))
        .toList();
  }

  private void add(String name, List<Basis> several, BasisKind kind, Shape shape) {
    boolean open = kind == BasisKind.AUTO;
    Optional<String> against = open ? tooDear(several, shape) : Optional.empty();
    against = against.isPresent() ? against : tooLarge(several, shape);
    if (against.isEmpty()) {
      chosen.addAll(several);
    } else if (open) {
      notes.add("basis " + name + " was left out: " + against.get());
    } else {
      throw new MemoryLimitException(
          "basis "
              + name
              + ": "
              + against.get()
              + "; use basis none or smooth, fewer rows or features, or a larger heap");
    }
  }

  /** Fitting a basis may look at whole columns, and holds them for it. */
  private Optional<String> tooLarge(List<Basis> several, Shape shape) {
    double bytes = Double.BYTES * several.get(0).valuesToFit(shape.columns(), shape.rows());
    return bytes <= available.applyAsDouble(bytes)
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "to fit it would take about %.0f MB of memory, more than are available",
                Math.ceil(bytes / 1e6)));
  }

  private static Optional<String> tooDear(List<Basis> several, Shape shape) {
    Basis one = several.get(0);
    double values = one.valuesPerRow(shape.columns(), shape.valuesPerRow());
    Cost cost = new Cost(shape.withColumns(one.columns(shape.columns()), values));
    if (!cost.affordsOwnMatrices()) {
      return Optional.of(
          "its matrices would hold more than " + limit(Cost.MATRIX_VALUES) + " values");
    }
    double operations = several.size() * cost.member();
    return operations <= Cost.SECONDS
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "it would take %.3g operations, more than %s",
                operations,
                limit(Cost.SECONDS)));
  }

  private static String limit(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }

  /** At least one; the linear one first if it is among them. */
  List<Basis> chosen() {
    return List.copyOf(chosen);
  }

  /** What was left out, and why. */
  List<String> notes() {
    return List.copyOf(notes);
  }
}
