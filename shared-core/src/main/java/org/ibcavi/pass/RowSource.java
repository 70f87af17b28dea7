// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import java.util.List;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.problem.Shape;

/**
 * Training rows that an engine holds elsewhere: what a fit asks of them before and beside its
 * passes. The engine is on the class path, where packages that the module does not export can be
 * used.
 */
public interface RowSource {
  /**
   * What a model keeps of the data.
   *
   * @return names, and the weights of the categories
   */
  DataSummary summary();

  /**
   * The number of rows, all of which have weight.
   *
   * @return N
   */
  int rows();

  /**
   * Stored values of all rows.
   *
   * @return N·M for dense rows
   */
  long nonzeros();

  /**
   * Measures the columns as {@link Standardization#of(org.ibcavi.design.TrainingData, boolean)}
   * does.
   *
   * @param intercept whether the model has one
   * @return their standardization
   */
  Standardization standardization(boolean intercept);

  /**
   * Sums over the rows.
   *
   * @param shape of what is fitted
   * @param standardization of the rows
   * @return a pass over the standardized rows
   */
  RowPass pass(Shape shape, Standardization standardization);

  /**
   * What the report is to say about the rows, asked when the fit has ended.
   *
   * @return sentences
   */
  List<String> notes();
}
