// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import org.ibcavi.tribuo.protos.IBCaviModelProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tribuo.Dataset;
import org.tribuo.Example;
import org.tribuo.Model;
import org.tribuo.classification.Label;
import org.tribuo.protos.core.ModelProto;
import org.tribuo.test.Helpers;

class IBCaviSerializationTest {
  private static final Dataset<Label> DATA = TestData.sparse(60, 3);
  private static final IBCaviModel MODEL = new IBCaviTrainer().train(DATA);

  private static void assertSame(IBCaviModel expected, Model<?> actual) {
    IBCaviModel model = assertInstanceOf(IBCaviModel.class, actual);
    assertEquals(expected.getName(), model.getName());
    assertEquals(expected.getProvenance(), model.getProvenance());
    assertEquals(expected.getWeightsCopy(), model.getWeightsCopy());
    assertEquals(expected.getStandardDeviationsCopy(), model.getStandardDeviationsCopy());
    assertEquals(expected.getReport().toString(), model.getReport().toString());
    assertTrue(
        Helpers.predictionListDistributionEquals(expected.predict(DATA), model.predict(DATA), 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plugin", "moderated", "montecarlo"})
  void protobufKeepsEverything(String predict) {
    IBCaviModel model = new IBCaviTrainer().predict(predict).train(DATA);
    assertSame(model, Helpers.testModelProtoSerialization(model, Label.class, DATA, 0));
  }

  @Test
  void filesKeepEverything(@TempDir Path folder) throws IOException {
    MODEL.serializeToFile(folder.resolve("model.tribuo"));
    assertSame(MODEL, Model.deserializeFromFile(folder.resolve("model.tribuo")));
  }

  @Test
  void javaSerialisationKeepsEverything() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(MODEL);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertSame(MODEL, (IBCaviModel) in.readObject());
    }
  }

  private static ModelProto changed(ByteString model) throws InvalidProtocolBufferException {
    ModelProto proto = MODEL.serialize();
    IBCaviModelProto data = proto.getSerializedData().unpack(IBCaviModelProto.class);
    return proto.toBuilder()
        .setSerializedData(Any.pack(data.toBuilder().setModel(model).build()))
        .build();
  }

  private static ByteString bytes(IBCaviModel model) throws InvalidProtocolBufferException {
    return model.serialize().getSerializedData().unpack(IBCaviModelProto.class).getModel();
  }

  private static String complaint(ModelProto proto) {
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> Model.deserialize(proto));
    return e.getCause().getCause().getMessage();
  }

  @Test
  void damageIsNoticed() throws InvalidProtocolBufferException {
    byte[] damaged = bytes(MODEL).toByteArray();
    damaged[damaged.length / 2] ^= 1;
    assertTrue(
        complaint(changed(ByteString.copyFrom(damaged))).startsWith("Invalid protobuf, "),
        complaint(changed(ByteString.copyFrom(damaged))));
    assertTrue(complaint(changed(bytes(MODEL).substring(0, 100))).startsWith("Invalid protobuf, "));
    assertEquals(
        "Invalid protobuf, bytes follow the fitted model",
        complaint(changed(bytes(MODEL).concat(ByteString.copyFromUtf8("x")))));
  }

  @Test
  void partsThatDoNotGoTogetherAreRefused() throws InvalidProtocolBufferException {
    IBCaviModel other = new IBCaviTrainer().train(TestData.dense(20, 1));
    assertEquals(
        "Invalid protobuf, the fitted model has 5 features but the domain has 40",
        complaint(changed(bytes(other))));
  }

  @Test
  void laterVersionsAreRefused() {
    assertEquals(
        "Unknown version 1, this class supports at most version 0",
        complaint(MODEL.serialize().toBuilder().setVersion(1).build()));
  }

  @Test
  void otherMessagesAreRefused() {
    ModelProto proto = MODEL.serialize();
    ModelProto other = proto.toBuilder().setSerializedData(Any.pack(proto)).build();
    assertTrue(complaint(other).contains("does not match"), complaint(other));
  }

  /**
   * Models that version 0.1.0 wrote; {@link KeptModelWriter} made them, with the probabilities in
   * the files beside them.
   */
  @ParameterizedTest
  @CsvSource({"ibcavi-0.1.0, false", "ibcavi-0.1.0-finished, true"})
  void modelsOfVersion010Load(String name, boolean finished) throws IOException {
    IBCaviModel model;
    try (InputStream in = getClass().getResourceAsStream(name + ".tribuo")) {
      model = (IBCaviModel) Model.deserializeFromStream(in);
    }
    Properties expected = new Properties();
    try (InputStream in = getClass().getResourceAsStream(name + ".properties")) {
      expected.load(new java.io.InputStreamReader(in, StandardCharsets.UTF_8));
    }
    assertEquals("ibcavi", model.getName());
    assertEquals(finished, model.getCategoricalModel().finished());
    assertEquals(3, model.getFeatureIDMap().size());
    Example<Label> example = KeptModelWriter.example();
    assertEquals(3, expected.size());
    model
        .predict(example)
        .getOutputScores()
        .forEach(
            (label, score) ->
                assertEquals(
                    Double.parseDouble(expected.getProperty(label)), score.getScore(), 1e-9));
  }
}
