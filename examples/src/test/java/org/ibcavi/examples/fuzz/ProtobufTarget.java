// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.fuzz;

import com.google.protobuf.Any;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.ibcavi.tribuo.IBCaviModel;
import org.ibcavi.tribuo.protos.IBCaviModelProto;
import org.tribuo.VariableInfo;
import org.tribuo.classification.Label;
import org.tribuo.impl.ArrayExample;
import org.tribuo.protos.core.ModelProto;

/**
 * Any bytes are a model that Tribuo saved, or refused. Since the message's checksum stops nearly
 * every change, a message is tried a second time with its checksum mended. Tribuo reads names,
 * provenance and domains by its own code, which refuses by exceptions of many kinds; an error such
 * as a full stack or heap is a finding whoever causes it.
 */
public final class ProtobufTarget {
  /** A file's weights of components, and of their members, may sum to 1 with an error of 1e-6. */
  private static final double SUM_TOLERANCE = 3e-6;

  private ProtobufTarget() {}

  /**
   * What Jazzer calls.
   *
   * @param input any bytes
   */
  public static void fuzzerTestOneInput(byte[] input) {
    try {
      ModelProto saved = ModelProto.parseFrom(input);
      read(saved);
      read(saved.toBuilder().setSerializedData(mended(saved.getSerializedData())).build());
    } catch (InvalidProtocolBufferException refused) {
      requireReason(refused);
    }
  }

  private static void read(ModelProto saved) throws InvalidProtocolBufferException {
    IBCaviModel model;
    try {
      model =
          IBCaviModel.deserializeFromProto(
              saved.getVersion(), saved.getClassName(), saved.getSerializedData());
    } catch (IllegalStateException | IllegalArgumentException refused) {
      requireReason(refused);
      return;
    }
    check(model);
  }

  private static void requireReason(Exception refused) {
    if (refused.getMessage() == null || refused.getMessage().isBlank()) {
      throw new AssertionError("refused without a reason", refused);
    }
  }

  /** A model that was read predicts, and what it saves is read as the same. */
  private static void check(IBCaviModel model) throws InvalidProtocolBufferException {
    ArrayExample<Label> example = new ArrayExample<>(new Label("any"));
    for (VariableInfo feature : model.getFeatureIDMap()) {
      example.add(feature.getName(), 0);
    }
    if (example.size() > 0) {
      double sum =
          model.predict(example).getOutputScores().values().stream()
              .mapToDouble(Label::getScore)
              .sum();
      if (!(Math.abs(sum - 1) < SUM_TOLERANCE)) {
        throw new AssertionError("probabilities sum to " + sum);
      }
    }
    ModelProto written = model.serialize();
    ModelProto again =
        IBCaviModel.deserializeFromProto(
                written.getVersion(), written.getClassName(), written.getSerializedData())
            .serialize();
    if (!written.equals(again)) {
      throw new AssertionError("a model is saved in another way after it was loaded");
    }
  }

  /** The message with the checksum that belongs to its content. */
  private static Any mended(Any message) throws InvalidProtocolBufferException {
    IBCaviModelProto content =
        message.unpack(IBCaviModelProto.class).toBuilder().clearChecksum().build();
    CRC32C sum = new CRC32C();
    CodedOutputStream out =
        CodedOutputStream.newInstance(
            new CheckedOutputStream(OutputStream.nullOutputStream(), sum));
    out.useDeterministicSerialization();
    try {
      content.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return Any.pack(content.toBuilder().setChecksum((int) sum.getValue()).build());
  }
}
