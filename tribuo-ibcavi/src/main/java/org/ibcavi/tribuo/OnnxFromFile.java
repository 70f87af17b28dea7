// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import ai.onnx.proto.OnnxMl;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.tribuo.util.onnx.ONNXContext;
import org.tribuo.util.onnx.ONNXOperators;
import org.tribuo.util.onnx.ONNXPlaceholder;

/**
 * Turns a model file of the core, such as Weka's package exports, into ONNX:
 *
 * <pre>{@code
 * java -cp ... org.ibcavi.tribuo.OnnxFromFile glass.ibcavi glass.onnx
 * }</pre>
 */
public final class OnnxFromFile {
  /** The version of ONNX's format that Tribuo writes too. */
  private static final long IR_VERSION = 6;

  private OnnxFromFile() {}

  /**
   * Reads the one file and writes the other; says in a line what is wrong, and ends the process
   * with exit code 1.
   *
   * @param args the core's file and the ONNX file
   */
  public static void main(String[] args) {
    if (!writes(args, System.err)) {
      System.exit(1);
    }
  }

  /** Whether the file was written; if not, or if the graph predicts otherwise, a line says why. */
  static boolean writes(String[] args, PrintStream err) {
    try {
      if (args.length != 2) {
        throw new IllegalArgumentException(
            args.length + " arguments; must be two: the core's model file, the ONNX file to write");
      }
      CategoricalModel model = ModelFile.load(Path.of(args[0]));
      Files.write(Path.of(args[1]), onnx(model).toByteArray());
      if (!model.predictsAtMeans()) {
        err.println(prediction(model));
      }
      return true;
    } catch (NoSuchFileException e) {
      err.println("OnnxFromFile: " + e.getMessage() + ": there is no such file or folder");
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      err.println("OnnxFromFile: " + e.getMessage());
    }
    return false;
  }

  /**
   * The model as ONNX: rows of the model's features in, rows of probabilities by category out, in
   * single precision, at the posterior means. Its metadata hold the names, {@code feature.0},
   * {@code label.0} and so on, and how the graph predicts.
   *
   * @param model any
   * @return the ONNX model
   * @throws IllegalStateException if the model was told to predict by something else than its
   *     means, or single precision may move a probability by more than 1e-4
   */
  public static OnnxMl.ModelProto onnx(CategoricalModel model) {
    ONNXContext context = new ONNXContext();
    ONNXPlaceholder input = context.floatInput(model.features());
    ONNXPlaceholder output = context.floatOutput(model.categories());
    context.setName("IBCavi");
    OnnxGraph.of(model).write(input).assignTo(output);
    OnnxMl.ModelProto built =
        OnnxMl.ModelProto.newBuilder()
            .setGraph(context.buildGraph())
            .setProducerName("ibcavi")
            .setIrVersion(IR_VERSION)
            .addOpsetImport(ONNXOperators.getOpsetProto())
            .build();
    String[] labels = model.categoryNames().toArray(new String[0]);
    return OnnxMetadata.add(built, model.featureNames(), labels, prediction(model));
  }

  private static String prediction(CategoricalModel model) {
    return model.predictsAtMeans()
        ? "The graph predicts at the posterior means, as the model does."
        : "The graph predicts at the posterior means; the model itself predicts "
            + model.prediction()
            + ".";
  }
}
