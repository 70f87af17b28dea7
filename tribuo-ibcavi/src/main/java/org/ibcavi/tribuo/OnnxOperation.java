// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.Map;
import java.util.Set;
import org.tribuo.util.onnx.ONNXAttribute;
import org.tribuo.util.onnx.ONNXOperator;
import org.tribuo.util.onnx.ONNXOperators;

/** Operators of one input and one output that Tribuo's own list leaves out. */
enum OnnxOperation implements ONNXOperator {
  ABS("Abs"),
  COS("Cos"),
  EXP("Exp"),
  LOG("Log"),
  SOFTPLUS("Softplus");

  private final String opName;

  OnnxOperation(String opName) {
    this.opName = opName;
  }

  @Override
  public String getOpName() {
    return opName;
  }

  @Override
  public int getNumInputs() {
    return 1;
  }

  @Override
  public int getNumOptionalInputs() {
    return 0;
  }

  @Override
  public int getNumOutputs() {
    return 1;
  }

  @Override
  public Map<String, ONNXAttribute> getAttributes() {
    return Map.of();
  }

  @Override
  public Set<String> getMandatoryAttributeNames() {
    return Set.of();
  }

  @Override
  public int getOpVersion() {
    return ONNXOperators.getOpsetVersion();
  }

  /** The default domain, as for Tribuo's operators. */
  @Override
  public String getOpDomain() {
    return null;
  }
}
