// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Pictures of a model in the menu of the Explorer's result list.
 *
 * @serial exclude
 */
package org.ibcavi.weka.explorer;
