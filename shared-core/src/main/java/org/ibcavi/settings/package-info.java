// SPDX-License-Identifier: Apache-2.0
/** What users choose. */
package org.ibcavi.settings;
