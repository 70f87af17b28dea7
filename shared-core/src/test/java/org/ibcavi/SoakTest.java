// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Starts {@link Soak} in a process of its own. */
@Tag("slow")
class SoakTest {
  /**
   * The shell limits files to 16 blocks (8 or 16 KiB), so that writing larger models fails midway,
   * as on a full disk. Java's own file of performance counters would be larger.
   */
  private static final String COMMAND =
      "ulimit -f 16; exec \"$0\" -Xmx256m -XX:-UsePerfData -cp \"$1\" org.ibcavi.Soak 1000 \"$2\"";

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aThousandDisturbedFitsLeaveNothingBehind(@TempDir Path folder)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                COMMAND,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    System.out.print(output);
    assertEquals(0, process.waitFor(), output);
  }
}
