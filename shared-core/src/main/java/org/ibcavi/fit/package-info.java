// SPDX-License-Identifier: Apache-2.0
/** What every fit has, whatever it fits: phases, progress, listeners, and the reasons it ends. */
package org.ibcavi.fit;
