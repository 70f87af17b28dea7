// SPDX-License-Identifier: Apache-2.0
/**
 * The documents as a small site, and the tests that hold their code, commands and links to the
 * repository.
 */
package org.ibcavi.site;
