// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.labs.mlrg.olcut.util.Pair;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tribuo.Dataset;
import org.tribuo.Model;
import org.tribuo.Trainer;
import org.tribuo.classification.Label;
import org.tribuo.classification.ensemble.AdaBoostTrainer;
import org.tribuo.classification.ensemble.VotingCombiner;
import org.tribuo.classification.evaluation.LabelEvaluation;
import org.tribuo.classification.evaluation.LabelEvaluator;
import org.tribuo.ensemble.BaggingTrainer;
import org.tribuo.ensemble.WeightedEnsembleModel;
import org.tribuo.evaluation.CrossValidation;
import org.tribuo.hash.HashCodeHasher;
import org.tribuo.hash.HashedFeatureMap;
import org.tribuo.hash.HashingTrainer;
import org.tribuo.hash.ModHashCodeHasher;
import org.tribuo.test.Helpers;
import org.tribuo.transform.TransformTrainer;
import org.tribuo.transform.TransformationMap;
import org.tribuo.transform.transformations.LinearScalingTransformation;

/** Trainers of Tribuo that wrap another one. */
class WrappersTest {
  private static final Dataset<Label> TRAIN = TestData.sparse(300, 4);
  private static final Dataset<Label> TEST = TestData.sparse(300, 5);

  private static final String SALT = "a long enough salt";

  private static double accuracy(Model<Label> model, Dataset<Label> data) {
    return new LabelEvaluator().evaluate(model, data).accuracy();
  }

  private static Model<Label> trained(Trainer<Label> trainer) {
    return trained(trainer, 0.05);
  }

  private static Model<Label> trained(Trainer<Label> trainer, double margin) {
    Model<Label> model = trainer.train(TRAIN);
    double alone = accuracy(new IBCaviTrainer().train(TRAIN), TEST);
    assertTrue(alone > 0.5, () -> "accuracy alone " + alone);
    double wrapped = accuracy(model, TEST);
    assertTrue(wrapped > alone - margin, () -> "accuracy " + wrapped + ", alone " + alone);
    Helpers.testProvenanceMarshalling(model.getProvenance());
    return model;
  }

  private static void assertKeepsItsPredictions(Model<Label> model) {
    Helpers.testModelProtoSerialization(model, Label.class, TEST, 1e-15);
  }

  /** A hashed domain does not save its salt. */
  private static void assertKeepsItsPredictionsSalted(Model<Label> model) {
    Model<Label> restored = Model.deserialize(model.serialize()).castModel(Label.class);
    ((HashedFeatureMap) restored.getFeatureIDMap()).setSalt(SALT);
    assertTrue(
        Helpers.predictionListDistributionEquals(model.predict(TEST), restored.predict(TEST), 0));
  }

  @Test
  void transformTrainer() {
    assertKeepsItsPredictions(
        trained(
            new TransformTrainer<>(
                new IBCaviTrainer(),
                new TransformationMap(List.of(new LinearScalingTransformation(0, 1))),
                true,
                true)));
  }

  @Test
  void baggingTrainer() {
    Model<Label> model =
        trained(new BaggingTrainer<>(new IBCaviTrainer(), new VotingCombiner(), 5, 1));
    assertKeepsItsPredictions(model);
    assertEquals(5, ((WeightedEnsembleModel<Label>) model).getNumModels());
  }

  @Test
  void adaBoostTrainer() {
    // Boosting a model that fits well chases the rows whose labels are noise. The accuracy of 300
    // test rows has a standard error of 0.03.
    Model<Label> model = trained(new AdaBoostTrainer(new IBCaviTrainer(), 4, 1), 0.13);
    assertKeepsItsPredictions(model);
    assertTrue(((WeightedEnsembleModel<Label>) model).getNumModels() > 1);
  }

  @Test
  void hashingTrainer() {
    assertKeepsItsPredictionsSalted(
        trained(new HashingTrainer<>(new IBCaviTrainer(), new HashCodeHasher(SALT))));
  }

  @Test
  void featuresThatShareAnIdAreAdded() {
    Model<Label> model =
        new HashingTrainer<>(new IBCaviTrainer(), new ModHashCodeHasher(10, SALT)).train(TRAIN);
    assertTrue(model.getFeatureIDMap().size() <= 10);
    assertEquals(TEST.size(), model.predict(TEST).size());
    assertKeepsItsPredictionsSalted(model);
  }

  @Test
  void crossValidation() {
    List<Pair<LabelEvaluation, Model<Label>>> folds =
        new CrossValidation<>(new IBCaviTrainer(), TRAIN, new LabelEvaluator(), 5).evaluate();
    assertEquals(5, folds.size());
    for (Pair<LabelEvaluation, Model<Label>> fold : folds) {
      assertInstanceOf(IBCaviModel.class, fold.getB());
      assertTrue(fold.getA().accuracy() > 0.5, fold.getA().toString());
    }
  }
}
