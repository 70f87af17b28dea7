// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What stands between Weka and the core: instances to numbers, options to settings, a model to
 * text, and evaluation metrics for probabilities. No mathematics of the model.
 *
 * @serial exclude
 */
package org.ibcavi.weka;
