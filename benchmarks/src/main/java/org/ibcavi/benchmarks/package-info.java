// SPDX-License-Identifier: Apache-2.0
/** Programs that measure speed and prediction quality on simulated data of stated sizes. */
package org.ibcavi.benchmarks;
