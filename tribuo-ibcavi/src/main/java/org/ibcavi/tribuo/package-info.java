// SPDX-License-Identifier: Apache-2.0
/**
 * Bayesian multiclass regression for Tribuo: {@link org.ibcavi.tribuo.IBCaviTrainer} fits, {@link
 * org.ibcavi.tribuo.IBCaviModel} predicts, {@link org.ibcavi.tribuo.ProbabilityEvaluation} tells
 * how good probabilities are. Everything is translation; the mathematics is in {@link
 * org.ibcavi.IbCavi}.
 */
package org.ibcavi.tribuo;
