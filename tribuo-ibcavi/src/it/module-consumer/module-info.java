// SPDX-License-Identifier: Apache-2.0

/** A user's program: it names the two modules that it calls, and nothing that they need. */
module org.example.consumer {
  requires org.ibcavi.core;
  requires org.ibcavi.tribuo;
}
