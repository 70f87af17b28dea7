// SPDX-License-Identifier: GPL-3.0-or-later
/** An output of predictions, in the package where Weka looks for outputs. */
package weka.classifiers.evaluation.output.prediction;
