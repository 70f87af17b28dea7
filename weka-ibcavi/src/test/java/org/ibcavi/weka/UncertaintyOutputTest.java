// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ibcavi.model.Uncertainty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weka.classifiers.Classifier;
import weka.classifiers.Evaluation;
import weka.classifiers.bayes.NaiveBayes;
import weka.classifiers.evaluation.output.prediction.AbstractOutput;
import weka.classifiers.evaluation.output.prediction.IBCaviUncertainty;
import weka.classifiers.functions.IBCavi;
import weka.classifiers.functions.LinearRegression;
import weka.classifiers.meta.FilteredClassifier;
import weka.core.ClassDiscovery;
import weka.core.Instance;
import weka.core.Instances;
import weka.filters.unsupervised.attribute.Remove;

/** The package's output of predictions, read back as a reader of CSV does. */
class UncertaintyOutputTest {
  private static final int PROBABILITY = 4;
  private static final int LOWER = 5;
  private static final int UPPER = 6;
  private static final int NOISE = 7;
  private static final int LACK = 8;

  @SuppressWarnings("JdkObsolete") // Weka asks for a StringBuffer.
  private static IBCaviUncertainty output(Instances data) {
    IBCaviUncertainty output = new IBCaviUncertainty();
    output.setHeader(data);
    output.setBuffer(new StringBuffer());
    output.setNumDecimals(9);
    output.setCsv(true);
    return output;
  }

  private static List<String[]> lines(AbstractOutput output) {
    return output
        .getBuffer()
        .toString()
        .lines()
        .takeWhile(line -> !line.isEmpty())
        .map(line -> line.split(",", -1))
        .toList();
  }

  private static List<String[]> printed(Classifier classifier, Instances data) throws Exception {
    IBCaviUncertainty output = output(data);
    output.print(classifier, data);
    List<String[]> lines = lines(output);
    assertArrayEquals(
        "inst#,actual,predicted,error,probability,lower,upper,noise,lack_of_data".split(",", -1),
        lines.get(0));
    assertEquals(data.numInstances() + 1, lines.size());
    return lines.subList(1, lines.size());
  }

  private static double number(String[] line, int column) {
    return Double.parseDouble(line[column]);
  }

  private static double entropy(double[] p) {
    return -Arrays.stream(p).map(x -> x * Math.log(x)).sum();
  }

  @Test
  void numbersAreThoseOfTheModel() throws Exception {
    Instances glass = TestData.glass();
    IBCavi classifier = ClassifierTest.built(glass, "");
    List<String[]> lines = printed(classifier, glass);
    for (int i = 0; i < lines.size(); i += 17) {
      Instance instance = glass.instance(i);
      double[] p = classifier.distributionForInstance(instance);
      int best = weka.core.Utils.maxIndex(p);
      Uncertainty expected = classifier.model().uncertainty(classifier.encoder().encode(instance));
      String[] line = lines.get(i);
      assertEquals(Integer.toString(i + 1), line[0]);
      assertEquals(
          ((int) instance.classValue() + 1) + ":" + instance.stringValue(glass.classIndex()),
          line[1]);
      assertEquals((best + 1) + ":" + glass.classAttribute().value(best), line[2]);
      assertEquals(best == instance.classValue() ? "" : "+", line[3]);
      assertEquals(p[best], number(line, PROBABILITY), 1e-8);
      assertEquals(expected.lower()[best], number(line, LOWER), 1e-8);
      assertEquals(expected.upper()[best], number(line, UPPER), 1e-8);
      assertEquals(entropy(p), number(line, NOISE) + number(line, LACK), 1e-7);
    }
  }

  private static void requireIntervals(List<String[]> lines) {
    for (String[] line : lines) {
      assertTrue(number(line, LOWER) <= number(line, PROBABILITY), String.join(",", line));
      assertTrue(number(line, UPPER) >= number(line, PROBABILITY), String.join(",", line));
      assertTrue(number(line, NOISE) >= 0 && number(line, LACK) >= 0, String.join(",", line));
    }
    assertTrue(lines.stream().anyMatch(line -> number(line, UPPER) - number(line, LOWER) > 0.01));
  }

  /** Weka hands it only probabilities here. */
  @Test
  void crossValidationHasIntervals() throws Exception {
    Instances glass = TestData.glass();
    IBCaviUncertainty output = output(glass);
    new Evaluation(glass).crossValidateModel(new IBCavi(), glass, 2, new Random(1), output);
    List<String[]> lines = lines(output);
    assertEquals(glass.numInstances() + 1, lines.size());
    requireIntervals(lines.subList(1, lines.size()));
  }

  /** The instance that Weka hands over has attributes that the model never saw. */
  @Test
  void behindAFilterTheRowThatWasPredictedCounts() throws Exception {
    Instances glass = TestData.glass();
    Remove first = new Remove();
    first.setAttributeIndices("1,3");
    FilteredClassifier filtered = new FilteredClassifier();
    filtered.setFilter(first);
    filtered.setClassifier(new IBCavi());
    filtered.buildClassifier(glass);
    requireIntervals(printed(filtered, glass));
  }

