// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;
import weka.core.Statistics;
import weka.core.Utils;

class ModelTextTest {
  /** Follows the printed recipe with nothing but the printed numbers. */
  @ParameterizedTest
  @ValueSource(strings = {"probit", "logit"})
  void probabilityCanBeReproducedByHand(String link) throws Exception {
    Instances glass = TestData.glass();
    IBCavi classifier =
        ClassifierTest.built(
            glass, "-predict plugin -print-all -num-decimal-places 12 -link " + link);
    List<Map<String, Double>> means = new ArrayList<>();
    double[] alphas = {};
    double[] weights = {};
    for (String line : classifier.toString().lines().toList()) {
      String[] words = line.strip().split("\\s+", -1);
      if (line.startsWith("Class ")) {
        means.add(new LinkedHashMap<>());
      } else if (line.contains(" .. ")) {
        means.get(means.size() - 1).put(words[0], Double.valueOf(words[1]));
      } else if (words[0].equals("alpha")) {
        alphas = numbers(words);
      } else if (words[0].equals("weight")) {
        weights = numbers(words);
      }
    }
    for (int i : new int[] {0, 100, 213}) {
      double[] byHand = new double[6];
      for (int a = 0; a < alphas.length; a++) {
        double[] s = new double[6];
        for (int k = 0; k < 6; k++) {
          double eta = means.get(k).get("(intercept)");
          for (int m = 0; m < 9; m++) {
            eta += means.get(k).get(glass.attribute(m).name()) * glass.instance(i).value(m);
          }
          double h =
              link.equals("probit") ? Statistics.normalProbability(eta) : 1 / (1 + Math.exp(-eta));
          s[k] = h / Math.pow(1 - h, alphas[a]);
        }
        double sum = Utils.sum(s);
        for (int k = 0; k < 6; k++) {
          byHand[k] += weights[a] * s[k] / sum;
        }
      }
      // The weights are printed with four decimals.
      assertArrayEquals(classifier.distributionForInstance(glass.instance(i)), byHand, 2e-4);
    }
  }

  private static double[] numbers(String[] words) {
    return Arrays.stream(words).skip(1).mapToDouble(Double::parseDouble).toArray();
  }

  @Test
  void mostCertainCoefficientComesFirstAndInterceptLast() throws Exception {
    String text = ClassifierTest.built(TestData.glass(), "").toString();
    List<Double> certainty = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.contains(" .. ")) {
        String[] words = line.strip().split("\\s+", -1);
        if (words[0].equals("(intercept)")) {
          break;
        }
        certainty.add(Math.abs(Double.parseDouble(words[1])) / Double.parseDouble(words[2]));
      }
    }
    assertEquals(9, certainty.size());
    for (int i = 1; i < certainty.size(); i++) {
      assertTrue(certainty.get(i) <= certainty.get(i - 1) * 1.01, certainty::toString);
    }
  }

  @Test
  void longModelsAreAbbreviatedUnlessAllIsAskedFor() throws Exception {
    StringBuilder attributes = new StringBuilder();
    StringBuilder rows = new StringBuilder();
    StringBuilder classes = new StringBuilder("c0");
    for (int m = 0; m < 12; m++) {
      attributes.append("@attribute x").append(m).append(" numeric\n");
    }
    for (int k = 1; k < 20; k++) {
      classes.append(",c").append(k);
    }
    java.util.Random random = new java.util.Random(1);
    for (int i = 0; i < 60; i++) {
      for (int m = 0; m < 12; m++) {
        rows.append(random.nextInt(100)).append(',');
      }
      rows.append('c').append(i % 20).append('\n');
    }
    Instances data =
        TestData.arff(
            "@relation r",
            attributes + "@attribute class {" + classes + "}",
            "@data",
            rows.toString());
    IBCavi classifier = ClassifierTest.built(data, "");
    String brief = classifier.toString();
    assertTrue(brief.contains("... 2 more, less certain; -print-all prints them"), brief);
    assertTrue(brief.contains("... 8 more classes; -print-all prints them"), brief);
    classifier.setPrintAll(true);
    assertFalse(classifier.toString().contains("..."), classifier::toString);
    assertEquals(20 * 13, classifier.toString().lines().filter(l -> l.contains(" .. ")).count());
  }

  @Test
  void whatWasDoneToTheDataIsTold() throws Exception {
    String text = ClassifierTest.built(TestData.mixed(), "").toString();
    assertTrue(text.contains("Missing values    replaced by size 1.833333, sex f"), text);
    assertTrue(text.contains("7 instances, 6 columns, 3 values of 'class', 3 of them seen"), text);
    assertTrue(text.contains("colour=green"), text);
    assertFalse(text.contains("colour=never"), text);
  }
}
