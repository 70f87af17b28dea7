// SPDX-License-Identifier: Apache-2.0

/**
 * Bayesian multiclass regression by IB-CAVI, free of any machine-learning toolkit. Exported are the
 * packages that users call; the others may change at any time.
 */
// EJML and netlib do not declare modules; Tribuo's adapter is compiled after this one.
@SuppressWarnings({"requires-automatic", "module"})
module org.ibcavi.core {
  // EJML's jars do not even name themselves: these names come from the names of the files.
  requires ejml.core;
  requires ejml.ddense;
  requires org.apache.commons.numbers.gamma;
  // Native products where a user adds it. The other optional kernel needs jdk.incubator.vector,
  // which is not named here, because javac warns of every module that requires an incubating one;
  // KernelChoice reads it at run time.
  requires static dev.ludovic.netlib.blas;

  exports org.ibcavi;
  exports org.ibcavi.averaging;
  exports org.ibcavi.design;
  exports org.ibcavi.evaluation;
  exports org.ibcavi.file;
  exports org.ibcavi.fit;
  exports org.ibcavi.link;
  exports org.ibcavi.model;
  exports org.ibcavi.prior;
  exports org.ibcavi.report;
  exports org.ibcavi.settings;

  // What Tribuo's adapter needs beside what every user does: threads, and what ONNX files hold.
  exports org.ibcavi.basis to
      org.ibcavi.tribuo;
  exports org.ibcavi.columns to
      org.ibcavi.tribuo;
  exports org.ibcavi.parallel to
      org.ibcavi.tribuo;
  exports org.ibcavi.posterior to
      org.ibcavi.tribuo;
}
