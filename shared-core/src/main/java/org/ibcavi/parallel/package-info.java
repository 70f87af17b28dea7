// SPDX-License-Identifier: Apache-2.0
/**
 * Running indexed tasks on several threads with ordered results, and stopping them promptly; what
 * the phases of a fit share.
 */
package org.ibcavi.parallel;
