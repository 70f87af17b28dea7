// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.ibcavi.basis.Basis;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.local.PassMaker;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.RowPass;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Repeats;
import org.ibcavi.problem.Shape;

/** Rows in memory. Passes go over each kind of row once where there are many repeats. */
final class RowsHere implements FitRows {
  private final TrainingData data;
  private final Repeats distinct;
  private final PassMaker passes;

  RowsHere(TrainingData data, PassMaker passes) {
    this.data = data.withoutWeightlessRows();
    this.distinct = Repeats.of(this.data);
    this.passes = passes;
  }

  @Override
  public DataSummary summary() {
    return data.summary();
  }

  @Override
  public int rows() {
    return data.rows();
  }

  @Override
  public long nonzeros() {
    return data.features().nonzeros();
  }

  @Override
  public boolean hasOffsets() {
    return !data.offsets().areNone();
  }

  @Override
  public boolean here() {
    return true;
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>(passes.notes());
    if (distinct.areMerged()) {
      notes.add(rows() + " rows were merged to the " + distinct.data().rows() + " that differ");
    }
    return notes;
  }

  /** What a pass goes over. */
  @Override
  public Shape shape(boolean intercept, IntUnaryOperator priorOfCategory) {
    return FitRows.super
        .shape(intercept, priorOfCategory)
        .withRows(distinct.data().rows(), distinct.data().features().nonzeros())
        .standingFor(rows());
  }

  @Override
  public Standardization standardization(boolean intercept) {
    return Standardization.of(distinct.data(), intercept);
  }

  @Override
  public Form form(
      Standardization standardization, boolean intercept, IntUnaryOperator priorOfCategory) {
    DesignMatrix features = standardization.apply(distinct.data().features());
    Problem problem = Problem.of(distinct, features, intercept, priorOfCategory);
    return distinct.areMerged()
        ? new LocalForm(problem, () -> given(standardization, intercept, priorOfCategory), passes)
        : new LocalForm(problem, () -> problem, passes);
  }

  /** The problem with the rows as they were given. */
  private Problem given(
      Standardization standardization, boolean intercept, IntUnaryOperator priorOfCategory) {
    return Problem.of(data, standardization.apply(data.features()), intercept, priorOfCategory);
  }

  /** A problem whose rows are here. */
  private record LocalForm(Problem distinct, Supplier<Problem> given, PassMaker passes)
      implements Form {
    @Override
    public Shape shape() {
      return distinct.shape();
    }

    @Override
    public RowPass pass(FitContext context) {
      return passes.over(distinct, context);
    }

    @Override
    public Problem problem() {
      return given.get();
    }

    @Override
    public Form on(FittedBasis basis, boolean held) {
      if (basis.isLinear()) {
        return this;
      }
      return new LocalForm(
          mapped(distinct, basis, held), () -> mapped(given.get(), basis, held), passes);
    }

    private static Problem mapped(Problem problem, FittedBasis basis, boolean held) {
      DesignMatrix features = problem.regressors().features();
      return problem.withFeatures(
          held ? basis.apply(features) : DesignMatrix.mapped(features, basis::apply));
    }

    @Override
    public List<FittedBasis> bases(Bases asked, long seed) {
      double[] weights = distinct.rowWeights();
      List<FittedBasis> bases = new ArrayList<>();
      for (Basis basis : asked.chosen()) {
        FittedBasis fitted = basis.fit(distinct.regressors().features(), weights, seed);
        if (bases.isEmpty() || !fitted.isLinear()) {
          bases.add(fitted);
        }
      }
      return bases;
    }
  }
}
