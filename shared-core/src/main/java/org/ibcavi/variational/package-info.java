// SPDX-License-Identifier: Apache-2.0
/** The normal posteriors that maximise the categorical model's own bound. */
package org.ibcavi.variational;
