// SPDX-License-Identifier: Apache-2.0

/**
 * Bayesian multiclass regression by IB-CAVI, free of any machine-learning toolkit. Exported are the
 * packages that users call; the others may change at any time.
 */
@SuppressWarnings("requires-automatic") // EJML and netlib do not declare modules.
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
  exports org.ibcavi.basis;
  exports org.ibcavi.design;
  exports org.ibcavi.evaluation;
  exports org.ibcavi.file;
  exports org.ibcavi.fit;
  exports org.ibcavi.link;
  exports org.ibcavi.model;
  exports org.ibcavi.parallel;
  exports org.ibcavi.posterior;
  exports org.ibcavi.prior;
  exports org.ibcavi.report;
  exports org.ibcavi.settings;
}
