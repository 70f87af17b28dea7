// SPDX-License-Identifier: Apache-2.0
/** Running indexed tasks on several threads with ordered results, and stopping them promptly. */
package org.ibcavi.parallel;
