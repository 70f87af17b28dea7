// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.report;

import java.util.Locale;
import org.ibcavi.settings.PosteriorKind;

/** Phrases that several reports have in common. */
final class Words {
  private Words() {}

  /** Such as {@code full Laplace}. */
  static String posterior(PosteriorKind kind, boolean diagonal) {
    String name =
        switch (kind) {
          case CAVI -> "CAVI";
          case LAPLACE -> "Laplace";
          case VARIATIONAL, AUTO -> kind.name().toLowerCase(Locale.ROOT);
        };
    return (diagonal ? "diagonal " : "full ") + name;
  }
}
