// SPDX-License-Identifier: Apache-2.0

/** A user's program that does not compile: it calls what the library does not export. */
module org.example.trespasser {
  requires org.ibcavi.core;
}
