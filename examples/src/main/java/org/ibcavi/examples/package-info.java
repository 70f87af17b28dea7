// SPDX-License-Identifier: Apache-2.0
/** The main job: both toolkits beside their own logistic regressions, or a table of your own. */
package org.ibcavi.examples;
