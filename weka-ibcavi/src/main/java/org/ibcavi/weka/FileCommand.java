// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.io.IOException;
import weka.core.CommandlineRunnable;

/** A command about files that prints what it did, or what is wrong, and never a stack trace. */
abstract class FileCommand implements CommandlineRunnable {
  private final int arguments;
  private final String usage;

  FileCommand(int arguments, String usage) {
    this.arguments = arguments;
    this.usage = usage;
  }

  /** What the command prints. */
  abstract String answer(String[] options) throws IOException;

  @Override
  public final void preExecution() {
    // There is nothing to prepare.
  }

  /** Prints an answer; or what is wrong in a line, and ends the process with exit code 1. */
  @Override
  public final void run(Object toRun, String[] options) {
    if (!prints(options) && !inWindow()) {
      System.exit(1);
    }
  }

  /** Prints an answer, or what is wrong in a line; whether it was an answer. */
  final boolean prints(String[] options) {
    String name = getClass().getSimpleName();
    if (options.length != arguments) {
      System.err.println(name + " takes " + usage);
      return false;
    }
    try {
      System.out.println(answer(options));
      return true;
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      System.err.println(name + ": " + e.getMessage());
      return false;
    }
  }

  /** Weka's Simple CLI runs commands in its own process: an exit would close all windows. */
  private static boolean inWindow() {
    return Thread.currentThread().getClass().getName().startsWith("weka.gui.");
  }

  @Override
  public final void postExecution() {
    // There is nothing to clean up.
  }
}
