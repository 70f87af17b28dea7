// SPDX-License-Identifier: Apache-2.0
/** The fitted model: its predictions, their uncertainty, its coefficients, draws and effects. */
package org.ibcavi.model;
