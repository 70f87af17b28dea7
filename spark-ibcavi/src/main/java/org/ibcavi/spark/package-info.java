// SPDX-License-Identifier: Apache-2.0
/**
 * Bayesian multiclass regression as an estimator of Apache Spark's pipelines: {@link
 * org.ibcavi.spark.IBCaviClassifier} fits, {@link org.ibcavi.spark.IBCaviClassificationModel}
 * predicts. What is computed is the core's; this package moves rows, options and results.
 */
package org.ibcavi.spark;
