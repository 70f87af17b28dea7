// SPDX-License-Identifier: Apache-2.0
/** Embedded real data, and seeded generators of simulated data. */
package org.ibcavi.examples.data;
