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
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.report.MemberReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.functions.IBCavi;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Statistics;
import weka.core.Utils;

class ModelTextTest {
  /** What the text prints of a model: everything a reader can calculate with. */
  private static final class Printed {
    private final List<String> links = new ArrayList<>();
    private final List<List<Map<String, Double>>> means = new ArrayList<>();
    private double[] components = {};
    private double[] alphas = {};
    private double[] weights = {};

    static Printed of(IBCavi classifier) {
      Printed printed = new Printed();
      classifier.toString().lines().forEach(printed::read);
      if (printed.components.length == 0) {
        printed.components = new double[Math.max(1, printed.alphas.length)];
        Arrays.fill(printed.components, 1);
      }
      return printed;
    }

    private void startComponent(String link) {
      links.add(link);
      means.add(new ArrayList<>());
    }

    private List<Map<String, Double>> last() {
      return means.get(means.size() - 1);
    }

    private void read(String line) {
      String[] words = line.strip().split("\\s+", -1);
      if (line.matches("Model \\d.*")) {
        startComponent(words[4]);
      } else if (line.startsWith("Class ")) {
        last().add(new LinkedHashMap<>());
      } else if (line.contains(" .. ")) {
        last().get(last().size() - 1).put(words[0], Double.valueOf(words[1]));
      } else if (line.startsWith("     model ")) {
        components = numbers(words);
      } else if (line.startsWith("     alpha ")) {
        alphas = numbers(words);
      } else if (line.startsWith("     weight ")) {
        weights = numbers(words);
      } else if (line.startsWith("  Here alpha = ")) {
        alphas = new double[] {Double.parseDouble(words[3].replaceAll("\\.$", ""))};
        weights = new double[] {1};
      }
    }

    double[] probabilities(Instance instance) {
      double[] average = new double[6];
      for (int a = 0; a < alphas.length; a++) {
        int component = (int) components[a] - 1;
        double[] s = new double[6];
        for (int k = 0; k < 6; k++) {
          String link = links.get(component);
          double eta = eta(means.get(component).get(k), instance);
          // 1 - h is h of -eta, which does not round to 0 where h is almost 1.
          s[k] = cdf(link, eta) / Math.pow(cdf(link, -eta), alphas[a]);
        }
        double sum = Utils.sum(s);
        for (int k = 0; k < 6; k++) {
          average[k] += weights[a] * s[k] / sum;
        }
      }
      return average;
    }

    private static double eta(Map<String, Double> coefficients, Instance instance) {
      double eta = coefficients.get("(intercept)");
      for (int m = 0; m < 9; m++) {
        eta += coefficients.get(instance.attribute(m).name()) * instance.value(m);
      }
      return eta;
    }

    private static double cdf(String link, double eta) {
      return link.equals("probit") ? Statistics.normalProbability(eta) : 1 / (1 + Math.exp(-eta));
    }
  }

  /** Follows the printed recipe with nothing but the printed numbers. */
  @ParameterizedTest
  @CsvSource({
    "probit, -method binary",
    "logit, -method binary",
    "probit, -method auto",
    "probit, -average bma",
    "logit, -average cbc",
    "probit, -method categorical -average 0.5"
  })
  void probabilityCanBeReproducedByHand(String link, String options) throws Exception {
    Instances glass = TestData.glass();
    IBCavi classifier =
        ClassifierTest.built(
            glass, options + " -predict plugin -print-all -num-decimal-places 12 -link " + link);
    Printed printed = Printed.of(classifier);
    assertEquals(classifier.model().components().size(), printed.means.size());
    for (int i : new int[] {0, 100, 213}) {
      // The weights are printed with four decimals.
      assertArrayEquals(
          classifier.distributionForInstance(glass.instance(i)),
          printed.probabilities(glass.instance(i)),
          2e-4);
    }
  }

  /** Entries with continuation lines, which are indented, as one line each. */
  private static String unwrapped(String text) {
    return text.replaceAll("\n {18}(?=\\S)|(?<=\nModel 1 of .{0,200})\n  (?=\\S)", " ");
  }

  /** A line that the Explorer's window cuts off asks for scrolling. */
  @Test
  void linesFitTheWindow() throws Exception {
    String text = ClassifierTest.built(TestData.glass(), "").toString();
    text.lines().forEach(line -> assertTrue(line.length() <= 100, line));
    assertTrue(text.contains("\n                  "), text);
  }

