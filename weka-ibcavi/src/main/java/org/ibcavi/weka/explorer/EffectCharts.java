// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ibcavi.model.FeatureEffect;
import org.ibcavi.weka.AttributeEffects;
import org.ibcavi.weka.AttributeEncoder;
import org.ibcavi.weka.chart.Chart;
import org.ibcavi.weka.chart.EffectChart;
import org.ibcavi.weka.chart.IntervalChart;
import weka.classifiers.functions.IBCavi;
import weka.core.Attribute;
import weka.core.Instances;

/** What one attribute at a time does to the class probabilities. */
final class EffectCharts {
  private final AttributeEffects effects;
  private final AttributeEncoder encoder;
  private final List<Attribute> attributes;
  private Attribute attribute;
  private double[] values;
  private FeatureEffect effect;

  /**
   * Takes instances to average over.
   *
   * @param classifier that was built
   * @param data null if there are none
   * @throws IllegalArgumentException if the model cannot read them, or uses none of their
   *     attributes
   */
  EffectCharts(IBCavi classifier, Instances data) {
    effects = new AttributeEffects(classifier, data);
    encoder = classifier.encoder();
    attributes = effects.attributes();
    if (attributes.isEmpty()) {
      throw new IllegalArgumentException("The model uses no attribute of the loaded data.");
    }
    choose(0);
  }

  List<String> attributeNames() {
    return attributes.stream().map(Attribute::name).toList();
  }

  List<String> classNames() {
    return IntStream.range(0, encoder.classes()).mapToObj(encoder::classValue).toList();
  }

  /** Finds the effect of an attribute by its place among the names. */
  void choose(int index) {
    attribute = attributes.get(index);
    values = effects.values(attribute);
    effect = effects.of(attribute, values);
  }

  /** The effect on all classes. */
  String table() {
    return effect.toString();
  }

  /**
   * The picture.
   *
   * @param classes to show; if none is chosen, those whose probability changes most
   */
  Chart chart(int... classes) {
    int[] shown =
        Arrays.stream(classes.length == 0 ? mostChanged() : classes)
            .limit(IntervalChart.colors())
            .toArray();
    String title =
        "Effect of "
            + attribute.name()
            + " on the class probabilities, averaged over "
            + effects.rows()
            + " instances";
    String legend = "mean probability with mean 90 % interval";
    if (attribute.isNominal() || attribute.isDate()) {
      IntervalChart chart = new IntervalChart(title, legend, effect.values(), true);
      for (int k : shown) {
        chart.add(encoder.classValue(k), means(k), lower(k), upper(k), -1);
      }
      return chart;
    }
    EffectChart chart = new EffectChart(title, attribute.name(), legend, values);
    for (int k : shown) {
      chart.add(encoder.classValue(k), means(k), lower(k), upper(k));
    }
    return chart;
  }

  private int[] mostChanged() {
    return IntStream.range(0, encoder.classes())
        .boxed()
        .sorted(Comparator.comparingDouble(k -> -range(means(k))))
        .limit(IntervalChart.colors())
        .mapToInt(Integer::intValue)
        .sorted()
        .toArray();
  }

  private static double range(double[] means) {
    return Arrays.stream(means).max().orElseThrow() - Arrays.stream(means).min().orElseThrow();
  }

  private double[] means(int category) {
    return IntStream.range(0, values.length).mapToDouble(v -> effect.mean(v, category)).toArray();
  }

  private double[] lower(int category) {
    return IntStream.range(0, values.length).mapToDouble(v -> effect.lower(v, category)).toArray();
  }

  private double[] upper(int category) {
    return IntStream.range(0, values.length).mapToDouble(v -> effect.upper(v, category)).toArray();
  }
}
