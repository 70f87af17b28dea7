// SPDX-License-Identifier: Apache-2.0
/** Weighing the members of the categorical family by how well they explain the training data. */
package org.ibcavi.averaging;
