// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Settings;
import org.ibcavi.tribuo.IBCaviModel;
import org.ibcavi.tribuo.IBCaviTrainer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tribuo.Example;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;
import weka.classifiers.functions.IBCavi;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.SparseInstance;

/** The same data through both adapters and the core. Only the core computes. */
class AdapterAgreementTest {
  private static final int ROWS = 240;
  private static final int FEATURES = 6;
  private static final int LABELS = 4;
  private static final double TOLERANCE = 1e-12;

  private final Random random = new Random(29);
  private final double[][] rows = new double[ROWS][FEATURES];
  private final int[] labels = new int[ROWS];
  private final float[] weights = new float[ROWS];

  static Stream<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (Link link : Link.ALL) {
      for (String average : List.of("grid", "bma", "cbm", "0.5")) {
        for (String variance : List.of("auto", "0.5")) {
          for (Method method : List.of(Method.BINARY, Method.CATEGORICAL)) {
            cases.add(Arguments.of(link, average, method, variance, false));
            cases.add(Arguments.of(link, average, method, variance, true));
          }
        }
      }
    }
    return cases.stream();
  }

  /** Rows with zeros where they are sparse; weights are halves, which a float holds exactly. */
  private void fill(boolean sparse) {
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i < LABELS ? i : random.nextInt(LABELS);
      weights[i] = 0.5f * (1 + random.nextInt(4));
      for (int m = 0; m < FEATURES; m++) {
        boolean zero = sparse && m > 0 && random.nextDouble() < 0.7;
        rows[i][m] = zero ? 0 : random.nextGaussian() + (m == labels[i] ? 1 : 0);
      }
    }
  }

  private static int[] stored(double[] row, boolean sparse) {
    return IntStream.range(0, row.length).filter(m -> !sparse || row[m] != 0).toArray();
  }

  private Example<Label> example(int i, boolean sparse) {
    ArrayExample<Label> example = new ArrayExample<>(new Label("label" + labels[i]), weights[i]);
    for (int m : stored(rows[i], sparse)) {
      example.add("x" + m, rows[i][m]);
    }
    return example;
  }

  private MutableDataset<Label> dataset(boolean sparse) {
    SimpleDataSourceProvenance source =
        new SimpleDataSourceProvenance(
            "random",
            OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC),
            new LabelFactory());
    MutableDataset<Label> data = new MutableDataset<>(source, new LabelFactory());
    for (int i = 0; i < ROWS; i++) {
      data.add(example(i, sparse));
    }
    return data;
  }

  /** With the labels in the order of Tribuo's ids: random numbers are drawn in that order. */
  private Instances instances(List<String> names, boolean sparse) {
    ArrayList<Attribute> attributes = new ArrayList<>();
    for (int m = 0; m < FEATURES; m++) {
      attributes.add(new Attribute("x" + m));
    }
    attributes.add(new Attribute("class", names));
    Instances data = new Instances("random", attributes, ROWS);
    data.setClassIndex(FEATURES);
    for (int i = 0; i < ROWS; i++) {
      double[] values = Arrays.copyOf(rows[i], FEATURES + 1);
      values[FEATURES] = names.indexOf("label" + labels[i]);
      data.add(
          sparse ? new SparseInstance(weights[i], values) : new DenseInstance(weights[i], values));
    }
    return data;
  }

  private TrainingData training(List<String> names, boolean sparse) {
    TrainingData.Builder sparseRows = TrainingData.sparse(FEATURES, LABELS);
    TrainingData.Builder denseRows = TrainingData.dense(FEATURES, LABELS);
    for (int i = 0; i < ROWS; i++) {
      double[] row = rows[i];
      int[] columns = stored(row, true);
      double[] values = Arrays.stream(columns).mapToDouble(m -> row[m]).toArray();
      int label = names.indexOf("label" + labels[i]);
      sparseRows.add(columns, values, label, weights[i]);
      denseRows.add(row, label, weights[i]);
    }
    return sparse ? sparseRows.build() : denseRows.build();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void bothAdaptersPredictWhatTheCoreDoes(
      Link link, String average, Method method, String variance, boolean sparse) throws Exception {
    fill(sparse);
    Settings settings =
        Settings.none()
            .with(Option.LINK, link)
            .with(Option.AVERAGE, Average.named(average))
            .with(Option.METHOD, method)
            .withText(Option.PRIOR_VARIANCE, variance)
            .with(Option.PREDICT, PredictionMode.PLUG_IN)
            .with(Option.STANDARDIZE, false);
    IBCaviModel tribuo = new IBCaviTrainer().with(settings).train(dataset(sparse));
    List<String> names =
        IntStream.range(0, LABELS)
            .mapToObj(k -> tribuo.getOutputIDInfo().getOutput(k).getLabel())
            .toList();
    for (int m = 0; m < FEATURES; m++) {
      assertEquals(m, tribuo.getFeatureIDMap().getID("x" + m));
    }
    IBCavi weka = new IBCavi();
    weka.setOptions(
        new String[] {
          "-link",
          link.name(),
          "-average",
          average,
          "-method",
          method.name().toLowerCase(Locale.ROOT),
          "-prior-variance",
          variance,
          "-predict",
          "plugin",
          "-no-standardize"
        });
    Instances instances = instances(names, sparse);
    weka.buildClassifier(instances);
    CategoricalModel core = IbCavi.withDefaults().with(settings).fit(training(names, sparse));
    assertEquals(method, core.report().method());
    for (int i = 0; i < ROWS; i++) {
      double[] expected = core.probabilities(rows[i]);
      Instance instance = instances.instance(i);
      assertArrayEquals(expected, weka.distributionForInstance(instance), TOLERANCE);
      assertArrayEquals(expected, scores(tribuo, example(i, sparse), names), TOLERANCE);
    }
  }

  private static double[] scores(IBCaviModel model, Example<Label> example, List<String> names) {
    return names.stream()
        .mapToDouble(name -> model.predict(example).getOutputScores().get(name).getScore())
        .toArray();
  }
}
