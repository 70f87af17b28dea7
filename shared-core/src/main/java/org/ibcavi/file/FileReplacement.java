// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;

/** Puts a file in the place of an old one, whole or not at all. */
final class FileReplacement {
  private FileReplacement() {}

  /** Writes what the file is to hold. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** What is no file but a device or a pipe is written to; it cannot be replaced by a file. */
  static void write(Path path, Content content) throws IOException {
    Path target = Files.isSymbolicLink(path) ? path.toRealPath() : path.toAbsolutePath();
    if (Files.exists(target) && Files.readAttributes(target, BasicFileAttributes.class).isOther()) {
      try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
        content.writeTo(out);
      }
    } else {
      replace(target, content);
    }
  }

  /** The same said later by the file system would name the temporary file. */
  private static void requirePlace(Path target) throws IOException {
    Path parent = target.getParent();
    if (parent != null && !Files.exists(parent)) {
      throw new NoSuchFileException(parent.toString());
    }
    refuseFolder(target);
  }

  static void refuseFolder(Path path) throws FileSystemException {
    if (Files.isDirectory(path)) {
      throw new FileSystemException(path.toString(), null, "is a folder; must be a file");
    }
  }

  /** A file made by {@link Files#createTempFile} would keep its owner-only permissions. */
  private static void replace(Path target, Content content) throws IOException {
    requirePlace(target);
    Path temporary = target.resolveSibling(".ibcavi-" + UUID.randomUUID() + ".tmp");
    try {
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        content.writeTo(Channels.newOutputStream(channel));
        channel.force(true);
      }
      move(temporary, target);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Some file systems that are no disks know no atomic move; there the file is complete, too. */
  private static void move(Path temporary, Path target) throws IOException {
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
