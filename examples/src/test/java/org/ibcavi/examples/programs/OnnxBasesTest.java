// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import java.util.Map;
import org.ibcavi.IbCavi;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.tribuo.OnnxFromFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Models on bases of real data, scored by ONNX Runtime and by the core. */
class OnnxBasesTest {
  @ParameterizedTest
  @EnumSource(BasisKind.class)
  void theGraphPredictsAsTheModel(BasisKind basis) throws Exception {
    // The refractive index, 1.51 to 1.53, would be refused as it is: single precision is too
    // coarse.
    LabeledTable glass = LabeledTable.named("glass").standardized();
    CategoricalModel model =
        IbCavi.withDefaults()
            .basis(basis)
            .predictingBy(PredictionMode.PLUG_IN)
            .fit(glass.trainingData());
    float[][] input = new float[glass.size()][model.features()];
    for (int i = 0; i < input.length; i++) {
      for (int m = 0; m < input[i].length; m++) {
        input[i][m] = (float) glass.row(i)[m];
      }
    }
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(OnnxFromFile.onnx(model).toByteArray());
        OnnxTensor tensor = OnnxTensor.createTensor(environment, input);
        OrtSession.Result result = session.run(Map.of("input", tensor))) {
      float[][] output = (float[][]) result.get(0).getValue();
      double largest = 0;
      for (int i = 0; i < output.length; i++) {
        double[] expected = model.probabilities(glass.row(i));
        for (int k = 0; k < expected.length; k++) {
          largest = Math.max(largest, Math.abs(expected[k] - output[i][k]));
        }
      }
      assertEquals(0, largest, 1e-4);
      assertTrue(largest > 0, "single precision rounds");
    }
  }
}
