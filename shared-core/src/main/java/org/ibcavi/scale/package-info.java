// SPDX-License-Identifier: Apache-2.0
/** The search for the scale of a prior. */
package org.ibcavi.scale;
