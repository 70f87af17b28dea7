// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.List;
import java.util.function.IntUnaryOperator;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.RowPass;
import org.ibcavi.pass.RowSource;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;

/** Rows that an engine holds. */
final class RowsElsewhere implements FitRows {
  private final RowSource source;

  RowsElsewhere(RowSource source) {
    this.source = source;
  }

  @Override
  public DataSummary summary() {
    return source.summary();
  }

  @Override
  public int rows() {
    return source.rows();
  }

  @Override
  public long nonzeros() {
    return source.nonzeros();
  }

  @Override
  public boolean hasOffsets() {
    return false;
  }

  @Override
  public boolean here() {
    return false;
  }

  @Override
  public List<String> notes() {
    return source.notes();
  }

  @Override
  public Standardization standardization(boolean intercept) {
    return source.standardization(intercept);
  }

  @Override
  public Form form(
      Standardization standardization, boolean intercept, IntUnaryOperator priorOfCategory) {
    return new RemoteForm(source, standardization, shape(intercept, priorOfCategory));
  }

  /** A problem whose rows are elsewhere; its models are linear in the features. */
  private record RemoteForm(RowSource source, Standardization standardization, Shape shape)
      implements Form {
    @Override
    public RowPass pass(FitContext context) {
      return source.pass(shape, standardization);
    }

    @Override
    public Form on(FittedBasis basis, boolean held) {
      return this;
    }

    @Override
    public List<FittedBasis> bases(Bases asked, long seed) {
      return List.of(FittedBasis.identity(shape.columns()));
    }

    @Override
    public Problem problem() {
      throw new IllegalStateException("rows elsewhere are seen through their pass alone");
    }
  }
}
