// SPDX-License-Identifier: Apache-2.0
/**
 * Dense linear algebra on row-major {@code double[]} arrays: products with a bit-exact contract,
 * the Cholesky factor of a symmetric positive definite matrix, and vector reductions.
 *
 * <p>Everything here is deterministic: a result depends on the numbers given and on nothing else,
 * neither on the machine's vector width nor on how a caller splits the rows and columns (with the
 * native kernel, on the split within rounding).
 */
package org.ibcavi.linalg;
