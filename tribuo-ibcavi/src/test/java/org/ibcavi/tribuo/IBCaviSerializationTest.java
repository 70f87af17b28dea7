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
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.tribuo.protos.IBCaviModelProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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
  @EnumSource
  void protobufKeepsEverything(PredictionMode predict) {
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

  /** Whoever reads foreign streams may allow these two classes and nothing else. */
  @Test
  void javaSerialisationMakesNoOtherObjects() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(MODEL);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      in.setObjectInputFilter(
          ObjectInputFilter.Config.createFilter(
              "org.ibcavi.tribuo.IBCaviModel;org.ibcavi.tribuo.IBCaviModel$SerializedForm;!*"));
      assertSame(MODEL, (IBCaviModel) in.readObject());
    }
  }

  private static IBCaviModelProto content(IBCaviModel model) throws InvalidProtocolBufferException {
    return model.serialize().getSerializedData().unpack(IBCaviModelProto.class);
  }

  private static ModelProto saved(IBCaviModelProto content) {
    return MODEL.serialize().toBuilder().setSerializedData(Any.pack(content)).build();
  }

  /** Another fitted model with a checksum that is right. */
  private static ModelProto changed(ByteString fitted) throws InvalidProtocolBufferException {
    return summed(content(MODEL).toBuilder().setModel(fitted));
  }

  /** Changed content with a checksum that is right. */
  private static ModelProto summed(IBCaviModelProto.Builder changed) {
    IBCaviModelProto content = changed.clearChecksum().build();
    return saved(content.toBuilder().setChecksum(SavedModel.checksum(content)).build());
  }

  private static String complaint(ModelProto proto) {
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> Model.deserialize(proto));
    return e.getCause().getCause().getMessage();
  }

  @Test
  void aNameThatChangedIsNoticed() throws InvalidProtocolBufferException {
    IBCaviModelProto content = content(MODEL);
    IBCaviModelProto renamed =
        content.toBuilder().setMetadata(content.getMetadata().toBuilder().setName("other")).build();
    assertEquals(
        "Invalid protobuf, the checksum does not match; the saved model is damaged",
        complaint(saved(renamed)));
    assertEquals(
        "Invalid protobuf, the checksum does not match; the saved model is damaged",
        complaint(saved(content.toBuilder().clearChecksum().build())));
  }

  @Test
  void aFittedModelThatIsNoneIsRefused() throws InvalidProtocolBufferException {
    ByteString fitted = content(MODEL).getModel();
    assertTrue(complaint(changed(fitted.substring(0, 100))).startsWith("Invalid protobuf, "));
    assertEquals(
        "Invalid protobuf, bytes follow the fitted model",
        complaint(changed(fitted.concat(ByteString.copyFromUtf8("x")))));
  }

  /** Tribuo's own reading fails with whatever exception; what comes out is the promised one. */
  @Test
  void namesAndDomainsThatTribuoCannotReadAreRefused() throws InvalidProtocolBufferException {
    IBCaviModelProto.Builder content = content(MODEL).toBuilder();
    content.getMetadataBuilder().clearProvenance();
    ModelProto proto = summed(content);
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () ->
                IBCaviModel.deserializeFromProto(
                    proto.getVersion(), proto.getClassName(), proto.getSerializedData()));
    assertTrue(e.getMessage().startsWith("Invalid protobuf, "), e.getMessage());
  }

  @Test
  void partsThatDoNotGoTogetherAreRefused() throws InvalidProtocolBufferException {
    IBCaviModel other = new IBCaviTrainer().train(TestData.dense(20, 1));
    assertEquals(
        "Invalid protobuf, the fitted model has 5 features but the domain has 40",
        complaint(changed(content(other).getModel())));
  }

  /**
   * Whichever bit of a file changes: the model is refused, or it is the same in all that counts.
   */
  @Test
  void everyFlippedBitIsRefusedOrHarmless() {
    IBCaviModel model = new IBCaviTrainer().method(Method.BINARY).train(TestData.dense(20, 1));
    Dataset<Label> rows = TestData.dense(3, 2);
    byte[] bytes = model.serialize().toByteArray();
    int harmless = 0;
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      IBCaviModel read = readOrNull(bytes);
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      if (read != null) {
        harmless++;
        int flipped = bit;
        assertEquals(model.getFeatureIDMap(), read.getFeatureIDMap(), () -> "bit " + flipped);
        assertEquals(
            model.getOutputIDInfo().getDomain(),
            read.getOutputIDInfo().getDomain(),
            () -> "bit " + flipped);
        assertEquals(model.getProvenance(), read.getProvenance(), () -> "bit " + flipped);
        assertTrue(
            Helpers.predictionListDistributionEquals(model.predict(rows), read.predict(rows), 0),
            () -> "bit " + flipped);
      }
    }
    int most = bytes.length / 10;
    int counted = harmless;
    assertTrue(counted < most, () -> counted + " flips were accepted");
  }

  /** Reading refuses by many kinds of exceptions, some of them Tribuo's and protobuf's. */
  private static IBCaviModel readOrNull(byte[] bytes) {
    try {
      return (IBCaviModel) Model.deserialize(ModelProto.parseFrom(bytes));
    } catch (IOException | RuntimeException refused) {
      return null;
    }
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
  @CsvSource({"ibcavi-0.1.0-binary, BINARY", "ibcavi-0.1.0-categorical, CATEGORICAL"})
  void modelsOfVersion010Load(String name, Method method) throws IOException {
    IBCaviModel model;
    try (InputStream in = getClass().getResourceAsStream(name + ".tribuo")) {
      model = (IBCaviModel) Model.deserializeFromStream(in);
    }
    Properties expected = new Properties();
    try (InputStream in = getClass().getResourceAsStream(name + ".properties")) {
      expected.load(new java.io.InputStreamReader(in, StandardCharsets.UTF_8));
    }
    assertEquals("ibcavi", model.getName());
    assertEquals(method, model.getReport().method());
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
