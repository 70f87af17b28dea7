// SPDX-License-Identifier: Apache-2.0
/** The report on a user's own data: cross-validation, effects of columns, rows worth a look. */
package org.ibcavi.examples.own;
