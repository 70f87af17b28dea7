// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;

/**
 * A fitted model that can be sent between processes. What is sent is the core's file, written while
 * it goes out and read while it comes in. So no process keeps bytes beside the model, and no array
 * has to hold all of them, which would limit a model to 2 GB.
 */
@DefaultSerializer(JavaSerializer.class) // Kryo would send the fields, and so nothing.
final class SentModel implements Serializable {
  private static final long serialVersionUID = 1;

  /** Set when the object is made or read, and never again. */
  private transient CategoricalModel model;

  private SentModel(CategoricalModel model) {
    this.model = model;
  }

  static SentModel of(CategoricalModel model) {
    return new SentModel(model);
  }

  CategoricalModel model() {
    return model;
  }

  /** Writes the core's file. */
  void writeTo(OutputStream out) throws IOException {
    ModelFile.write(model, out);
  }

  /** Bytes of the core's file, which is written for it and thrown away. */
  long size() {
    CountingOutput out = new CountingOutput();
    try {
      writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.count;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    writeTo(out);
  }

  private void readObject(ObjectInputStream in) throws IOException {
    model = ModelFile.read(in);
  }

  /** Counts bytes and keeps none. */
  private static final class CountingOutput extends OutputStream {
    private long count;

    @Override
    public void write(int value) {
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      count += length;
    }
  }
}