  /** One thing is not called several. */
  @ParameterizedTest
  @ValueSource(strings = {"", "-method binary", "-average 1", "-average bma -prior-variance 1"})
  void oneIsSingular(String options) throws Exception {
    Instances data =
        TestData.arff(
            "@relation r",
            "@attribute x numeric",
            "@attribute class {a,b}",
            "@data",
            "1,a\n2,a\n3,b\n2.5,b\n");
    String text = ClassifierTest.built(data, options).toString();
    assertTrue(text.contains("4 instances, 1 column, 2 values"), text);
    assertFalse(
        Pattern.compile("(?<![\\d.])1 (?!of|is|if|pass\\b)(more )?\\w+s\\b").matcher(text).find(),
        text);
  }

  /** With few instances the default does more than the recipe, and must say what. */
  @Test
  void howTheModelPredictsIsTold() throws Exception {
    Instances glass = TestData.glass();
    glass.randomize(new java.util.Random(1));
    IBCavi few = ClassifierTest.built(new Instances(glass, 0, 60), "");
    assertFalse(few.model().predictsAtMeans());
    String text = unwrapped(few.toString());
    assertTrue(
        text.contains("at the posterior means; models under a wider prior by the mean over 64"),
        text);
    assertTrue(text.contains("This is what -predict plugin gives. -predict auto repeats"), text);
    String plain = ClassifierTest.built(glass, "-method binary").toString();
    assertTrue(plain.contains("Predictions       at the posterior means\n"), plain);
    assertFalse(plain.contains("-predict plugin"), plain);
  }

  /** Values of the class that no instance has: their base rate, and the others share the rest. */
  @Test
  void classesWithoutInstancesAreInTheRecipe() throws Exception {
    Instances data =
        TestData.arff(
            "@relation r",
            "@attribute x numeric",
            "@attribute class {a,never,b,nor}",
            "@data",
            "1,a\n2,a\n3,b\n2.5,b\n0.5,a\n4,b\n2.2,a\n2.7,b\n");
    String text = ClassifierTest.built(data, "").toString();
    assertTrue(text.contains("p = s / (sum of s over all classes with instances)."), text);
    // A row more, shared by four classes, makes 9 rows.
    assertTrue(
        text.contains(
            "p = 0.02778 for each class without training instances; multiply all other p by"
                + " 0.9444."),
        text);
  }

  @Test
  void categoricalModelTellsItsMembersAndWhoseCoefficientsThoseAre() throws Exception {
    IBCavi classifier = ClassifierTest.built(TestData.glass(), "");
    CategoricalModel model = classifier.model();
    String text = unwrapped(classifier.toString());
    assertTrue(model.components().size() > 1);
    assertTrue(text.startsWith("IBCavi: Bayesian multiclass regression, method categorical"), text);
    assertTrue(text.contains("Method            categorical, " + model.report().reason()), text);
    assertTrue(text.contains("Start             " + model.report().binary().orElseThrow()), text);
    classifier.setPrintAll(true);
    String whole = unwrapped(classifier.toString());
    int without = 0;
    for (MemberReport member : model.report().members()) {
      assertTrue(whole.contains("Model             " + member), whole);
      assertEquals(member.weight() >= 5e-4, text.contains("Model             " + member), text);
      without += member.weight() < 5e-4 ? 1 : 0;
    }
    assertTrue(without > 1);
    assertTrue(text.contains(" " + without + " more models of weight 0; -print-all prints all\n"));
    Component first = model.components().get(0);
    String heading =
        String.format(
            Locale.ROOT,
            "Model 1 of %d: %s link, alpha %s, prior %s, weight %.4f, the largest",
            model.components().size(),
            first.link().name(),
            first.alphas().alpha(0),
            first.prior(),
            first.weight());
    assertTrue(text.contains(heading), text);
    assertFalse(text.contains("Model 2 of"), text);
    assertTrue(text.contains("; -print-all prints all"), text);
    double mean = model.components().stream().mapToDouble(ModelTextTest::alphaShare).sum();
    assertEquals(mean, classifier.getMeasure("measureMeanAlpha"), 1e-15);
  }

  @Test
  void binaryModelTellsItsRegressionsAndNoStart() throws Exception {
    IBCavi classifier = ClassifierTest.built(TestData.glass(), "-method published");
    String text = classifier.toString();
    assertTrue(text.contains("Method            published, as asked for"), text);
    assertTrue(
        text.contains("Regressions       logit regressions, prior variance 1.00, given"), text);
    assertFalse(text.contains("Start  "), text);
    assertFalse(text.contains("Model  "), text);
  }

  @Test
  void withoutInterceptThereIsNoneToRead() throws Exception {
    String text = ClassifierTest.built(TestData.glass(), "-no-intercept").toString();
    assertFalse(text.contains("(intercept)"), text);
  }

  private static double alphaShare(Component component) {
    return component.weight() * component.alphas().alpha(0);
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
    assertTrue(brief.contains("... 2 more, less certain; -print-all prints all"), brief);
    assertTrue(brief.contains("... 8 more classes; -print-all prints all"), brief);
    classifier.setPrintAll(true);
    assertFalse(classifier.toString().contains("..."), classifier::toString);
    assertEquals(
        20L * 13 * classifier.model().components().size(),
        classifier.toString().lines().filter(l -> l.contains(" .. ")).count());
  }

