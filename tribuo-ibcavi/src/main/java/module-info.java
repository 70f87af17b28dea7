// SPDX-License-Identifier: Apache-2.0

/**
 * Bayesian multiclass regression as a trainer and a model of the Tribuo machine learning library.
 */
// Tribuo, OLCUT and protobuf do not declare modules.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.ibcavi.tribuo {
  // Transitive where public methods take or return their types.
  requires transitive org.ibcavi.core;
  requires transitive org.tribuo.classification.core;
  requires transitive org.tribuo.core;
  requires transitive org.tribuo.data;
  requires transitive org.tribuo.math;
  requires transitive org.tribuo.util.onnx;
  requires transitive com.google.protobuf;
  requires transitive com.oracle.labs.mlrg.olcut;
  requires java.logging;
  // For an annotation in what protoc generated, which only the compiler sees.
  requires static java.compiler;

  exports org.ibcavi.tribuo;

  // By reflection OLCUT sets private fields, and protobuf calls what protoc generated.
  opens org.ibcavi.tribuo to
      com.oracle.labs.mlrg.olcut;
  opens org.ibcavi.tribuo.protos to
      com.google.protobuf;
}
