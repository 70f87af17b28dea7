// SPDX-License-Identifier: Apache-2.0
/** What is to be fitted: rows, the regressions that are really computed, and their priors. */
package org.ibcavi.problem;
