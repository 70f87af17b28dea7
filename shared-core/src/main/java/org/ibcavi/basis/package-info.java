// SPDX-License-Identifier: Apache-2.0
/** Fixed maps of a row's features to more features, on which the same regressions are fitted. */
package org.ibcavi.basis;
