// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLWriter;

/** Saves a model: Spark's metadata, and the core's file beside them. */
final class ModelWriter extends MLWriter {
  private final IBCaviClassificationModel model;
  private final SentModel fitted;

  ModelWriter(IBCaviClassificationModel model, SentModel fitted) {
    this.model = model;
    this.fitted = fitted;
  }

  @Override
  public void saveImpl(String path) {
    DefaultParamsWriter metadata = new DefaultParamsWriter(model);
    metadata.session(sparkSession());
    metadata.saveImpl(path);
    try (OutputStream out = SavedFile.of(path).create(sparkSession())) {
      fitted.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
