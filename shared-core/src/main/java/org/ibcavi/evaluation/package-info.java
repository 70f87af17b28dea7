// SPDX-License-Identifier: Apache-2.0
/** How good predicted probabilities are, for the predictions of any classifier. */
package org.ibcavi.evaluation;
