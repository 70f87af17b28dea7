// SPDX-License-Identifier: Apache-2.0
/** What is believed of the coefficients after the data were seen: means and covariances. */
package org.ibcavi.posterior;
