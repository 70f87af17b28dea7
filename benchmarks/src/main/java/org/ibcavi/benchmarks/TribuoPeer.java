// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.tribuo.Example;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.Prediction;
import org.tribuo.Trainer;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/** A trainer of Tribuo, on standardized features. */
record TribuoPeer(Trainer<Label> trainer) implements Peer {
  @Override
  public Outcome run(Split original) {
    Split split = original.standardized();
    LabelFactory factory = new LabelFactory();
    MutableDataset<Label> training =
        new MutableDataset<>(new SimpleDataSourceProvenance(split.name, factory), factory);
    training.addAll(examples(split, 0, split.trainingRows));
    long start = System.nanoTime();
    Model<Label> model = trainer.train(training);
    double seconds = 1e-9 * (System.nanoTime() - start);
    double[][] p = new double[split.testRows()][split.classes];
    int row = 0;
    for (Example<Label> example : examples(split, split.trainingRows, split.rows())) {
      fill(model.predict(example), p[row++]);
    }
    return new Outcome(seconds, p);
  }

  private static void fill(Prediction<Label> prediction, double[] p) {
    for (Map.Entry<String, Label> entry : prediction.getOutputScores().entrySet()) {
      p[Integer.parseInt(entry.getKey())] = entry.getValue().getScore();
    }
  }

  private static List<Example<Label>> examples(Split split, int from, int to) {
    List<Example<Label>> examples = new ArrayList<>();
    for (int i = from; i < to; i++) {
      String[] names =
          Arrays.stream(split.columnsOf(i))
              .mapToObj(m -> String.format("x%05d", m))
              .toArray(String[]::new);
      examples.add(
          new ArrayExample<>(new Label(Integer.toString(split.labels[i])), names, split.values[i]));
    }
    return examples;
  }
}
