// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.ibcavi.basis.Basis;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.design.TrainingData;
import org.ibcavi.local.PassMaker;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.RowPass;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;

/** Rows in memory. */
final class RowsHere implements FitRows {
  private final TrainingData data;
  private final PassMaker passes;

  RowsHere(TrainingData data, PassMaker passes) {
    this.data = data.withoutWeightlessRows();
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
  public boolean here() {
    return true;
  }

  @Override
  public List<String> notes() {
    return passes.notes();
  }

  @Override
  public Standardization standardization(boolean intercept) {
    return Standardization.of(data, intercept);
  }

  @Override
  public Form form(
      Standardization standardization, boolean intercept, IntUnaryOperator priorOfCategory) {
    return new LocalForm(
        Problem.of(data, standardization.apply(data.features()), intercept, priorOfCategory),
        passes);
  }

  /** A problem whose rows are here. */
  private record LocalForm(Problem problem, PassMaker passes) implements Form {
    @Override
    public Shape shape() {
      return problem.shape();
    }

    @Override
    public RowPass pass(FitContext context) {
      return passes.over(problem, context);
    }

    @Override
    public Form on(FittedBasis basis) {
      return basis.isLinear()
          ? this
          : new LocalForm(
              problem.withFeatures(basis.apply(problem.regressors().features())), passes);
    }

    @Override
    public List<FittedBasis> bases(Bases asked, long seed) {
      double[] weights = new double[problem.rows()];
      Arrays.setAll(weights, problem::rowWeight);
      List<FittedBasis> bases = new ArrayList<>();
      for (Basis basis : asked.chosen()) {
        FittedBasis fitted = basis.fit(problem.regressors().features(), weights, seed);
        if (bases.isEmpty() || !fitted.isLinear()) {
          bases.add(fitted);
        }
      }
      return bases;
    }
  }
}
