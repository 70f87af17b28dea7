// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;

/**
 * A fitted model on its way between processes: the core's file of it, in parts, since an array
 * holds no more than 2 GB. The model is read when it is first asked for, once in each process.
 */
final class ModelBytes implements Serializable {
  private static final long serialVersionUID = 1;

  /** Bytes of a part: large enough to be few, small enough for any heap. */
  private static final int PART = 1 << 22;

  private final byte[][] parts;
  private transient volatile CategoricalModel model;

  private ModelBytes(byte[][] parts) {
    this.parts = parts;
  }

  static ModelBytes of(CategoricalModel model) {
    PartsOutput out = new PartsOutput();
    try {
      ModelFile.write(model, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ModelBytes bytes = new ModelBytes(out.parts());
    bytes.model = model;
    return bytes;
  }

  CategoricalModel model() {
    CategoricalModel known = model;
    if (known == null) {
      synchronized (this) {
        known = model == null ? read() : model;
        model = known;
      }
    }
    return known;
  }

  private CategoricalModel read() {
    List<InputStream> streams = new ArrayList<>();
    for (byte[] part : parts) {
      streams.add(new ByteArrayInputStream(part));
    }
    try (InputStream in = new SequenceInputStream(Collections.enumeration(streams))) {
      return ModelFile.read(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the core's file. */
  void writeTo(OutputStream out) throws IOException {
    for (byte[] part : parts) {
      out.write(part);
    }
  }

  long size() {
    return Arrays.stream(parts).mapToLong(part -> part.length).sum();
  }

  /** Collects bytes in parts. */
  private static final class PartsOutput extends OutputStream {
    private final List<byte[]> full = new ArrayList<>();
    private byte[] last = new byte[PART];
    private int used;

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      int from = offset;
      int left = length;
      while (left > 0) {
        if (used == PART) {
          full.add(last);
          last = new byte[PART];
          used = 0;
        }
        int count = Math.min(left, PART - used);
        System.arraycopy(bytes, from, last, used, count);
        used += count;
        from += count;
        left -= count;
      }
    }

    byte[][] parts() {
      full.add(Arrays.copyOf(last, used));
      return full.toArray(new byte[0][]);
    }
  }
}
