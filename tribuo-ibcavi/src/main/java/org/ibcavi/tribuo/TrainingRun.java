// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import com.oracle.labs.mlrg.olcut.provenance.Provenance;
import com.oracle.labs.mlrg.olcut.provenance.primitives.StringProvenance;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.ibcavi.IbCavi;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.report.FitReport;
import org.tribuo.Dataset;
import org.tribuo.ImmutableFeatureMap;
import org.tribuo.ImmutableOutputInfo;
import org.tribuo.classification.Label;
import org.tribuo.provenance.ModelProvenance;
import org.tribuo.provenance.TrainerProvenance;

/**
 * One training, with the options as they were when it began.
 *
 * @param trainer the provenance of the trainer at that time
 * @param settings its options
 * @param labelWeights what the weights of a label's examples are multiplied by
 */
record TrainingRun(TrainerProvenance trainer, IbCavi settings, Map<String, Float> labelWeights) {
  /**
   * Fits a model.
   *
   * @param changed the settings, perhaps with a model to go on from
   * @param examples the data
   * @param features the feature domain
   * @param labels the label domain
   * @param runProvenance what else should stand in the provenance
   * @return the model
   */
  IBCaviModel fit(
      IbCavi changed,
      Dataset<Label> examples,
      ImmutableFeatureMap features,
      ImmutableOutputInfo<Label> labels,
      Map<String, Provenance> runProvenance) {
    ExampleData.requireKnown(labelWeights.keySet(), labels);
    CategoricalModel fitted =
        changed
            .listener(new TrainingLog())
            .fit(ExampleData.of(examples, features, labels, labelWeights));
    TrainingLog.ended(fitted.report());
    ModelProvenance provenance =
        new ModelProvenance(
            IBCaviModel.class.getName(),
            OffsetDateTime.now(ZoneId.systemDefault()),
            examples.getProvenance(),
            trainer,
            withMethod(runProvenance, fitted.report()));
    return new IBCaviModel("ibcavi", provenance, features, labels, fitted);
  }

  /** The trainer's provenance says what was asked for; this says what was done. */
  private static Map<String, Provenance> withMethod(
      Map<String, Provenance> runProvenance, FitReport report) {
    Map<String, Provenance> all = new LinkedHashMap<>(runProvenance);
    String method = report.method().name().toLowerCase(Locale.ROOT) + ", " + report.reason();
    String name = IBCaviTrainer.FITTED_METHOD;
    all.put(name, new StringProvenance(name, method));
    return all;
  }
}
