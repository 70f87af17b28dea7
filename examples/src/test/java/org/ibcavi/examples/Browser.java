// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real browser that lays a page out, where the machine has one. */
final class Browser {
  private static final Pattern TITLE = Pattern.compile("<title>([^<]*)</title>");

  private final Path program;

  private Browser(Path program) {
    this.program = program;
  }

  static Optional<Browser> find() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .map(name -> Path.of("/usr/bin", name))
        .filter(Files::isExecutable)
        .map(Browser::new)
        .findFirst();
  }

  /**
   * Lays a page out in a frame, since a window cannot be as narrow as a telephone.
   *
   * @return how many pixels it is too wide, how many pictures are broken, and the colour behind it
   */
  String layOut(Path page, int width, boolean dark) throws IOException, InterruptedException {
    String content = Files.readString(page).replace("&", "&amp;").replace("\"", "&quot;");
    String outer =
        "<html><body><iframe width=\""
            + width
            + "\" height=\"800\" srcdoc=\""
            + content
            + "\"></iframe><script>onload = () => { const d = frames[0].document; document.title ="
            + " [d.documentElement.scrollWidth - d.documentElement.clientWidth,"
            + " [...d.images].filter(i => !i.naturalWidth).length,"
            + " frames[0].getComputedStyle(d.body).backgroundColor].join('; ')"
            + " }</script></body></html>";
    Path framed = Files.writeString(page.resolveSibling("framed.html"), outer);
    Path out = page.resolveSibling("dom.txt");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--window-size=1400,900",
                "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
                "--dump-dom",
                framed.toUri().toString())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("the browser did not end");
    }
    Matcher title = TITLE.matcher(Files.readString(out));
    return title.find() ? title.group(1) : "no title";
  }
}
