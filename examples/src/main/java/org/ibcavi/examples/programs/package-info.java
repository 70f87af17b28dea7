// SPDX-License-Identifier: Apache-2.0
/** Small, complete programs, each a file of its own. */
package org.ibcavi.examples.programs;
