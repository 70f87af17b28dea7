// SPDX-License-Identifier: Apache-2.0
/**
 * The experiments of Wojnowicz et al. (ICML 2022), each a program that ends in a table beside the
 * published figures and a picture.
 */
package org.ibcavi.examples.experiments;
