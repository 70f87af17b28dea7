// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.List;
import java.util.function.IntUnaryOperator;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.RowPass;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;

/** The rows of a fit, wherever they are. */
interface FitRows {
  /** Names, and the weights of the categories. */
  DataSummary summary();

  /** The number of rows, all of which have weight. */
  int rows();

  /** Stored values of all rows. */
  long nonzeros();

  /** Whether something is known beforehand of the rows' linear predictors. */
  boolean hasOffsets();

  /** Whether the rows are in this process's memory. */
  boolean here();

  /** What the report is to say about where they are. */
  List<String> notes();

  /** Measures the columns. */
  Standardization standardization(boolean intercept);

  /** The problem that the rows state on the scale to fit on. */
  Form form(Standardization standardization, boolean intercept, IntUnaryOperator priorOfCategory);

  /** The shape of a problem on the original scale. */
  default Shape shape(boolean intercept, IntUnaryOperator priorOfCategory) {
    return new Shape(
        rows(),
        summary().features(),
        intercept,
        nonzeros(),
        summary().categoryWeights(),
        priorOfCategory);
  }

  /** A problem with rows here or elsewhere. */
  interface Form {
    /** What is known without the rows. */
    Shape shape();

    /** Sums over the rows. Each stage has a pass of its own, so that its memory ends with it. */
    RowPass pass(FitContext context);

    /**
     * The problem on the features that a basis makes of these.
     *
     * @param basis the map
     * @param held whether the mapped features are held; else a pass maps them anew
     */
    Form on(FittedBasis basis, boolean held);

    /** The bases asked for, fitted to the rows; of several that add nothing only one. */
    List<FittedBasis> bases(Bases asked, long seed);

    /** The rows themselves as they were given, repeated ones each. */
    Problem problem();
  }
}
