// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.MLReader;
import org.ibcavi.file.ModelFile;

/** Loads a saved model. */
final class ModelReader extends MLReader<IBCaviClassificationModel> {
  @Override
  @SuppressWarnings("deprecation") // The newer loadMetadata is not there in Spark 3.5.
  public IBCaviClassificationModel load(String path) {
    DefaultParamsReader.Metadata metadata =
        DefaultParamsReader.loadMetadata(path, sc(), IBCaviClassificationModel.class.getName());
    try (InputStream in = new BufferedInputStream(SavedFile.of(path).open(sparkSession()))) {
      IBCaviClassificationModel model =
          new IBCaviClassificationModel(metadata.uid(), SentModel.of(ModelFile.read(in)));
      metadata.getAndSetParams(model, scala.Option.empty());
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
