// SPDX-License-Identifier: Apache-2.0
/** The fitted model: its predictions, its uncertainty, its report and its file. */
package org.ibcavi.model;
