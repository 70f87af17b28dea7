// SPDX-License-Identifier: Apache-2.0
/** Ascents that know values and gradients and nothing of rows. */
package org.ibcavi.solver;
