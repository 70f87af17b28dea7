// SPDX-License-Identifier: Apache-2.0
/** The program in the executable jar: fit, predict, evaluate and report on tables in files. */
package org.ibcavi.examples.cli;
