// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ibcavi.model.FeatureEffect;
import weka.classifiers.functions.IBCavi;
import weka.core.Attribute;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;

/**
 * What attributes do to the class probabilities (partial dependence): an attribute is set to a
 * value in some instances, which stay as they are otherwise, and what the model says of them is
 * averaged. All columns of a nominal attribute change together.
 */
public final class AttributeEffects {
  /** The probability that an interval holds. */
  public static final double LEVEL = 0.9;

  /** Instances to average over, at the most. */
  private static final int ROWS = 100;

  /** Values of a numeric attribute, and of a nominal one at the most. */
  private static final int VALUES = 21;

  private final IBCavi classifier;
  private final Instances data;
  private final Instances rows;

  /**
   * Takes instances to average over; of many, some at equal distances.
   *
   * @param classifier that was built
   * @param data null if there are none
   * @throws IllegalArgumentException if the model cannot read them
   */
  public AttributeEffects(IBCavi classifier, Instances data) {
    classifier.encoder().requireReadable("Effects of attributes are averaged over data", data);
    this.classifier = classifier;
    this.data = data;
    rows = new Instances(data, 0);
    int count = Math.min(ROWS, data.numInstances());
    for (int i = 0; i < count; i++) {
      rows.add(data.instance((int) ((long) i * data.numInstances() / count)));
    }
  }

  /**
   * How many instances effects are averaged over.
   *
   * @return at least 1
   */
  public int rows() {
    return rows.numInstances();
  }

  /**
   * The attributes that the model uses and that have values in the data.
   *
   * @return in the order of the data
   */
  public List<Attribute> attributes() {
    return IntStream.range(0, data.numAttributes())
        .filter(a -> classifier.encoder().uses(a))
        .filter(a -> data.stream().anyMatch(instance -> !instance.isMissing(a)))
        .mapToObj(data::attribute)
        .toList();
  }

  /**
   * An attribute by its name.
   *
   * @param name exactly as in the data
   * @return the attribute
   * @throws IllegalArgumentException if the model does not use it
   */
  public Attribute attribute(String name) {
    return attributes().stream()
        .filter(attribute -> attribute.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "attribute '"
                        + name
                        + "'; must be one of "
                        + attributes().stream()
                            .map(Attribute::name)
                            .collect(Collectors.joining(", "))));
  }

  /**
   * Usual values of an attribute: numbers at equal distances, or the most frequent names, and after
   * these the missing value if the model has a column for it and the data have it.
   *
   * @param attribute of the data
   * @return in increasing order
   */
  public double[] values(Attribute attribute) {
    double[] observed =
        data.stream()
            .filter(instance -> !instance.isMissing(attribute))
            .mapToDouble(instance -> instance.value(attribute))
            .toArray();
    if (!attribute.isNominal()) {
      return FeatureEffect.usualValues(observed, VALUES);
    }
    int[] counts = new int[attribute.numValues()];
    Arrays.stream(observed).forEach(value -> counts[(int) value]++);
    DoubleStream names =
        IntStream.range(0, counts.length)
            .boxed()
            .filter(value -> counts[value] > 0)
            .sorted(Comparator.comparingInt(value -> -counts[value]))
            .limit(VALUES)
            .mapToDouble(Integer::doubleValue)
            .sorted();
    boolean missing =
        observed.length < data.numInstances()
            && classifier.encoder().tellsMissing(attribute.index());
    return missing
        ? DoubleStream.concat(names, DoubleStream.of(Utils.missingValue())).toArray()
        : names.toArray();
  }

  /**
   * The effect of an attribute.
   *
   * @param attribute of the data
   * @param values that it is set to, as Weka stores them
   * @return means of probabilities and of the ends of their intervals
   */
  public FeatureEffect of(Attribute attribute, double[] values) {
    return classifier
        .model()
        .effect(
            attribute.name(),
            Arrays.stream(values).mapToObj(value -> text(attribute, value)).toList(),
            v -> classifier.encoder().encodeAll(with(attribute, values[v])),
            LEVEL);
  }

  /** Numbers by as many digits as a table needs. */
  private static String text(Attribute attribute, double value) {
    if (Utils.isMissingValue(value)) {
      return "?";
    }
    return attribute.isNumeric() && !attribute.isDate()
        ? Utils.doubleToString(value, 4)
        : AttributeEncoder.text(attribute, value);
  }

  private Instances with(Attribute attribute, double value) {
    Instances changed = new Instances(rows);
    for (Instance instance : changed) {
      instance.setValue(attribute, value);
    }
    return changed;
  }
}