  @Test
  void otherClassifiersHaveQuestionMarksAndASentence() throws Exception {
    Instances glass = TestData.glass();
    NaiveBayes bayes = new NaiveBayes();
    bayes.buildClassifier(glass);
    // Its predictions must not be taken for those that IBCavi made before in this thread.
    ClassifierTest.built(glass, "-method binary").distributionsForInstances(glass);
    IBCaviUncertainty output = output(glass);
    output.print(bayes, glass);
    String text = output.getBuffer().toString();
    for (String[] line : lines(output).subList(1, 215)) {
      assertTrue(number(line, PROBABILITY) > 0);
      assertArrayEquals(new String[] {"?", "?", "?", "?"}, Arrays.copyOfRange(line, 5, 9));
    }
    assertTrue(
        text.stripTrailing()
            .endsWith(
                "Uncertainty is not known for 214 of 214 instances: they were not predicted by"
                    + " IBCavi, another classifier stands between it and Weka, or all their values"
                    + " are missing."),
        text);
  }

  @Test
  void numbersToPredictHaveNone() throws Exception {
    Instances glass = TestData.glass();
    glass.setClassIndex(0);
    Instances numeric = new Instances(glass, 0, 30);
    LinearRegression regression = new LinearRegression();
    regression.buildClassifier(numeric);
    List<String[]> lines = printed(regression, numeric);
    assertEquals(numeric.instance(4).classValue(), number(lines.get(4), 1), 1e-8);
    assertEquals("?", lines.get(4)[PROBABILITY]);
  }

  @Test
  void distributionAttributesAndFileAreAsAskedFor(@TempDir Path folder) throws Exception {
    Instances data =
        TestData.arff(
            "@relation r",
            "@attribute x numeric",
            "@attribute 'a, \"b\"' {p,'q,r'}",
            "@attribute class {yes,no}",
            "@data",
            "1,p,yes\n2,'q,r',no\n3,p,no\n1,'q,r',yes\n0,?,?\n2.5,p,no\n0.5,p,yes\n");
    IBCavi classifier = ClassifierTest.built(data, "");
    File file = folder.resolve("predictions.csv").toFile();
    IBCaviUncertainty output = output(data);
    output.setAttributes("1-3");
    output.setOutputDistribution(true);
    output.setOutputFile(file);
    output.setSuppressOutput(true);
    output.print(classifier, data);
    assertEquals("", output.getBuffer().toString());
    List<String> lines =
        Files.readAllLines(file.toPath()).stream().filter(line -> !line.isEmpty()).toList();
    assertTrue(lines.get(0).endsWith("lack_of_data,p(yes),p(no),x,\"a, \"\"b\"\"\""), lines.get(0));
    assertTrue(lines.get(2).startsWith("2,2:no,"), lines.get(2));
    assertTrue(lines.get(5).startsWith("5,?,"), lines.get(5));
    assertTrue(lines.get(5).endsWith(",0,?"), lines.get(5));
    assertEquals(8, lines.size());
    double[] p = classifier.distributionForInstance(data.instance(0));
    String[] first = lines.get(1).split(",", -1);
    assertEquals(p[0], number(first, 9), 1e-8);
    assertEquals(p[1], number(first, 10), 1e-8);
  }

  @Test
  void alignedColumnsHaveTheSameContents() throws Exception {
    Instances glass = TestData.glass();
    IBCavi classifier = ClassifierTest.built(glass, "-method binary");
    IBCaviUncertainty output = output(glass);
    output.setNumDecimals(3);
    output.setCsv(false);
    output.printHeader();
    output.printClassification(classifier, glass.instance(0), 0);
    List<String> lines = output.getBuffer().toString().lines().toList();
    assertEquals(2, lines.size());
    for (String name : List.of("actual", "probability", "lower", "noise", "lack_of_data")) {
      assertTrue(lines.get(0).contains(name), lines.get(0));
    }
    assertFalse(lines.get(1).contains(","), lines.get(1));
    assertEquals(lines.get(0).length(), lines.get(1).length());
  }

  @Test
  void optionsGoThroughTheCommandLine() throws Exception {
    IBCaviUncertainty output =
        (IBCaviUncertainty)
            AbstractOutput.fromCommandline(
                IBCaviUncertainty.class.getName() + " -p 1 -decimals 5 -level 0.5 -csv");
    assertEquals(0.5, output.getLevel());
    assertTrue(output.getCsv());
    assertEquals(5, output.getNumDecimals());
    IBCaviUncertainty again = new IBCaviUncertainty();
    again.setOptions(output.getOptions());
    assertArrayEquals(output.getOptions(), again.getOptions());
    List<String> names = new ArrayList<>();
    output.listOptions().asIterator().forEachRemaining(option -> names.add(option.name()));
    assertTrue(names.containsAll(List.of("level", "csv", "distribution")), names.toString());
    IBCaviUncertainty bad = output(TestData.glass());
    bad.setLevel(90);
    assertEquals(
        "level 90.0; must be above 0 and below 1",
        assertThrows(IllegalArgumentException.class, bad::printHeader).getMessage());
  }

  /** Where the lists of Weka's windows come from. */
  @Test
  void wekaFindsIt() {
    List<String> found =
        ClassDiscovery.find(AbstractOutput.class, "weka.classifiers.evaluation.output.prediction");
    assertTrue(found.contains(IBCaviUncertainty.class.getName()), found.toString());
  }
}