  @Test
  void whatWasDoneToTheDataIsTold() throws Exception {
    String text = ClassifierTest.built(TestData.mixed(), "").toString();
    assertTrue(text.contains("Missing values    replaced by size 1.833333, sex f"), text);
    assertTrue(text.contains("7 instances, 10 columns, 3 values of 'class', 3 of them seen"), text);
    assertTrue(text.contains("colour=green"), text);
    assertFalse(text.contains("colour=never"), text);
  }

  /** A second attribute with missing values, one without: only the first is told. */
  @Test
  void onlyAttributesWithMissingValuesAreToldToBeReplaced() throws Exception {
    String text = ClassifierTest.built(twoClasses(), "").toString();
    assertTrue(text.contains("Missing values    replaced by y 2\n"), text);
  }

  @Test
  void attributesThatAreOnlyMissingOrNotAreTold() throws Exception {
    String text = unwrapped(ClassifierTest.built(TestData.baskets(), "").toString());
    assertTrue(text.contains("Missing or not    is all that counts of bread (else t)\n"), text);
    assertFalse(text.contains("Missing values "), text);
    assertTrue(text.contains("bread=?"), text);
  }

  @Test
  void manyConstantAttributesAreOneLine() throws Exception {
    StringBuilder attributes = new StringBuilder();
    for (int m = 0; m < 100; m++) {
      attributes.append("@attribute c").append(m).append(" numeric\n");
    }
    String ones = "1,".repeat(100);
    Instances data =
        TestData.arff(
            "@relation r",
            attributes + "@attribute x numeric\n@attribute class {a,b}",
            "@data",
            ones + "1,a\n" + ones + "2,b\n" + ones + "3,a");
    String text = unwrapped(ClassifierTest.built(data, "").toString());
    assertTrue(text.contains("c9 (always 1) and 90 more (-print-all prints all)\n"), text);
    assertFalse(text.contains("c10 "), text);
  }

  private static Instances twoClasses() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      rows.append(i % 10)
          .append(i % 7 == 0 ? ",?," : ",2,")
          .append(i % 10 + i % 3 > 5 ? "a\n" : "b\n");
    }
    return TestData.arff(
        "@relation r",
        "@attribute x numeric",
        "@attribute y {1,2,3}",
        "@attribute class {a,b}",
        "@data",
        rows + "5,3,a\n4,1,b");
  }

  @Test
  void twoClassesHaveOneTableWithTheUsualOddsRatios() throws Exception {
    Instances data = twoClasses();
    IBCavi classifier =
        ClassifierTest.built(
            data, "-predict plugin -average cbc -prior-variance 1 -num-decimal-places 8");
    String text = classifier.toString();
    assertTrue(text.contains("Class a; those of class b are the same with opposite signs\n"), text);
    assertFalse(text.contains("\nClass b"), text);
    String row = text.lines().filter(line -> line.startsWith("  x ")).findFirst().orElseThrow();
    String[] words = row.strip().split("\\s+", -1);
    assertEquals("*", words[6], row);
    Instance more = (Instance) data.instance(3).copy();
    more.setDataset(data);
    double[] before = classifier.distributionForInstance(more);
    more.setValue(0, more.value(0) + 1);
    double[] after = classifier.distributionForInstance(more);
    double ratio = after[0] / after[1] / (before[0] / before[1]);
    assertEquals(ratio, Double.parseDouble(words[7]), 1e-5 * ratio);
    assertTrue(ClassifierTest.built(data, "-print-all").toString().contains("\nClass b\n"), "all");
  }

  @Test
  void spikeAndSlabTellsHowProbableItIsThatAWeightIsNotZero() throws Exception {
    IBCavi classifier =
        ClassifierTest.built(TestData.glass(), "-method binary -prior spikeslab -print-all");
    List<String> lines = classifier.toString().lines().toList();
    assertTrue(lines.stream().anyMatch(line -> line.endsWith(" P(not zero)")), "header");
    String row = lines.stream().filter(line -> line.startsWith("  Mg ")).findFirst().orElseThrow();
    String[] words = row.strip().split("\\s+", -1);
    assertTrue(Double.parseDouble(words[words.length - 1]) > 0.9, row);
  }

  @Test
  void aWarningIsCalledSo() throws Exception {
    String text = ClassifierTest.built(TestData.glass(), "-max-sweeps 2").toString();
    assertTrue(text.contains("Warning           the limit of passes ended"), text);
    assertFalse(text.contains("Note              warning"), text);
  }
}
