// SPDX-License-Identifier: Apache-2.0
/**
 * Bayesian multiclass regression: calibrated class probabilities with their uncertainty, and
 * nothing to tune. {@link org.ibcavi.IbCavi} is where to begin; it fits {@link
 * org.ibcavi.design.TrainingData} and gives a {@link org.ibcavi.model.CategoricalModel}.
 */
package org.ibcavi;
