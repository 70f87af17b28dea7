// SPDX-License-Identifier: Apache-2.0
/** Tables, pictures, a progress bar, and a self-contained HTML page that holds them. */
package org.ibcavi.examples.report;
