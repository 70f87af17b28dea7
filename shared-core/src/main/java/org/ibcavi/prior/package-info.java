// SPDX-License-Identifier: Apache-2.0
/** What is believed of a category's coefficients before the data are seen. */
package org.ibcavi.prior;
