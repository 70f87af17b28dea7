// SPDX-License-Identifier: Apache-2.0
/** Tests of the binary links and of the categorical models made from them. */
package org.ibcavi.link;
