// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.tribuo.protos.IBCaviModelProto;
import org.tribuo.protos.core.ModelDataProto;

/**
 * The protobuf of a model: what Tribuo knows of it, the core's file of the fitted model, and a
 * checksum of both, so that no damaged name of a feature or label passes.
 *
 * @param metadata name, provenance and domains
 * @param fitted the model
 */
record SavedModel(ModelDataProto metadata, CategoricalModel fitted) {
  /** A protobuf is smaller than 2 GiB; this is for what stands around its two parts. */
  private static final int ENVELOPE_BYTES = 4096;

  /**
   * The message.
   *
   * @throws IllegalStateException if it would have 2 GiB or more, which a protobuf cannot have
   */
  Any pack() {
    long limit = (long) Integer.MAX_VALUE - ENVELOPE_BYTES - metadata.getSerializedSize();
    IBCaviModelProto content =
        IBCaviModelProto.newBuilder()
            .setMetadata(metadata)
            .setModel(fittedBytes(fitted, limit))
            .build();
    return Any.pack(content.toBuilder().setChecksum(checksum(content)).build());
  }

  /**
   * Reads a message.
   *
   * @throws InvalidProtocolBufferException if the message is none of these
   * @throws IllegalStateException if it is damaged
   */
  static SavedModel unpack(Any message) throws InvalidProtocolBufferException {
    IBCaviModelProto proto = message.unpack(IBCaviModelProto.class);
    if (checksum(proto.toBuilder().clearChecksum().build()) != proto.getChecksum()) {
      throw new IllegalStateException(
          "Invalid protobuf, the checksum does not match; the saved model is damaged");
    }
    return new SavedModel(proto.getMetadata(), fitted(proto.getModel()));
  }

  /** CRC-32C of a message as protobuf writes it deterministically. */
  static int checksum(IBCaviModelProto content) {
    CRC32C sum = new CRC32C();
    CodedOutputStream out =
        CodedOutputStream.newInstance(
            new CheckedOutputStream(OutputStream.nullOutputStream(), sum));
    out.useDeterministicSerialization();
    try {
      content.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return (int) sum.getValue();
  }

  /** The core's file of a model, which must not have more bytes than the limit. */
  static ByteString fittedBytes(CategoricalModel model, long limit) {
    try (ByteString.Output out = ByteString.newOutput()) {
      ModelFile.write(model, new LimitedOutput(out, limit));
      return out.toByteString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CategoricalModel fitted(ByteString bytes) {
    try (InputStream in = bytes.newInput()) {
      CategoricalModel model = ModelFile.read(in);
      if (in.read() >= 0) {
        throw new IllegalStateException("Invalid protobuf, bytes follow the fitted model");
      }
      return model;
    } catch (IOException e) {
      throw new IllegalStateException("Invalid protobuf, " + e.getMessage(), e);
    }
  }

  /** Refuses to write more than there is place for. */
  private static final class LimitedOutput extends OutputStream {
    private final OutputStream out;
    private final long limit;
    private long left;

    LimitedOutput(OutputStream out, long limit) {
      this.out = out;
      this.limit = limit;
      this.left = limit;
    }

    @Override
    public void write(int value) throws IOException {
      take(1);
      out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      take(length);
      out.write(bytes, offset, length);
    }

    private void take(int bytes) {
      left -= bytes;
      if (left < 0) {
        throw new IllegalStateException(
            "The fitted model has more than the "
                + limit
                + " bytes that a protobuf has place for; train with the diagonal covariance, with"
                + " fewer features or labels, or keep getCategoricalModel() with"
                + " org.ibcavi.file.ModelFile, which has no such limit");
      }
    }
  }
}
