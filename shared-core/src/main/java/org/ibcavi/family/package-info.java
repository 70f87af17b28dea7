// SPDX-License-Identifier: Apache-2.0
/** The categorical family: K binary links made into one distribution, and averages of such. */
package org.ibcavi.family;
