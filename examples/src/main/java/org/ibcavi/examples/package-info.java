// SPDX-License-Identifier: Apache-2.0
/** Small, complete programs that show how the library is used. */
package org.ibcavi.examples;
