// SPDX-License-Identifier: Apache-2.0
/** How well a posterior predicts rows that it has not seen, and whether it may be trusted. */
package org.ibcavi.diagnostics;
