// SPDX-License-Identifier: Apache-2.0
/** Models in files: a versioned, checksummed format that trusts nothing it reads. */
package org.ibcavi.file;
