// SPDX-License-Identifier: GPL-3.0-or-later
/** The classifier, in Weka's own package so that it is listed beside Logistic. */
package weka.classifiers.functions;
