// SPDX-License-Identifier: Apache-2.0
/**
 * Tables in users' files: reading them, guessing what their columns are, and turning rows into the
 * numbers that a model takes.
 */
package org.ibcavi.examples.table;
