// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.awt.AWTException;
import java.awt.Rectangle;
import java.awt.Robot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import javax.imageio.ImageIO;
import javax.swing.SwingUtilities;

/** A screen with Weka's windows on it: waits for what they show, and takes pictures of it. */
final class Screen {
  private static final int ASK_AGAIN_MILLIS = 100;

  private final Robot robot = new Robot();
  private final Path folder;
  private final Rectangle shown;
  private final long patienceMillis;

  /**
   * Takes the screen.
   *
   * @param folder for the pictures
   * @param shown what is on a picture unless told otherwise
   * @param patienceMillis how long to wait for anything
   * @throws AWTException if there is no screen
   */
  Screen(Path folder, Rectangle shown, long patienceMillis) throws AWTException {
    this.folder = folder;
    this.shown = shown;
    this.patienceMillis = patienceMillis;
    robot.setAutoDelay(60);
  }

  /** The program ends at the first error, whatever windows are open. */
  static void endAtErrors() {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> {
          error.printStackTrace(System.out);
          Runtime.getRuntime().halt(1);
        });
  }

  /** The program ends; Weka's windows would keep it running. */
  static void end() {
    Runtime.getRuntime().halt(0);
  }

  /** Mouse and keys. */
  Robot robot() {
    return robot;
  }

  /** Waits until something is there and true. */
  <T> T await(String what, Callable<T> question) throws Exception {
    long end = System.currentTimeMillis() + patienceMillis;
    while (System.currentTimeMillis() < end) {
      T answer = swing(question);
      if (answer != null && !Boolean.FALSE.equals(answer)) {
        return answer;
      }
      robot.delay(ASK_AGAIN_MILLIS);
    }
    shot("0-failed");
    throw new AssertionError("waited in vain for " + what);
  }

  /** The result of a task of the thread that may touch windows. */
  static <T> T swing(Callable<T> task) throws Exception {
    FutureTask<T> future = new FutureTask<>(task);
    SwingUtilities.invokeLater(future);
    return future.get();
  }

  void shot(String name) throws IOException {
    shot(name, shown);
  }

  void shot(String name, Rectangle part) throws IOException {
    ImageIO.write(robot.createScreenCapture(part), "png", folder.resolve(name + ".png").toFile());
  }
}
