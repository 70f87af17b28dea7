// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Charts in one look: what is drawn knows nothing of Weka, and what draws knows nothing of models.
 *
 * @serial exclude
 */
package org.ibcavi.weka.chart;
