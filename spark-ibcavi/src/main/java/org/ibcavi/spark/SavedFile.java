// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/** The core's file in the directory of a saved model. */
final class SavedFile {
  /** Its name; the core reads it by {@code ModelFile.load}. */
  static final String NAME = "model.ibcavi";

  private final String directory;

  private SavedFile(String directory) {
    this.directory = directory;
  }

  static SavedFile of(String directory) {
    return new SavedFile(directory);
  }

  /**
   * Whether Spark Connect is keeping a model on the server's own disk, whatever the default file
   * system is. Only Spark from 4.1 on does, so that older versions lack the state to look at.
   */
  private static boolean local() {
    try {
      Class<?> utils = Class.forName("org.apache.spark.ml.util.ReadWriteUtils");
      Object state = utils.getMethod("localSavingModeState").invoke(null);
      return Boolean.TRUE.equals(((ThreadLocal<?>) state).get());
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  OutputStream create(SparkSession session) throws IOException {
    if (local()) {
      return new BufferedOutputStream(Files.newOutputStream(localPath()));
    }
    return path().getFileSystem(configuration(session)).create(path(), true);
  }

  InputStream open(SparkSession session) throws IOException {
    return local()
        ? Files.newInputStream(localPath())
        : path().getFileSystem(configuration(session)).open(path());
  }

  private java.nio.file.Path localPath() {
    return java.nio.file.Path.of(directory, NAME);
  }

  private Path path() {
    return new Path(directory, NAME);
  }

  private static Configuration configuration(SparkSession session) {
    return session.sparkContext().hadoopConfiguration();
  }
}
