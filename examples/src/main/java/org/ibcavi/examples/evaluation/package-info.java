// SPDX-License-Identifier: Apache-2.0
/** How good predicted probabilities are, and what a posterior says about them. */
package org.ibcavi.examples.evaluation;
