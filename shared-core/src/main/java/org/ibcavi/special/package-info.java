// SPDX-License-Identifier: Apache-2.0
/** Functions of numbers that know nothing of regressions: exponentials, normal tails, softmax. */
package org.ibcavi.special;
