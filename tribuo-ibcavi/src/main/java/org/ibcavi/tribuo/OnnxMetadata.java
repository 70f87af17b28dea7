// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import ai.onnx.proto.OnnxMl;
import java.util.List;

/**
 * What the metadata of an ONNX model say: the names of features and labels, each under its own key,
 * and how the graph predicts.
 */
final class OnnxMetadata {
  private OnnxMetadata() {}

  static OnnxMl.ModelProto add(
      OnnxMl.ModelProto model, List<String> features, String[] labels, String prediction) {
    OnnxMl.ModelProto.Builder named = model.toBuilder();
    for (int m = 0; m < features.size(); m++) {
      named.addMetadataProps(entry("feature." + m, features.get(m)));
    }
    for (int k = 0; k < labels.length; k++) {
      named.addMetadataProps(entry("label." + k, labels[k]));
    }
    return named.addMetadataProps(entry("prediction", prediction)).build();
  }

  private static OnnxMl.StringStringEntryProto entry(String key, String value) {
    return OnnxMl.StringStringEntryProto.newBuilder().setKey(key).setValue(value).build();
  }
}
