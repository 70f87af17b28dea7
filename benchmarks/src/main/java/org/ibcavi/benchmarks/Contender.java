// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.evaluation.Score;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import weka.classifiers.Classifier;
import weka.classifiers.functions.Logistic;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;

/** A way to class probabilities. */
@FunctionalInterface
interface Contender {
  /**
   * Learns and predicts.
   *
   * @param training rows to learn from
   * @param test rows to predict
   * @return for each test row a probability for each category
   * @throws Exception what Weka throws
   */
  double[][] predict(DataTable training, DataTable test) throws Exception;

  /** Our model with given settings. */
  static Contender of(IbCavi settings) {
    return (training, test) ->
        settings.fit(training.toTrainingData()).probabilities(test.toMatrix());
  }

  /**
   * Softmax with a prior variance from 4^-4 to 4^4 that is chosen by the log loss of stratified
   * 5-fold cross-validation. The solver is ours: the mode of the one member (logit, α = 1).
   */
  static Contender tunedSoftmax() {
    IbCavi softmax = IbCavi.withDefaults().method(Method.CATEGORICAL).average(Average.fixed(1));
    return (training, test) -> {
      int[] part = training.deal(5, 0);
      double best = Double.NaN;
      double least = Double.POSITIVE_INFINITY;
      for (int power = -4; power <= 4; power++) {
        double variance = Math.pow(4, power);
        IbCavi settings = softmax.prior(Prior.isotropic(variance));
        double loss = 0;
        for (int fold = 0; fold < 5; fold++) {
          DataTable.Split split = training.split(part, fold);
          loss += totalLogLoss(of(settings).predict(split.training(), split.test()), split.test());
        }
        if (loss < least) {
          least = loss;
          best = variance;
        }
      }
      IbCavi settings = softmax.prior(Prior.isotropic(best));
      return of(settings).predict(training, test);
    };
  }

  /** Weka's Logistic with a ridge. */
  static Contender weka(double ridge) {
    return weka(
        () -> {
          Logistic logistic = new Logistic();
          logistic.setRidge(ridge);
          return logistic;
        });
  }

  /** A classifier of Weka's. */
  static Contender weka(Supplier<Classifier> maker) {
    return (training, test) -> {
      Classifier classifier = maker.get();
      classifier.buildClassifier(instances(training));
      Instances rows = instances(test);
      double[][] p = new double[test.rows()][];
      for (int i = 0; i < p.length; i++) {
        p[i] = classifier.distributionForInstance(rows.instance(i));
      }
      return p;
    };
  }

  /** Weka's Logistic with the ridge that is best for the test rows: flattered. */
  static Contender bestWeka(double... ridges) {
    return (training, test) -> {
      double[][] best = null;
      for (double ridge : ridges) {
        double[][] p = weka(ridge).predict(training, test);
        if (best == null || totalLogLoss(p, test) < totalLogLoss(best, test)) {
          best = p;
        }
      }
      return best;
    };
  }

  private static double totalLogLoss(double[][] p, DataTable test) {
    return IntStream.range(0, p.length)
        .mapToDouble(i -> Score.LOG_LOSS.of(p[i], test.label(i)))
        .sum();
  }

  private static Instances instances(DataTable table) {
    ArrayList<Attribute> attributes = new ArrayList<>();
    for (int m = 0; m < table.columns(); m++) {
      attributes.add(new Attribute("x" + m));
    }
    attributes.add(
        new Attribute(
            "class", IntStream.range(0, table.categories()).mapToObj(k -> "c" + k).toList()));
    Instances instances = new Instances("data", attributes, table.rows());
    instances.setClassIndex(table.columns());
    for (int i = 0; i < table.rows(); i++) {
      double[] values = Arrays.copyOf(table.row(i), table.columns() + 1);
      values[table.columns()] = table.label(i);
      Instance instance = new DenseInstance(1, values);
      instances.add(instance);
    }
    return instances;
  }
}
