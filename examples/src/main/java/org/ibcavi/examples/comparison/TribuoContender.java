// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.comparison;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.tribuo.IBCaviModel;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.Prediction;
import org.tribuo.Trainer;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/** A Tribuo trainer. */
public final class TribuoContender implements Contender {
  private static final LabelFactory LABELS = new LabelFactory();

  private final String name;
  private final Supplier<Trainer<Label>> trainer;

  /**
   * A contender.
   *
   * @param name of the trainer
   * @param trainer makes one
   */
  public TribuoContender(String name, Supplier<Trainer<Label>> trainer) {
    this.name = name;
    this.trainer = trainer;
  }

  /**
   * A table in Tribuo's form.
   *
   * @param table numbers with a class
   * @return a data set with a feature for each column
   */
  public static MutableDataset<Label> dataset(LabeledTable table) {
    MutableDataset<Label> data =
        new MutableDataset<>(new SimpleDataSourceProvenance(table.name(), LABELS), LABELS);
    String[] names = table.features().toArray(String[]::new);
    for (int i = 0; i < table.size(); i++) {
      Label label = new Label(table.classes().get(table.label(i)));
      data.add(new ArrayExample<>(label, names, table.row(i)));
    }
    return data;
  }

  @Override
  public String toolkit() {
    return "Tribuo";
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Outcome run(LabeledTable training, LabeledTable test) {
    MutableDataset<Label> rows = dataset(training);
    Trainer<Label> untrained = trainer.get();
    long start = System.nanoTime();
    Model<Label> trained = untrained.train(rows);
    double seconds = (System.nanoTime() - start) * 1e-9;
    List<Prediction<Label>> predictions = trained.predict(dataset(test));
    double[][] probabilities = new double[test.size()][test.classes().size()];
    for (int i = 0; i < probabilities.length; i++) {
      Map<String, Label> scores = predictions.get(i).getOutputScores();
      for (int k = 0; k < probabilities[i].length; k++) {
        Label score = scores.get(test.classes().get(k));
        probabilities[i][k] = score == null ? 0 : score.getScore();
      }
    }
    CategoricalModel model =
        trained instanceof IBCaviModel ours ? ours.getCategoricalModel() : null;
    return new Outcome(probabilities, seconds, model);
  }
}
