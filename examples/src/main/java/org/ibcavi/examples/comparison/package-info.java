// SPDX-License-Identifier: Apache-2.0
/** Learners of both toolkits, side by side on the same rows. */
package org.ibcavi.examples.comparison;
