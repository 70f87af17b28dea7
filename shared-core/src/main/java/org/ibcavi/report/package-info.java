// SPDX-License-Identifier: Apache-2.0
/** What a fit did, for programs and for people. */
package org.ibcavi.report;
