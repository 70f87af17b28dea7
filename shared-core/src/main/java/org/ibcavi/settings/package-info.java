// SPDX-License-Identifier: Apache-2.0
/** What users choose: the table of options, and what was set of it. */
package org.ibcavi.settings;
